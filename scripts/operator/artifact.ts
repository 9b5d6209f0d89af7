/**
 * `operator artifact set-status DIGEST --tenant ID --status STATUS [--reason CODE]`: changes the status of a tenant's artifact.
 */
import type { Command } from 'commander';
import {
  type ArtifactStatus,
  artifactStatuses,
  type ReasonCode,
  reasonCodes,
} from '#document/kind/artifact-status.ts';
import { usualReason } from '#document/proof/status.ts';
import type { Store } from '../../server/store/store.ts';
import { setStatus } from '../../server/tenant/status-change.ts';
import type { Host } from '../support/host.ts';
import { type CommandOutput, OperatorError, runCommand } from './operator.ts';

/** The reason codes that do not explain a withdrawal. */
const saysNothing: ReadonlySet<ReasonCode> = new Set(['published', 'reinstated', 'unspecified']);

interface Options {
  tenant: string;
  status: ArtifactStatus;
  reason?: ReasonCode;
}

export function addArtifactCommands(program: Command, host: Host): void {
  program
    .command('artifact')
    .description('Manages private artifacts of tenants.')
    .command('set-status <digest>')
    .description('Changes the status of an artifact. An event tells its tenant.')
    .requiredOption('--tenant <id>', 'the tenant to which the artifact belongs')
    .requiredOption('--status <status>', `one of ${operatorStatuses.join(', ')}`)
    .option('--reason <code>', `the reason: one of ${reasonCodes.join(', ')}`)
    .action((digest: string, options: Options) =>
      runCommand(host, 'artifact set-status', (store, now) => change(store, digest, options, now)),
    );
}

// Only a registration of the tenant names a successor.
const operatorStatuses: readonly ArtifactStatus[] = artifactStatuses.filter(
  status => status !== 'superseded',
);

async function change(store: Store, digest: string, options: Options, now: number): Promise<CommandOutput> {
  const { tenant, status, reason = usualReason[status] } = options;
  if (!operatorStatuses.includes(status))
    throw new OperatorError(`Expected a status: ${operatorStatuses.join(', ')}.`);
  if (
    reason === undefined ||
    !reasonCodes.includes(reason) ||
    (status === 'revoked' && saysNothing.has(reason))
  ) {
    throw new OperatorError(`Expected --reason with one of ${reasonCodes.join(', ')}.`);
  }
  const request = { digest: `sha256:${digest.replace(/^sha256:/, '')}`, status, reasonCode: reason, at: now };
  const result = await setStatus(store, tenant, request);
  if (result === 'missing')
    throw new OperatorError(`The tenant ${tenant} has no artifact ${request.digest}.`);
  if (result === 'illegal')
    throw new OperatorError(`The artifact cannot change from its present status to ${status}.`);
  return {
    fields: { tenant, digest: request.digest, status, reason_code: reason },
    text: 'The status is in force now, in every process.',
  };
}
