/**
 * The most bytes that an evaluation may add to the storage of its tenant. They are reserved when it starts, so that it can
 * always finish.
 */
import { maxAttempts } from '#document/evaluation/lease-limits.ts';
import { rowBytes } from '../store/stored-bytes.ts';

/** The most bytes of a stored answer to a runner, with a key of 255 characters. */
const runnerAnswer = 1536;

/**
 * The most bytes that a lease adds: its event and the answer to the claim. The row of the assignment, which a first lease also
 * adds, is counted apart.
 */
export const bytesOfLease = rowBytes.event + runnerAnswer;

/**
 * The most bytes that one run may add: its assignment; three leases, each with the event of its end; the answer to its summary;
 * and a line of the evidence. The answers to heartbeats are not counted, since they are not stored beyond the quota.
 */
export const bytesOfRun =
  rowBytes.assignment + maxAttempts * (bytesOfLease + rowBytes.event) + runnerAnswer + 128;

/**
 * Returns the bytes that are still reserved for a run when it ends with a summary.
 * @param attempts the number of leases that it took
 */
export const bytesOfEnd = (attempts: number): number =>
  bytesOfRun - rowBytes.assignment - attempts * bytesOfLease - (attempts - 1) * rowBytes.event;

/** The most bytes of the stored answer to a cancellation, which shows each lock. */
export const bytesOfCancel = 12_288;

/**
 * Returns the most bytes of the progress events of a job: one for each tenth of the runs but the last, with a part for each
 * lock.
 */
const bytesOfProgress = (locks: number): number => 9 * (rowBytes.event + 320 + locks * 256);

/** Returns the most bytes of evidence on a number of locks and all pairs of them, without its lines on runs. */
const bytesOfEvidence = (locks: number): number => 6144 + locks * 2560 + ((locks * (locks - 1)) / 2) * 512;

/** Returns the most bytes that a job may add beside its runs: its own events, its cancellation, and its evidence. */
export const bytesOfJob = (locks: number): number =>
  6 * rowBytes.event + bytesOfProgress(locks) + bytesOfCancel + bytesOfEvidence(locks);
