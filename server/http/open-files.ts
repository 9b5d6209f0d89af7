/** The number of files and sockets that the operating system lets this process open. */
import { readFileSync } from 'node:fs';

/** The number of files that are kept for the catalog, the database and their locks, if the limit is large enough. */
const reserved = 64;
const reservedShare = 1 / 8;

/** Returns the limit on the open files of this process; undefined if there is none. */
export function openFileLimit(): number | undefined {
  const soft = softLimit();
  return Number.isSafeInteger(soft) ? soft : undefined;
}

/**
 * Reads the soft limit on open files; NaN if there is none. Linux has it in a file; other systems have it in the diagnostic
 * report of Node.js, which takes longer to make.
 */
function softLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1');
    return Number(/^Max open files +(\S+)/m.exec(limits)?.[1]);
  } catch {
    const report = process.report.getReport() as { userLimits?: { open_files?: { soft: unknown } } };
    return Number(report.userLimits?.open_files?.soft);
  }
}

/** Returns the number of connections that fit into a limit on open files, beside the other files of the process. */
export function connectionsWithin(files: number): number {
  return Math.floor(files - Math.min(files / 2, Math.max(reserved, files * reservedShare)));
}
