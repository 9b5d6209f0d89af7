/**
 * `npm run --silent operator -- NOUN VERB …`: what operators do while servers run. Every command prints one document with
 * front matter, and every server process sees the change within a second (docs/operation.md#5).
 */
import { Command } from 'commander';
import { EnvironmentError } from '#document/environment.ts';
import { LogError } from '#document/log/error.ts';
import { LockError } from '../build/publish/exclusive.ts';
import { SigningKeyError } from '../build/trust/signing-key.ts';
import { DatabaseError } from '../server/store/database.ts';
import { addArtifactCommands } from './operator/artifact.ts';
import { addAuditCommand } from './operator/audit.ts';
import { addBackupCommands } from './operator/backup.ts';
import { addCredentialCommands } from './operator/credential.ts';
import { addDoctorCommand } from './operator/doctor.ts';
import { OperatorError } from './operator/operator.ts';
import { addPlanCommands } from './operator/plan.ts';
import { addPruneCommand } from './operator/prune.ts';
import { addReportingCommands } from './operator/reporting.ts';
import { addSigningKeyCommands } from './operator/signing-key.ts';
import { addStatsCommand } from './operator/stats.ts';
import { addTenantCommands } from './operator/tenant.ts';
import { addTicketsCommands } from './operator/tickets.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

const program = new Command('operator')
  .description('Tenants, credentials, use tickets and reporting, while servers run.')
  .showHelpAfterError();
addTenantCommands(program);
addCredentialCommands(program);
addArtifactCommands(program);
addTicketsCommands(program);
addPlanCommands(program);
addReportingCommands(program);
addBackupCommands(program);
addSigningKeyCommands(program);
addPruneCommand(program);
addStatsCommand(program);
addAuditCommand(program);
addDoctorCommand(program);

program.parseAsync().catch((error: Error) => {
  const expected = [OperatorError, EnvironmentError, DatabaseError, SigningKeyError, LockError, LogError];
  process.exitCode = 1;
  process.stderr.write(
    `error: ${expected.some(kind => error instanceof kind) ? error.message : explain(error)}\n`,
  );
});

/** An error that no command expects, in one line; its stack only for those who ask for it. */
function explain(error: NodeJS.ErrnoException): string {
  if (process.env.LOG_LEVEL === 'debug') return error.stack ?? error.message;
  const [message = ''] = error.message.split('\n');
  return `${message.replace(/\.?$/, '.')} Run \`operator doctor\`, or this again with LOG_LEVEL=debug.`;
}
