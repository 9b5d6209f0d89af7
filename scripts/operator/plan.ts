/** `operator plan approve DIGEST --tenant ID`: approves a plan that is larger than the automatic limit of its tenant. */
import type { Command } from 'commander';
import { digest as digestForm } from '#document/kind/field.ts';
import type { Store } from '../../server/store/store.ts';
import { rfc3339 } from '../../server/support/time.ts';
import { approvePlan } from '../../server/tenant/approve-plan.ts';
import type { Host } from '../support/host.ts';
import { type CommandOutput, OperatorError, runCommand } from './operator.ts';

export function addPlanCommands(program: Command, host: Host): void {
  const plan = program.command('plan').description('Evaluation plans.');
  plan
    .command('approve <digest>')
    .description('Approves a quote that waits for the operator because its plan has many runs.')
    .requiredOption('--tenant <id>', 'the tenant')
    .action((digest: string, { tenant }: { tenant: string }) =>
      runCommand(host, 'plan approve', (store, now) => approve(store, tenant, digest, now)),
    );
}

async function approve(store: Store, tenant: string, given: string, now: number): Promise<CommandOutput> {
  const digest = /^[0-9a-f]{64}$/.test(given) ? `sha256:${given}` : given;
  if (!digestForm.safeParse(digest).success)
    throw new OperatorError('A digest is `sha256:` and 64 hexadecimal digits.');
  const verdict = await approvePlan(store, tenant, digest, now);
  if (verdict === 'missing') throw new OperatorError(`There is no tenant ${tenant}.`);
  const stored = await store.plans.find(tenant, digest);
  if (!stored) throw new OperatorError(`The tenant ${tenant} has no quote for a plan with this digest.`);
  if (verdict === 'not_awaiting') throw new OperatorError('The quote is already approved.');
  const fields = {
    tenant,
    plan: digest,
    runs: stored.runs,
    approved_at: rfc3339(now),
    expires_at: rfc3339(stored.expires_at),
  };
  return { fields, text: 'The tenant may start the evaluation until the quote expires.' };
}
