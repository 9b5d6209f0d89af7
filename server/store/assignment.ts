/** The assignments of evaluations. Each row is changed by compare-and-swap, under the lock of its tenant. */
import type { RunSummary } from '#document/evaluation/run-summary.ts';
import { type AssignmentEvent, assignmentMachine } from '../support/state/assignment.ts';
import { swap } from '../support/state/machine.ts';
import {
  type Backend,
  insertRow,
  rows,
  type Statement,
  type Transaction,
  write,
} from './database/backend.ts';
import type { AssignmentTable } from './database/evaluation-tables.ts';
import type { LockedTenant } from './mutation.ts';
import { rowBytes } from './stored-bytes.ts';

export type StoredAssignment = AssignmentTable;

/** Inserts an assignment. The caller holds the lock of the tenant. */
export function* insertAssignment(tenant: LockedTenant, assignment: StoredAssignment): Transaction<void> {
  tenant.stored_bytes += rowBytes.assignment;
  yield* insertRow('assignment', assignment);
}

export function* findAssignment(
  tenantId: string,
  jobId: string,
  number: number,
): Transaction<StoredAssignment | undefined> {
  const [found] = yield* rows<StoredAssignment>(
    'SELECT * FROM assignment WHERE tenant_id = $1 AND job_id = $2 AND number = $3',
    tenantId,
    jobId,
    number,
  );
  return found;
}

/** Makes the statement that finds the first assignment of a job, after a number, that waits for another runner. */
export const firstPending = (tenantId: string, jobId: string, after: number): Statement => ({
  sql: `
    SELECT * FROM assignment WHERE tenant_id = $1 AND job_id = $2 AND state = 'pending' AND number > $3
    ORDER BY number LIMIT 1`,
  parameters: [tenantId, jobId, after],
});

/** Returns the assignments of a tenant whose leases have run out, in the order in which the leases ended. */
export const overdue = (tenantId: string, at: number): Transaction<StoredAssignment[]> =>
  rows<StoredAssignment>(
    `SELECT * FROM assignment WHERE tenant_id = $1 AND state = 'leased' AND leased_until <= $2
     ORDER BY leased_until, job_id, number`,
    tenantId,
    at,
  );

/**
 * Makes the statement that counts the leases of a runner. Leases that ran out must be ended before, since they are counted too.
 */
export const openLeases = (tenantId: string, runner: string): Statement => ({
  sql: `SELECT count(*) AS open FROM assignment WHERE tenant_id = $1 AND state = 'leased' AND runner = $2`,
  parameters: [tenantId, runner],
});

/** The columns of an assignment that may change, other than its state. */
type AssignmentChanges = Partial<
  Pick<
    StoredAssignment,
    | 'attempts'
    | 'fence'
    | 'runner'
    | 'leased_until'
    | 'lease_ends'
    | 'ended_at'
    | 'outcome'
    | 'started_at'
    | 'handed_back'
    | 'log'
    | 'tries'
    | 'tries_passed'
  >
> &
  Partial<Omit<RunSummary, 'lease' | 'outcome' | 'source' | 'started_at' | 'log' | 'best_of'>>;

/**
 * Moves an assignment to another state, if its row is still as it was read.
 * @throws Error when it is not, so that code without the lock of the tenant must have changed it
 */
export function* moveAssignment(
  { tenant_id, job_id, number, fence }: StoredAssignment,
  event: AssignmentEvent,
  changes: AssignmentChanges,
): Transaction<void> {
  const { set, where } = swap(assignmentMachine, event);
  const entries = Object.entries(changes);
  const sets = [set, ...entries.map(([name], index) => `${name} = $${index + 5}`)].join(', ');
  const moved = yield* rows(
    `UPDATE assignment SET ${sets}
     WHERE tenant_id = $1 AND job_id = $2 AND number = $3 AND fence = $4 AND ${where} RETURNING number`,
    tenant_id,
    job_id,
    number,
    fence,
    ...entries.map(([, value]) => value),
  );
  if (moved.length !== 1) throw new Error('An assignment was changed outside of the lock.');
}

/** Cancels every assignment of a job that is in a state and has a row. */
export function* cancelAll(
  tenantId: string,
  jobId: string,
  state: 'pending' | 'leased',
  at: number,
): Transaction<void> {
  const { set } = swap(assignmentMachine, 'cancel');
  yield* write(
    `UPDATE assignment SET ${set}, ended_at = $4 WHERE tenant_id = $1 AND job_id = $2 AND state = $3`,
    tenantId,
    jobId,
    state,
    at,
  );
}

const endedColumns = [
  'number',
  'lock',
  'case_id',
  'runner',
  'outcome',
  'input_tokens',
  'output_tokens',
  'elapsed_milliseconds',
  'started_at',
  'checked_steps',
  'deviations',
  'tries',
  'tries_passed',
  'repetition',
  'attempts',
  'handed_back',
  'log',
] as const satisfies readonly (keyof StoredAssignment)[];

/** An assignment that ended with a summary or was lost. Its row never changes again. */
export type EndedAssignment = Pick<StoredAssignment, (typeof endedColumns)[number]>;

const ended = `
  SELECT ${endedColumns.join(', ')} FROM assignment
  WHERE tenant_id = $1 AND job_id = $2 AND number > $3 AND state IN ('completed', 'exhausted')
  ORDER BY number`;

