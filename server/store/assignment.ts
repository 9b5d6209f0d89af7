/** Assignments: their rows, changed by compare-and-swap under the lock of their tenant. */
import type { RunSummary } from '#document/kind/run-summary.ts';
import type { PlannedRun } from '../evaluation/order.ts';
import { type AssignmentEvent, assignmentMachine } from '../state/assignment.ts';
import { swap } from '../state/machine.ts';
import { type Backend, rows, type Work, writeEach } from './dialect/backend.ts';
import type { AssignmentTable } from './tables.ts';

export type StoredAssignment = AssignmentTable;

const planned = {
  number: 'bigint',
  lock: 'text',
  formation: 'text',
  case_id: 'text',
  case_digest: 'text',
  repetition: 'bigint',
} as const;
const rowsAtOnce = 5000;

/** The body that inserts the assignments of a job, all pending, in their order. */
export function assignmentInserter(backend: Backend) {
  const names = Object.keys(planned).join(', ');
  const listed = backend.rowsOf({ tenant_id: 'text', job_id: 'text', ...planned });
  const insert = `
    INSERT INTO assignment (tenant_id, job_id, ${names}, state, attempts, fence)
    SELECT tenant_id, job_id, ${names}, 'pending', 0, 0 FROM ${listed}`;
  return function* insertAssignments(
    tenantId: string,
    jobId: string,
    runs: readonly PlannedRun[],
  ): Work<void> {
    for (let from = 0; from < runs.length; from += rowsAtOnce) {
      const part = runs.slice(from, from + rowsAtOnce).map((run, index) => ({
        tenant_id: tenantId,
        job_id: jobId,
        number: from + index + 1,
        lock: run.lock.lock,
        formation: run.lock.formation,
        case_id: run.case.id,
        case_digest: run.case.digest,
        repetition: run.repetition,
      }));
      yield* writeEach(insert, part);
    }
  };
}

export function* findAssignment(
  tenantId: string,
  jobId: string,
  number: number,
): Work<StoredAssignment | undefined> {
  const [found] = yield* rows<StoredAssignment>(
    'SELECT * FROM assignment WHERE tenant_id = $1 AND job_id = $2 AND number = $3',
    tenantId,
    jobId,
    number,
  );
  return found;
}

/** The first assignment of a job that waits for a runner. */
export function* firstPending(tenantId: string, jobId: string): Work<StoredAssignment | undefined> {
  const [found] = yield* rows<StoredAssignment>(
    `SELECT * FROM assignment WHERE tenant_id = $1 AND job_id = $2 AND state = 'pending' ORDER BY number LIMIT 1`,
    tenantId,
    jobId,
  );
  return found;
}

/** Assignments of a tenant whose lease has run out, in the order in which they did. */
export function* overdue(tenantId: string, at: number): Work<StoredAssignment[]> {
  return yield* rows<StoredAssignment>(
    `SELECT * FROM assignment WHERE tenant_id = $1 AND state = 'leased' AND leased_until <= $2
     ORDER BY leased_until, job_id, number`,
    tenantId,
    at,
  );
}

/** What changes in an assignment apart from its state. */
export type AssignmentChanges = Partial<
  Pick<StoredAssignment, 'attempts' | 'fence' | 'runner' | 'leased_until' | 'ended_at' | 'outcome'>
> &
  Partial<Omit<RunSummary, 'lease' | 'outcome'>>;

/**
 * Moves an assignment to another state, if it is still as it was read.
 * @throws Error when it is not: something changed it without the lock of the tenant
 */
export function* moveAssignment(
  { tenant_id, job_id, number, fence }: StoredAssignment,
  event: AssignmentEvent,
  changes: AssignmentChanges,
): Work<void> {
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

/** Cancels every assignment of a job in a state. Returns how many. */
export function* cancelAll(
  tenantId: string,
  jobId: string,
  state: 'pending' | 'leased',
  at: number,
): Work<number> {
  const { set } = swap(assignmentMachine, 'cancel');
  const cancelled = yield* rows(
    `UPDATE assignment SET ${set}, ended_at = $4 WHERE tenant_id = $1 AND job_id = $2 AND state = $3 RETURNING number`,
    tenantId,
    jobId,
    state,
    at,
  );
  return cancelled.length;
}

/** The assignments of a job that ended with a summary or were lost, in their order. */
export function* endedAssignments(tenantId: string, jobId: string): Work<StoredAssignment[]> {
  return yield* rows<StoredAssignment>(
    `SELECT * FROM assignment WHERE tenant_id = $1 AND job_id = $2 AND state IN ('completed', 'exhausted')
     ORDER BY number`,
    tenantId,
    jobId,
  );
}

/** How many assignments of each lock are in each state. */
export type LockCount = Pick<StoredAssignment, 'lock' | 'state'> & { count: number };

export function* countByLock(tenantId: string, jobId: string): Work<LockCount[]> {
  return yield* rows<LockCount>(
    `SELECT lock, state, count(*) AS count FROM assignment WHERE tenant_id = $1 AND job_id = $2
     GROUP BY lock, state ORDER BY lock, state`,
    tenantId,
    jobId,
  );
}

export interface AssignmentStore {
  countByLock(tenantId: string, jobId: string): Promise<LockCount[]>;
  /** Whether a lease of the tenant has run out that nobody has looked at since. */
  isOverdue(tenantId: string, at: number): Promise<boolean>;
}

export function assignmentStore(backend: Backend): AssignmentStore {
  return {
    countByLock: (tenantId, jobId) => backend.transact(() => countByLock(tenantId, jobId)),
    isOverdue: (tenantId, at) =>
      backend.transact(function* () {
        return (yield* overdue(tenantId, at)).length > 0;
      }),
  };
}
