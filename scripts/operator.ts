/**
 * `npm run --silent operator -- NOUN VERB …`: what operators do while servers run. Every command prints one document with
 * front matter, and every server process sees the change within a second (docs/operation.md#5).
 */
import { Command } from 'commander';
import { EnvironmentError } from '#document/environment.ts';
import { SigningKeyError } from '../build/trust/signing-key.ts';
import { DatabaseError } from '../server/store/database.ts';
import { addArtifactCommands } from './operator/artifact.ts';
import { addBackupCommand } from './operator/backup.ts';
import { addCredentialCommands } from './operator/credential.ts';
import { OperatorError } from './operator/operator.ts';
import { addPlanCommands } from './operator/plan.ts';
import { addReportingCommands } from './operator/reporting.ts';
import { addSigningKeyCommands } from './operator/signing-key.ts';
import { addTenantCommands } from './operator/tenant.ts';
import { addTicketsCommands } from './operator/tickets.ts';

const program = new Command('operator')
  .description('Tenants, credentials, use tickets and reporting, while servers run.')
  .showHelpAfterError();
addTenantCommands(program);
addCredentialCommands(program);
addArtifactCommands(program);
addTicketsCommands(program);
addPlanCommands(program);
addReportingCommands(program);
addBackupCommand(program);
addSigningKeyCommands(program);

program.parseAsync().catch(error => {
  const expected = [OperatorError, EnvironmentError, DatabaseError, SigningKeyError].some(
    kind => error instanceof kind,
  );
  if (!expected) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 1;
});
