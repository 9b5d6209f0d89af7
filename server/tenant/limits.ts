/** The limits of an account: the defaults, or what the operator set in their place. */
import { type LimitName, type Limits, limitNames } from '#document/message/account.ts';

export const defaultLimits: Limits = {
  private_candidates: 10_000,
  registered_documents: 100_000,
  evaluation_runs_per_month: 100_000,
  concurrent_jobs: 20,
  automatic_approval_runs: 1000,
  storage_bytes: 2_000_000_000,
  open_leases_per_runner: 50,
  requests_per_minute: 6000,
};

/**
 * Returns the limits of a tenant.
 * @param set the limits that the operator set; the defaults apply for all others
 */
export function limitsOf(set: Partial<Record<LimitName, number>>): Limits {
  const entries = limitNames.map(name => [name, set[name] ?? defaultLimits[name]]);
  return Object.fromEntries(entries) as Limits;
}
