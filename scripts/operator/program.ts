/** The program `operator`: its commands, and the messages of those that fail. */
import { Command, CommanderError } from 'commander';
import { LogError } from '#document/proof/log/error.ts';
import { EnvironmentError } from '#document/text/environment.ts';
import { SigningKeyError } from '../../build/document/proof/disk/signing-key.ts';
import { FolderLockError } from '../../build/publish/exclusive.ts';
import { DatabaseError } from '../../server/store/database/database.ts';
import type { Host } from '../support/host.ts';
import { addArtifactCommands } from './artifact.ts';
import { addAuditCommand } from './audit.ts';
import { addBackupCommands } from './backup.ts';
import { addCredentialCommands } from './credential.ts';
import { addDoctorCommand } from './doctor.ts';
import { OperatorError } from './operator.ts';
import { addPlanCommands } from './plan.ts';
import { addPruneCommand } from './prune.ts';
import { addReportingCommands } from './reporting.ts';
import { addSigningKeyCommands } from './signing-key.ts';
import { addStatsCommand } from './stats.ts';
import { addTenantCommands } from './tenant.ts';
import { addTicketsCommands } from './tickets.ts';

/** Runs the operator command that the arguments of a host name, and writes its output and exit code to the host. */
export async function operator(host: Host): Promise<void> {
  const program = new Command('operator')
    .description('Manages tenants, credentials, use tickets and reporting while servers run.')
    .exitOverride()
    .configureOutput({ writeOut: text => host.stdout.write(text), writeErr: text => host.stderr.write(text) })
    .showHelpAfterError();
  addTenantCommands(program, host);
  addCredentialCommands(program, host);
  addArtifactCommands(program, host);
  addTicketsCommands(program, host);
  addPlanCommands(program, host);
  addReportingCommands(program, host);
  addBackupCommands(program, host);
  addSigningKeyCommands(program, host);
  addPruneCommand(program, host);
  addStatsCommand(program, host);
  addAuditCommand(program, host);
  addDoctorCommand(program, host);

  await program.parseAsync(host.argv).catch((error: Error) => {
    // The mistake was already reported, and asking for help is not one.
    host.exitCode = error instanceof CommanderError ? error.exitCode : 1;
    if (error instanceof CommanderError) return;
    host.stderr.write(
      `error: ${expected.some(kind => error instanceof kind) ? error.message : explain(error, host)}\n`,
    );
  });
}

const expected = [OperatorError, EnvironmentError, DatabaseError, SigningKeyError, FolderLockError, LogError];

/** Explains an unexpected error in one line, or with its stack at LOG_LEVEL=debug. */
function explain(error: Error, { env }: Host): string {
  if (env.LOG_LEVEL === 'debug') return error.stack ?? error.message;
  const [message = ''] = error.message.split('\n');
  return `${message.replace(/\.?$/, '.')} Run \`operator doctor\`, or run this command again with LOG_LEVEL=debug.`;
}
