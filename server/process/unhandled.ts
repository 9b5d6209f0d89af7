/**
 * Handles unhandled errors: the only place that decides whether the process continues.
 *
 * An unhandled rejection leaves nothing half done that anyone waits for. It is logged, and the process continues. An uncaught
 * exception may have interrupted any function. It is logged, current requests finish, and the process ends with code 1, so that
 * its supervisor starts another.
 */
import type { Logger } from 'pino';

/** The milliseconds that requests have to finish after an exception. */
const maxLeaving = 5000;

/**
 * Handles the unhandled errors of this process.
 * @param leave stops the process in order; called at most once
 */
export function handleUnhandled(log: Logger, leave: () => Promise<unknown>): void {
  let isLeaving = false;
  process.on('unhandledRejection', reason => {
    log.error({ err: asError(reason) }, 'unhandled promise rejection; continuing');
  });
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: asError(error), origin }, 'uncaught exception; the process ends');
    if (isLeaving) return;
    isLeaving = true;
    process.exitCode = 1;
    const end = () => process.exit(1);
    setTimeout(end, maxLeaving);
    leave().then(end, end);
  });
}

/** Returns a thrown value as an error, since logs show a stack only for errors. */
const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(`not an error: ${String(thrown)}`);
