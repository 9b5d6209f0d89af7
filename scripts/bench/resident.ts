/** The memory of other processes, read from outside (proc(5)), so that what is measured runs as it does for its users. */
import { readFileSync } from 'node:fs';

/** `VmRSS` is the resident set of now, `VmHWM` the largest that it has been. */
type Field = 'VmRSS' | 'VmHWM';

/** Bytes of the largest process among one and its children, all threads together; 0 where there is no `/proc`. */
export function residentBytes(root: number, field: Field): number {
  const children = read(`/proc/${root}/task/${root}/children`).split(' ').filter(Boolean).map(Number);
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(read(`/proc/${root}/status`))?.[1];
  return Math.max(Number(kibibytes ?? 0) * 1024, ...children.map(child => residentBytes(child, field)));
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It ended meanwhile.
    return '';
  }
}
