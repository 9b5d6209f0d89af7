/**
 * Reads the ended runs of large evaluations in slices, while runs come in. The transaction of the last run needs all of them,
 * and reading a hundred thousand at once would keep a server from answering anyone else for seconds. Runs that ended never
 * change, so reading them early gives the same result.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { readLease } from '../evidence/evaluation/lease.ts';
import type { AssignmentStore, EndedAssignment } from '../store/assignment.ts';

/** The number of runs that are read at a time, which takes a few milliseconds. */
const slice = 2000;
/** The most runs that are kept in memory, over all evaluations. Each takes about 200 bytes. */
const most = 200_000;

/** The first runs of an evaluation, all of which have ended, and the reading of more if it is under way. */
interface Read {
  runs: EndedAssignment[];
  reading?: Promise<void> | undefined;
}

// The runs by tenant and evaluation, with the evaluation that was used last at the end.
const remembered = new Map<string, Read>();

const keyOf = (tenantId: string, job: string): string => `${tenantId} ${job}`;

/** Returns the runs of an evaluation that were read ahead: all from the first up to some number. */
export const readBefore = (tenantId: string, job: string): readonly EndedAssignment[] =>
  remembered.get(keyOf(tenantId, job))?.runs ?? [];

/** Drops the runs of an evaluation that has its evidence now. */
export const forgetRead = (tenantId: string, job: string): void => {
  remembered.delete(keyOf(tenantId, job));
};

/**
 * Reads ahead the ended runs before those of the given leases, in evaluations that are large enough.
 * @param leases the names of leases
 */
export async function readAhead(
  store: Pick<AssignmentStore, 'ended'>,
  tenantId: string,
  leases: readonly string[],
): Promise<void> {
  for (const { job, number } of leases.map(readLease)) {
    const key = keyOf(tenantId, job);
    const known: Read = remembered.get(key) ?? { runs: [] };
    if (number - known.runs.length <= slice) continue;
    remembered.set(key, known);
    known.reading ??= extend(store, tenantId, job, known).finally(() => {
      known.reading = undefined;
      // Jobs that do not exist must not fill the memory.
      if (known.runs.length === 0) remembered.delete(key);
    });
    await known.reading;
  }
}

async function extend(
  store: Pick<AssignmentStore, 'ended'>,
  tenantId: string,
  job: string,
  known: Read,
): Promise<void> {
  for (;;) {
    const before = known.runs.length;
    const found = await store.ended(tenantId, job, before, slice);
    // A run that has not ended leaves a gap. The runs behind it are read later.
    const gap = found.findIndex(({ number }, at) => number !== before + at + 1);
    for (const run of gap < 0 ? found : found.slice(0, gap)) known.runs.push(run);
    if (known.runs.length > before) remember(keyOf(tenantId, job), known);
    if (gap >= 0 || found.length < slice) return;
    await turn();
  }
}

/** Keeps the runs of an evaluation as the newest, and drops the oldest ones for which there is no room. */
function remember(key: string, known: Read): void {
  remembered.delete(key);
  remembered.set(key, known);
  let count = [...remembered.values()].reduce((sum, { runs }) => sum + runs.length, 0);
  for (const [oldest, { runs }] of remembered) {
    if (count <= most || oldest === key) return;
    remembered.delete(oldest);
    count -= runs.length;
  }
}
