/** The test files of a run, which its processes take one after another. What each does is noted in files, so that the run sees it. */
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** Names the folder of the queue to the processes. */
export const queueVariable = 'TEST_QUEUE';
/** Is `1` for the processes that start last. */
export const lastVariable = 'TEST_LAST';

/** A test file, by its path from the root of the project, and its bundle. */
interface Queued {
  file: string;
  bundle: string;
}

export interface TestQueue {
  folder: string;
  /** The files that have been running for longer than this, in milliseconds, and the processes that run them. */
  running(longerThan: number): { file: string; pid: number }[];
  /** The files that did not end. */
  unfinished(): string[];
  /** The processes that are still there so long after the last file of all ended, in milliseconds, each with the files that it ran. */
  lingering(longerThan: number): { files: string[]; pid: number }[];
}

const claimOf = (folder: string, index: number) => join(folder, String(index));
const endOf = (folder: string, index: number) => join(folder, `${index}-ended`);

/**
 * Makes the queue of a run.
 * @param place the folder in which its own is made
 * @param bundles that of each file
 */
export function createQueue(place: string, files: readonly string[], bundles: readonly string[]): TestQueue {
  const folder = mkdtempSync(join(place, 'queue-'));
  const queued = files.map((file, index): Queued => ({ file, bundle: bundles[index]! }));
  writeFileSync(join(folder, 'files.json'), JSON.stringify(queued));
  const open = () => [...files.entries()].filter(([index]) => !existsSync(endOf(folder, index)));
  return {
    folder,
    running: longerThan =>
      open().flatMap(([index, file]) => {
        const begun = statSync(claimOf(folder, index), { throwIfNoEntry: false });
        if (!begun || Date.now() - begun.mtimeMs < longerThan) return [];
        const pid = Number(readFileSync(claimOf(folder, index), 'utf8'));
        return pid > 0 ? [{ file, pid }] : [];
      }),
    unfinished: () => open().map(([, file]) => file),
    lingering: longerThan => {
      if (open().length > 0) return [];
      const ends = files.map((_, index) => statSync(endOf(folder, index)).mtimeMs);
      if (Date.now() - Math.max(...ends) < longerThan) return [];
      const pids = files.map((_, index) => Number(readFileSync(claimOf(folder, index), 'utf8')));
      return [...new Set(pids)]
        .filter(isAlive)
        .map(pid => ({ pid, files: files.filter((_, index) => pids[index] === pid) }));
    },
  };
}

/** Takes the files that no other process took, in their order; each has ended when the next is asked for, or none is any more. */
export function* takeFiles(folder: string): Generator<Queued> {
  const queued = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')) as Queued[];
  for (const [index, each] of queued.entries()) {
    if (!claim(claimOf(folder, index))) continue;
    try {
      yield each;
    } finally {
      writeFileSync(endOf(folder, index), '');
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Whether this process is the first to claim. */
function claim(path: string): boolean {
  try {
    const handle = openSync(path, 'wx');
    writeSync(handle, String(process.pid));
    closeSync(handle);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
