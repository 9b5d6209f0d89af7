/** Where and when something happens to the evaluations of a tenant, and what it leads to. */
import type { Transaction } from '../store/database/backend.ts';
import type { LockedTenant, NewEvent } from '../store/mutation.ts';
import type { Signing } from './signing.ts';
import { caseDigests, findCase } from './suite.ts';

export interface TransactionContext {
  tenant: LockedTenant;
  /** Seconds. */
  at: number;
  /** Filled with what happened, in its order. */
  events: NewEvent[];
  /** Signs the evidence that is written. */
  signing: Pick<Signing, 'sign'>;
  /** The case that stands at a place, from 0, in a suite of the tenant. */
  findCase(suite: string, place: number): Transaction<{ id: string; digest: string }>;
  /** The digests of the cases of a suite of the tenant. */
  caseDigests(suite: string): Transaction<ReadonlySet<string>>;
}

/** The context of a transaction that holds the lock of the tenant. */
export const transactionContextOf = (
  tenant: LockedTenant,
  at: number,
  signing: Pick<Signing, 'sign'>,
): TransactionContext => ({
  tenant,
  at,
  events: [],
  signing,
  findCase: (suite, place) => findCase(tenant.id, suite, place),
  caseDigests: suite => caseDigests(tenant.id, suite),
});
