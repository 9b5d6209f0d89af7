/** The counts of a tenant's evaluations that matter for its later ones. */
import { rows, type Transaction } from './database/backend.ts';
import type { StoredJob } from './evaluation-job.ts';

/** An evaluation that was started, with the columns that matter for later ones. */
export type StartedRow = Pick<
  StoredJob,
  'suite' | 'state' | 'first_claimed_at' | 'comparisons' | 'arms' | 'task_class'
>;

/** Counts the teams that a tenant compared in its evaluations of a task class. */
export function* comparisonsIn(tenantId: string, taskClass: string): Transaction<number> {
  const [found] = yield* rows<{ comparisons: number | string | null }>(
    'SELECT sum(comparisons) AS comparisons FROM evaluation_job WHERE tenant_id = $1 AND task_class = $2',
    tenantId,
    taskClass,
  );
  return Number(found?.comparisons ?? 0);
}

/**
 * Returns the evaluations of a tenant that compared one of the given teams. An index has all columns that are read.
 * @param arms the teams, as `armOf` names them
 */
export function* startedWith(tenantId: string, arms: readonly string[]): Transaction<StartedRow[]> {
  if (arms.length === 0) return [];
  return yield* rows<StartedRow>(
    `SELECT suite, state, first_claimed_at, comparisons, arms, task_class FROM evaluation_job
     WHERE tenant_id = $1 AND (${arms.map((_, at) => `arms LIKE $${at + 2}`).join(' OR ')})`,
    tenantId,
    ...arms.map(arm => `%${arm}%`),
  );
}

/** The numbers of evaluations of a question, by how they ended. */
export interface Flow {
  started: number;
  cancelled: number;
  failed: number;
  completed: number;
}

/**
 * Counts the evaluations of a question by how they ended. `started` counts all of them, so those that still run are in no other
 * number.
 */
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
