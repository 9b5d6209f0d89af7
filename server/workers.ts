/** Several processes over one port: starts them, starts them again when they die, and passes signals on. */
import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';

/** A worker that dies sooner than this after its start is not started again at once, in milliseconds. */
const minLife = 5_000;

/** Runs `count` worker processes until a signal ends them. */
export function runWorkers(count: number, log: Logger): void {
  let stopping = false;
  const started = new Map<Worker, number>();
  const start = () => started.set(cluster.fork(), Date.now());
  cluster.on('exit', (worker, code, signal) => {
    const life = Date.now() - (started.get(worker) ?? 0);
    started.delete(worker);
    if (stopping) return;
    // A worker that cannot even start would not start the next time either: its own message says why.
    if (code === 1 && life < minLife) {
      stopping = true;
      process.exitCode = 1;
      signalAll('SIGTERM');
      return;
    }
    log.error({ code, signal }, 'worker died; starting another');
    setTimeout(start, life < minLife ? minLife : 0);
  });
  process.on('SIGHUP', () => signalAll('SIGHUP'));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      stopping = true;
      signalAll('SIGTERM');
    });
  }
  for (let index = 0; index < count; index += 1) start();
}

function signalAll(signal: NodeJS.Signals): void {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
}
