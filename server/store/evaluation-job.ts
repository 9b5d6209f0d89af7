/**
 * The jobs of evaluations, with the number of their assignments in each state. A row is changed under the lock of its tenant.
 */
import { type JobEvent, jobMachine } from '../support/state/job.ts';
import { swap } from '../support/state/machine.ts';
import {
  type Backend,
  insertRow,
  rows,
  type Statement,
  type Transaction,
  write,
} from './database/backend.ts';
import type { EvaluationJobTable } from './database/evaluation-tables.ts';
import { nextJobNumber } from './listing.ts';
import type { LockedTenant } from './mutation.ts';
import { rowBytes } from './stored-bytes.ts';

export type StoredJob = EvaluationJobTable;

/** Inserts a job under the next number of the tenant. The caller holds the lock of the tenant. */
export function* insertJob(tenant: LockedTenant, job: Omit<StoredJob, 'number'>): Transaction<StoredJob> {
  tenant.stored_bytes += rowBytes.job;
  tenant.reserved_bytes += job.reserved_bytes;
  const numbered = { ...job, number: yield* nextJobNumber(tenant.id) };
  yield* insertRow('evaluation_job', numbered);
  return numbered;
}

export function* findJob(tenantId: string, id: string): Transaction<StoredJob | undefined> {
  const [found] = yield* rows<StoredJob>(
    'SELECT * FROM evaluation_job WHERE tenant_id = $1 AND id = $2',
    tenantId,
    id,
  );
  return found;
}

const changing = [
  'grade',
  'reserved',
  'used',
  'pending',
  'leased',
  'exhausted',
  'cancelled',
  'imported',
  'tokens',
  'counted',
  'made',
  'reserved_bytes',
  'served',
  'first_claimed_at',
  'ended_at',
  'snapshot',
  'looked',
] as const satisfies readonly (keyof StoredJob)[];
const save = `
  UPDATE evaluation_job SET ${changing.map((name, index) => `${name} = $${index + 3}`).join(', ')}
  WHERE tenant_id = $1 AND id = $2`;

/** Saves the columns of a job that may change, other than its state. */
export function* saveJob(job: StoredJob): Transaction<void> {
  yield* write(save, job.tenant_id, job.id, ...changing.map(name => job[name]));
}

/** Moves a job to another state by compare-and-swap. Returns false if its present state does not allow that. */
export function* moveJob(job: StoredJob, event: JobEvent): Transaction<boolean> {
  const { set, where } = swap(jobMachine, event);
  const moved = yield* rows<{ state: StoredJob['state'] }>(
    `UPDATE evaluation_job SET ${set} WHERE tenant_id = $1 AND id = $2 AND ${where} RETURNING state`,
    job.tenant_id,
    job.id,
  );
  if (moved[0]) job.state = moved[0].state;
  return moved.length === 1;
}

/**
 * Finds the job whose turn it is: the named one, or else the one that was served longest ago among those with work left. Returns
 * undefined if there is none.
 */
export function* nextJob(tenantId: string, named?: string): Transaction<StoredJob | undefined> {
  const withWork = `SELECT * FROM evaluation_job WHERE tenant_id = $1 AND state IN ('queued', 'running') AND pending > 0`;
  const [found] =
    named === undefined
      ? yield* rows<StoredJob>(`${withWork} ORDER BY served, created_at, id LIMIT 1`, tenantId)
      : yield* rows<StoredJob>(`${withWork} AND id = $2`, tenantId, named);
  return found;
}

/** Makes the statement that finds the number of the newest claim, over the jobs that have not ended; null if there is none. */
export const lastServed = (tenantId: string): Statement => ({
  sql: `SELECT max(served) AS served FROM evaluation_job WHERE tenant_id = $1 AND state IN ('queued', 'running')`,
  parameters: [tenantId],
});

/** The use that the jobs of a tenant make of its account. */
interface JobUsage {
  /** The number of runs used or reserved in the month. */
  runs: number;
  /** The number of jobs that have not ended. */
  jobs: number;
}

export function* jobUsage(tenantId: string, month: string): Transaction<JobUsage> {
  const [found] = yield* rows<{ runs: number | null; jobs: number | null }>(
    `SELECT (SELECT sum(used + reserved) FROM evaluation_job WHERE tenant_id = $1 AND month = $2) AS runs,
       (SELECT count(*) FROM evaluation_job
        WHERE tenant_id = $1 AND state IN ('queued', 'running', 'cancel_requested')) AS jobs`,
    tenantId,
    month,
  );
  return { runs: Number(found?.runs ?? 0), jobs: Number(found?.jobs ?? 0) };
}

export interface JobStore {
  find(tenantId: string, id: string): Promise<StoredJob | undefined>;
  usage(tenantId: string, month: string): Promise<JobUsage>;
  /** Returns the number of teams that were compared in each task class, over all evaluations that were started. */
  spent(tenantId: string): Promise<{ task_class: string; comparisons: number | string }[]>;
}

export function jobStore(backend: Backend): JobStore {
  return {
    find: (tenantId, id) => backend.transact(() => findJob(tenantId, id)),
    spent: tenantId =>
      backend.ask(
        `SELECT task_class, sum(comparisons) AS comparisons FROM evaluation_job
         WHERE tenant_id = $1 GROUP BY task_class ORDER BY task_class`,
        tenantId,
      ),
    usage: (tenantId, month) => backend.transact(() => jobUsage(tenantId, month)),
  };
}
