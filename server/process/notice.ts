/** Lines for the operator on standard error. What several processes find at the same time is said once. */
import cluster, { type Worker } from 'node:cluster';

/** The milliseconds during which the same line is not written again. */
const silence = 10_000;

const saidAt = new Map<string, number>();

/** Says a line, through the primary of several processes. */
export function notify(line: string): void {
  if (cluster.isWorker && process.connected) process.send!({ notice: line });
  else say(line);
}

/** Says the lines of workers, in the primary. */
export function relayNotices(): void {
  cluster.on('message', (_worker: Worker, message: { notice?: unknown } | undefined) => {
    if (typeof message?.notice === 'string') say(message.notice);
  });
}

function say(line: string): void {
  const now = performance.now();
  if (now - (saidAt.get(line) ?? Number.NEGATIVE_INFINITY) < silence) return;
  saidAt.set(line, now);
  process.stderr.write(`${line}\n`);
}
