/** How many files and sockets the operating system lets this process open. */
import { readFileSync } from 'node:fs';

/** The files that stay free for the catalog, the database and their locks, as long as the limit has that many. */
const reserved = 64;
const reservedShare = 1 / 8;

/** Returns the limit of open files of this process; undefined where it has none. */
export function openFileLimit(): number | undefined {
  const soft = softLimit();
  return Number.isSafeInteger(soft) ? soft : undefined;
}

/** Linux says it in a file; elsewhere the diagnostic report knows, which takes longer to make. */
function softLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1');
    return Number(/^Max open files +(\S+)/m.exec(limits)?.[1]);
  } catch {
    const report = process.report.getReport() as { userLimits?: { open_files?: { soft: unknown } } };
    return Number(report.userLimits?.open_files?.soft);
  }
}

/** Returns the number of connections that fit into a limit of open files, with room for everything else that is opened. */
export function connectionsWithin(files: number): number {
  return Math.floor(files - Math.min(files / 2, Math.max(reserved, files * reservedShare)));
}
