/** Programs that outlive a runner which was killed: they would go on spending for a run that begins again. */
import { readFileSync } from 'node:fs';

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
