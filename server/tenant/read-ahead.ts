/**
 * The ended runs of large evaluations, read in slices while runs come in. The transaction of the last run needs all of them: a hundred
 * thousand at once would keep a server from answering anyone else for seconds. Runs that ended never change, so what was read
 * before that transaction is what it would read.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { readLease } from '../evidence/evaluation/lease.ts';
import type { AssignmentStore, EndedAssignment } from '../store/assignment.ts';

/** The number of runs that are read at once, which takes a few milliseconds. */
const slice = 2000;
/** The most runs that are remembered over all evaluations. Each takes about 200 bytes. */
const most = 200_000;

/** The first runs of an evaluation, all of which have ended; and the reading that is under way. */
interface Read {
  runs: EndedAssignment[];
  reading?: Promise<void> | undefined;
}

// By tenant and evaluation, the one that was asked for last at the end.
const remembered = new Map<string, Read>();

const keyOf = (tenantId: string, job: string): string => `${tenantId} ${job}`;

/** The runs that were read of an evaluation: all of the first, up to some number. */
export const readBefore = (tenantId: string, job: string): readonly EndedAssignment[] =>
  remembered.get(keyOf(tenantId, job))?.runs ?? [];

/** Forgets an evaluation that has its evidence. */
export const forgetRead = (tenantId: string, job: string): void => {
  remembered.delete(keyOf(tenantId, job));
};

/** Reads what has ended before the runs of these leases, of evaluations so large that it matters. */
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
      // Names of jobs that do not exist must not fill the memory.
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
    // A run under way leaves a gap; what follows it is read later.
    const gap = found.findIndex(({ number }, at) => number !== before + at + 1);
    for (const run of gap < 0 ? found : found.slice(0, gap)) known.runs.push(run);
    if (known.runs.length > before) remember(keyOf(tenantId, job), known);
    if (gap >= 0 || found.length < slice) return;
    await turn();
  }
}

/** Remembers an evaluation as the newest, and forgets the oldest for which there is no room. */
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
