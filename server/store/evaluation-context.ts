/** Where and when evaluations act, and what of it is written by others than the store. */
import type { StoredAssignment } from './assignment.ts';
import type { Work } from './dialect/backend.ts';
import type { StoredJob } from './evaluation-job.ts';
import type { LockedTenant, NewEvent } from './mutation.ts';

/** Writes the evidence of a job that is complete, and returns its digest. */
export type WriteEvidence = (job: StoredJob, runs: readonly StoredAssignment[]) => Work<string>;

/** Where and when something happens, and what it leads to. */
export interface TransactionContext {
  tenant: LockedTenant;
  /** Seconds. */
  at: number;
  /** Filled with what happened, in its order. */
  events: NewEvent[];
  writeEvidence: WriteEvidence;
  /** The case that stands at a place, from 0, in a suite of the tenant. */
  findCase(suite: string, place: number): Work<{ id: string; digest: string }>;
}
