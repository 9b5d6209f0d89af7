/** Checks whether a process still runs. */

/** Tells whether a process of this machine runs, whichever user owns it. */
export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
