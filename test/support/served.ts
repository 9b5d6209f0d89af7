/** The processor time that the main thread of a process had, which answers all requests of a server. */
import { readFileSync } from 'node:fs';

/** In milliseconds; those of the clock where that cannot be told. proc(5): the first number is nanoseconds of the first thread. */
export function servedBy(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
