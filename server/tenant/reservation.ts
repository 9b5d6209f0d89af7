/** The most bytes that an evaluation may add to its tenant's storage: reserved at its start, so that it can always finish. */
import { maxAttempts } from '#document/evaluation/assignment.ts';
import { rowBytes } from '../store/stored-bytes.ts';

/** The most that an answer to a runner takes with a key of 255 characters. */
const runnerAnswer = 1536;

/** The most bytes that a lease adds: its event and the answer to the claim. A first lease also adds the assignment. */
export const bytesOfLease = rowBytes.event + runnerAnswer;

/**
 * The most bytes that one run may add: its assignment; three leases, each with the event of its end; the answer to its summary;
 * and a line of the evidence. The answers to heartbeats are not in it: beyond the quota they are not kept.
 */
export const bytesOfRun =
  rowBytes.assignment + maxAttempts * (bytesOfLease + rowBytes.event) + runnerAnswer + 128;

/**
 * Returns the bytes that are still reserved for a run when it ends with a summary.
 * @param attempts the leases that it took
 */
export const bytesOfEnd = (attempts: number): number =>
  bytesOfRun - rowBytes.assignment - attempts * bytesOfLease - (attempts - 1) * rowBytes.event;

/** The most bytes that the answer to a cancellation takes: it shows each lock. */
export const bytesOfCancel = 12_288;

/**
 * Returns the bytes of the progress events of a job: one for each tenth of the runs but the last, with a part for each team.
 */
const bytesOfProgress = (locks: number): number => 9 * (rowBytes.event + 320 + locks * 256);

/** Returns the most bytes that evidence takes on all locks and pairs; lists of runners and reasons are counted apart. */
const bytesOfEvidence = (locks: number): number => 6144 + locks * 2560 + ((locks * (locks - 1)) / 2) * 512;

/** Returns the most bytes that a job may add beside its runs: its own events, its cancellation, and its evidence. */
export const bytesOfJob = (locks: number): number =>
  6 * rowBytes.event + bytesOfProgress(locks) + bytesOfCancel + bytesOfEvidence(locks);
