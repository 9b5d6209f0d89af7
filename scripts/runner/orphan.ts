/** Programs that outlive the runner or the program that started them: they would go on spending, or change an answer that was given. */
import { readdirSync, readFileSync } from 'node:fs';

/** A group of processes, and when its leader began, by which it is told from another with its number. */
export interface ProcessMark {
  pid: number;
  began: string;
}

/** The mark of a process; undefined where the system does not say when it began. */
export function markOf(pid: number): ProcessMark | undefined {
  try {
    // The name of the program, in parentheses, may hold anything (proc(5)).
    const began = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[19];
    return began === undefined ? undefined : { pid, began };
  } catch {
    return undefined;
  }
}

/** Kills a group of processes, if it is still the one that was marked. */
export function killMarked(mark: ProcessMark | undefined): void {
  if (mark === undefined || markOf(mark.pid)?.began !== mark.began) return;
  try {
    process.kill(-mark.pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

/** How often the processes are gone through: one may start another meanwhile. */
const passes = 5;

/**
 * Kills every process that was started with a variable, wherever it went since. A process that removed it from its environment
 * is not found: only running as another user stops that (docs/run-isolation.md#3).
 * @param variable `NAME=value`
 */
export function killMarkedBy(variable: string): void {
  for (let pass = 0; pass < passes && killEach(variable) > 0; pass += 1);
}

/** Returns how many there were. None are found where the system does not show environments (proc(5)). */
function killEach(variable: string): number {
  let found = 0;
  for (const pid of processes()) {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(variable)) continue;
      process.kill(Number(pid), 'SIGKILL');
      found += 1;
    } catch {
      // It ended, or is somebody else's.
    }
  }
  return found;
}

function processes(): string[] {
  try {
    return readdirSync('/proc').filter(name => /^\d+$/.test(name) && Number(name) !== process.pid);
  } catch {
    return [];
  }
}
