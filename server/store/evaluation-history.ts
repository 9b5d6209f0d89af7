/** The counts that the evaluations of a tenant leave to those that follow them. */
import { rows, type Transaction } from './database/backend.ts';
import type { StoredJob } from './evaluation-job.ts';

/** An evaluation that was started, as far as it matters for others. */
export type StartedRow = Pick<
  StoredJob,
  'suite' | 'state' | 'first_claimed_at' | 'comparisons' | 'arms' | 'task_class'
>;

/** All evaluations that a tenant started. */
export const startedJobs = (tenantId: string): Transaction<StartedRow[]> =>
  rows<StartedRow>(
    `SELECT suite, state, first_claimed_at, comparisons, arms, task_class
     FROM evaluation_job WHERE tenant_id = $1`,
    tenantId,
  );

/** The evaluations of a question, counted by how they ended. */
export interface Flow {
  started: number;
  cancelled: number;
  failed: number;
  completed: number;
}

/** Counts the evaluations of a question by how they ended so far. An evaluation that runs counts as started. */
export function* flowOf(tenantId: string, question: string): Transaction<Flow> {
  const count = (state: string) => `sum(CASE WHEN state = '${state}' THEN 1 ELSE 0 END) AS ${state}`;
  const [found] = yield* rows<Flow>(
    `SELECT count(*) AS started, ${['cancelled', 'failed', 'completed'].map(count).join(', ')}
     FROM evaluation_job WHERE tenant_id = $1 AND question = $2`,
    tenantId,
    question,
  );
  const { started, cancelled, failed, completed } = found!;
  return {
    started: Number(started),
    cancelled: Number(cancelled ?? 0),
    failed: Number(failed ?? 0),
    completed: Number(completed ?? 0),
  };
}
