/** The quotas of an account (docs/tenants.md#14): for documents, evaluations and storage. */
import type { Limits } from '#document/message/account.ts';
import type { Transaction } from '../store/database/backend.ts';
import { jobUsage } from '../store/evaluation-job.ts';
import type { LockedTenant, StorageQuota } from '../store/mutation.ts';
import { Refusal } from '../support/refusal.ts';
import { rfc3339 } from '../support/time.ts';
import { limitsOf } from './limits.ts';

const limitsIn = ({ limits }: LockedTenant): Limits => limitsOf(JSON.parse(limits));

/**
 * Returns the month of a time, such as `2026-11`. Runs are counted by month.
 * @param at seconds since 1970
 */
export const monthOf = (at: number): string => rfc3339(at).slice(0, 7);

/**
 * Counts one more artifact of a tenant.
 * @throws Refusal `quota_exceeded` if the account allows no more
 */
export function countArtifact(tenant: LockedTenant, kind: string): void {
  const limits = limitsIn(tenant);
  const [count, name] =
    kind === 'formation'
      ? (['candidates', 'private_candidates'] as const)
      : (['documents', 'registered_documents'] as const);
  const used = tenant[count];
  if (used >= limits[name]) {
    throw new Refusal(
      'quota_exceeded',
      `The limit \`${name}\` of the account is ${limits[name]}, and all of it is used. Ask the operator for more.`,
    );
  }
  tenant[count] += 1;
}

/**
 * Refuses to quote a plan with more runs than the account has in a month.
 * @throws Refusal `quota_exceeded` for such a plan
 */
export function refuseBeyond(tenant: LockedTenant, runs: number): void {
  const { evaluation_runs_per_month: limit } = limitsIn(tenant);
  if (runs <= limit) return;
  throw new Refusal(
    'quota_exceeded',
    `The plan has ${runs} runs, but the account allows ${limit} in a month. Plan fewer, or ask the operator for more.`,
  );
}

/** Tells whether a plan with this number of runs is approved at once, or must wait for the operator. */
export const approvalOf = (tenant: LockedTenant, runs: number): 'approved' | 'awaiting_operator' =>
  runs <= limitsIn(tenant).automatic_approval_runs ? 'approved' : 'awaiting_operator';

/**
 * Returns the runs that a tenant has left in the month of a time, and the number of its jobs that have not ended.
 * @param at seconds since 1970
 */
export function* entitlementLeft(
  tenant: LockedTenant,
  at: number,
): Transaction<{ runs: number; jobs: number }> {
  const used = yield* jobUsage(tenant.id, monthOf(at));
  const runs = Math.max(0, limitsIn(tenant).evaluation_runs_per_month - used.runs);
  return { runs, jobs: used.jobs };
}

/**
 * Refuses to start an evaluation if the account has too few runs left, or as many jobs as it may have.
 * @throws Refusal `quota_exceeded`
 */
export function* refuseOverQuota(tenant: LockedTenant, runs: number, at: number): Transaction<void> {
  const { runs: left, jobs } = yield* entitlementLeft(tenant, at);
  const { concurrent_jobs: allowed } = limitsIn(tenant);
  if (runs > left) throw overQuota(`The plan has ${runs} runs, but only ${left} are left this month.`);
  if (jobs >= allowed)
    throw overQuota(`${jobs} jobs are queued or running, and the account allows ${allowed}.`);
}

const overQuota = (what: string): Refusal =>
  new Refusal('quota_exceeded', `${what} Wait, plan fewer runs, or ask the operator for more.`);

const storageLimit = (tenant: LockedTenant): number => limitsIn(tenant).storage_bytes;

/**
 * The quota for stored bytes: those of everything that is stored for a tenant, and those that its evaluations have reserved.
 */
export const storageQuota: StorageQuota = {
  allows: tenant => tenant.stored_bytes + tenant.reserved_bytes <= storageLimit(tenant),
  refusal: (tenant, added) => {
    const used = tenant.stored_bytes + tenant.reserved_bytes - added;
    const left = Math.max(0, storageLimit(tenant) - used);
    return new Refusal(
      'quota_exceeded',
      `The account allows \`storage_bytes\` of ${storageLimit(tenant)}. ${used} are used or reserved by running ` +
        `evaluations, so ${left} are left, but this change takes ${added}. Let evaluations end or cancel them, ` +
        'wait until answers older than 31 days are deleted, or ask the operator for more.',
    );
  },
};
