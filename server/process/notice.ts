/** Lines for the operator on standard error. A line that several processes write at the same time appears once. */
import cluster, { type Worker } from 'node:cluster';

/** The milliseconds during which the same line is not written again. */
const silence = 10_000;

const saidAt = new Map<string, number>();

/** Writes a line. A worker passes it to the primary process. */
export function notify(line: string): void {
  if (cluster.isWorker && process.connected) process.send!({ notice: line });
  else say(line);
}

/** Writes the lines that workers pass on, in the primary process. */
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
