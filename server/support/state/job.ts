/**
 * The life of an evaluation job (docs/evaluations.md#13).
 *
 *               begin              complete
 *   ──▶ queued ───────▶ running ─────────────▶ completed       every assignment ended; its evidence is written
 *         │                │  │ fail
 *         │ cancel         │  └──────────────▶ failed          more assignments were lost than the plan tolerates
 *         │                │ cancel
 *         └─────┬──────────┘
 *               ▼            settle
 *        cancel_requested ───────────────────▶ cancelled       no lease is out any more; no evidence
 *
 * `begin` is the first claim. Every change of state is an event of the tenant's feed, named by `jobEvents`.
 */
import type { JobState } from '#document/evaluation/evaluation-job.ts';
import type { Machine } from './machine.ts';

export type JobEvent = 'begin' | 'complete' | 'cancel' | 'settle' | 'fail';

export const jobMachine: Machine<JobState, JobEvent> = {
  queued: { begin: 'running', cancel: 'cancel_requested' },
  running: { complete: 'completed', cancel: 'cancel_requested', fail: 'failed' },
  cancel_requested: { settle: 'cancelled' },
  completed: {},
  cancelled: {},
  failed: {},
};

/** The name under which the feed reports each event. */
export const jobEvents: Readonly<Record<JobEvent, string>> = {
  begin: 'evaluation_running',
  complete: 'evaluation_completed',
  cancel: 'evaluation_cancel_requested',
  settle: 'evaluation_cancelled',
  fail: 'evaluation_failed',
};

export const isFinal = (state: JobState): boolean => Object.keys(jobMachine[state]).length === 0;
