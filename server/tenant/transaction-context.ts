/** The context of a transaction on the evaluations of a tenant: the tenant, the time, and the events that it appends. */
import type { Transaction } from '../store/database/backend.ts';
import type { LockedTenant, NewEvent } from '../store/mutation.ts';
import type { Signing } from './signing.ts';
import { caseDigests, findCase } from './suite.ts';

export interface TransactionContext {
  tenant: LockedTenant;
  /** The time of the transaction, in seconds since 1970. */
  at: number;
  /** The events that are appended at the end of the transaction, in order. Functions add to the list. */
  events: NewEvent[];
  /** Signs the evidence that the transaction writes. */
  signing: Pick<Signing, 'sign'>;
  /** Returns the case at a place, from 0, in a suite of the tenant. */
  findCase(suite: string, place: number): Transaction<{ id: string; digest: string }>;
  /** Returns the digests of the cases in a suite of the tenant. */
  caseDigests(suite: string): Transaction<ReadonlySet<string>>;
}

/**
 * Makes the context of a transaction that holds the lock of the tenant.
 * @param at seconds since 1970
 */
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