/** Returns the assignments of a job, after a number, that ended with a summary or were lost, in order. */
export const endedAssignments = (
  tenantId: string,
  jobId: string,
  after: number,
): Transaction<EndedAssignment[]> => rows<EndedAssignment>(ended, tenantId, jobId, after);

/** Returns the assignments of a job from one number to another. Those that were never handed out have no row. */
export const assignmentsFrom = (
  tenantId: string,
  jobId: string,
  from: number,
  to: number,
): Transaction<(EndedAssignment & Pick<StoredAssignment, 'state'>)[]> =>
  rows<EndedAssignment & Pick<StoredAssignment, 'state'>>(
    `SELECT state, ${endedColumns.join(', ')} FROM assignment
     WHERE tenant_id = $1 AND job_id = $2 AND number BETWEEN $3 AND $4 ORDER BY number`,
    tenantId,
    jobId,
    from,
    to,
  );

/** The number of assignments of a lock in one state. Those that were never handed out are not counted. */
export type LockCount = Pick<StoredAssignment, 'lock' | 'state'> & { count: number };

export const countByLock = (tenantId: string, jobId: string): Transaction<LockCount[]> =>
  rows<LockCount>(
    `SELECT lock, state, count(*) AS count FROM assignment WHERE tenant_id = $1 AND job_id = $2
     GROUP BY lock, state ORDER BY lock, state`,
    tenantId,
    jobId,
  );

/** The sums over the runs of a lock on a case. `tokens` and `elapsed` are null unless they are known for every run. */
export interface CaseCount {
  case_id: string;
  lock: string;
  runs: number | string;
  passes: number | string;
  tokens: number | string | null;
  elapsed: number | string | null;
}

const byCase = `
  SELECT case_id, lock, count(*) AS runs, sum(CASE WHEN outcome = 'pass' THEN 1 ELSE 0 END) AS passes,
    CASE WHEN count(input_tokens + output_tokens) = count(*) THEN sum(input_tokens + output_tokens) END AS tokens,
    CASE WHEN count(elapsed_milliseconds) = count(*) THEN sum(elapsed_milliseconds) END AS elapsed
  FROM assignment
  WHERE tenant_id = $1 AND job_id = $2 AND number <= $3 AND state IN ('completed', 'exhausted')
  GROUP BY case_id, lock`;

/**
 * Makes the query of the ended assignments of a number of cases, up to a number.
 * @param cases how many cases are passed as parameters
 */
const endedOn = (cases: number): string => `
  SELECT ${endedColumns.join(', ')} FROM assignment
  WHERE tenant_id = $1 AND job_id = $2 AND number <= $3 AND state IN ('completed', 'exhausted')
    AND case_id IN (${Array.from({ length: cases }, (_, index) => `$${index + 4}`).join(', ')})
  ORDER BY number`;

export interface AssignmentStore {
  /**
   * Returns the first assignments of a job, after a number, that ended, in order.
   * @param limit the most that are returned
   */
  ended(tenantId: string, jobId: string, after: number, limit: number): Promise<EndedAssignment[]>;
  /**
   * Returns the ended assignments on some cases.
   * @param last the number of the last assignment that counts
   */
  endedOn(
    tenantId: string,
    jobId: string,
    last: number,
    cases: readonly string[],
  ): Promise<EndedAssignment[]>;
  countByLock(tenantId: string, jobId: string): Promise<LockCount[]>;
  /**
   * Returns the sums of each lock on each case.
   * @param last the number of the last assignment that counts
   */
  countByCase(tenantId: string, jobId: string, last: number): Promise<CaseCount[]>;
  /** Tells whether a lease of the tenant has run out and was not ended yet. */
  isOverdue(tenantId: string, at: number): Promise<boolean>;
  /** Tells whether an assignment that a runner holds under a lease names an artifact as its lock, formation, suite or plan. */
  names(tenantId: string, runner: string, digest: string, at: number): Promise<boolean>;
}

const namedByLease = `
  SELECT 1 AS named FROM assignment JOIN evaluation_job AS job
    ON job.tenant_id = assignment.tenant_id AND job.id = assignment.job_id
  WHERE assignment.tenant_id = $1 AND assignment.state = 'leased' AND assignment.leased_until > $2
    AND assignment.runner = $3 AND $4 IN (assignment.lock, assignment.formation, job.suite, job.plan) LIMIT 1`;

export function assignmentStore(backend: Backend): AssignmentStore {
  return {
    ended: (tenantId, jobId, after, limit) => backend.ask(`${ended} LIMIT $4`, tenantId, jobId, after, limit),
    endedOn: (tenantId, jobId, last, cases) =>
      cases.length === 0
        ? Promise.resolve([])
        : backend.ask(endedOn(cases.length), tenantId, jobId, last, ...cases),
    countByLock: (tenantId, jobId) => backend.transact(() => countByLock(tenantId, jobId)),
    countByCase: (tenantId, jobId, last) => backend.ask(byCase, tenantId, jobId, last),
    isOverdue: (tenantId, at) =>
      backend.transact(function* () {
        return (yield* overdue(tenantId, at)).length > 0;
      }),
    names: async (tenantId, runner, digest, at) =>
      (await backend.ask(namedByLease, tenantId, at, runner, digest)).length > 0,
  };
}
