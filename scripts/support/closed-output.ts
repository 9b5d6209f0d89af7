/** The behaviour of a command whose output is closed. */

/**
 * Lets this process continue when the reader of its output has gone (`… | head`): a runner keeps its leases, and a change that
 * was begun is completed. Output that cannot be written for another reason, such as a full disk, is an error with exit code 2.
 * Call it first.
 */
export function outliveReaders(): void {
  const report = (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.exitCode = 2;
    process.stderr.write(`error: The output cannot be written (${error.code}).\n`);
  };
  process.stdout.on('error', report);
  process.stderr.on('error', () => {});
}
