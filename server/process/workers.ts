/** Several processes on one port: starts them, restarts them when they die, and forwards signals. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';

/** A worker that lives this long has recovered from what ended its predecessor, in milliseconds. */
const minLife = 5000;
/** The delay before the second restart in a row, and the longest delay; it doubles in between. In milliseconds. */
const firstDelay = 250;
const maxDelay = 30_000;

/** The place of one worker, whichever process fills it at the moment. */
interface Place {
  worker: Worker | undefined;
  /** Deaths in a row, each before `minLife`. */
  deaths: number;
  startedAt: number;
  /** The timer of the next start, while there is no worker. */
  timer: NodeJS.Timeout | undefined;
}

/**
 * Runs `count` worker processes until a signal ends them. A worker that dies is restarted: immediately, then with increasing
 * delays while it keeps dying. The service ends only if no worker could start initially, with the workers' messages.
 * @returns the function that ends all of them
 */
export function runWorkers(count: number, log: Logger): () => Promise<void> {
  const crew = new Crew(count, log);
  cluster.on('listening', () => crew.noteStart());
  cluster.on('message', (_worker, message) => crew.noteFailure(message));
  cluster.on('exit', (worker, code, signal) => crew.replace(worker, code, signal));
  process.on('SIGHUP', () => signalAll('SIGHUP'));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void crew.end());
  return () => crew.end();
}

class Crew {
  readonly #log: Logger;
  readonly #places: Place[];
  /** Whether any worker ever listened. */
  #hasStarted = false;
  /** The messages of workers that could not start. */
  readonly #failures = new Set<string>();
  #isEnding = false;

  constructor(count: number, log: Logger) {
    this.#log = log;
    this.#places = Array.from({ length: count }, () => {
      return { worker: undefined, deaths: 0, startedAt: 0, timer: undefined };
    });
    for (const place of this.#places) this.#start(place);
  }

  /** From now on the service stays up: workers that failed before get another chance. */
  noteStart(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    for (const failure of this.#failures) this.noteFailure({ failure });
    for (const place of this.#places)
      if (!place.worker && !place.timer) place.timer = setTimeout(() => this.#start(place), firstDelay);
  }

  noteFailure(message: unknown): void {
    const { failure } = (message ?? {}) as { failure?: unknown };
    if (typeof failure !== 'string') return;
    if (this.#hasStarted) this.#log.error({ failure }, 'a worker could not start');
    else this.#failures.add(failure);
  }

  /** Replaces a worker that ended. */
  replace(worker: Worker, code: number, signal: string): void {
    const place = this.#places.find(each => each.worker === worker);
    if (!place) return;
    place.worker = undefined;
    place.deaths = performance.now() - place.startedAt < minLife ? place.deaths + 1 : 1;
    if (this.#isEnding) return;
    // A worker that cannot start the first time says why, and would not start the next time either.
    if (!this.#hasStarted && code === 1) {
      this.#giveUpWithoutWorkers();
      return;
    }
    const delay = place.deaths < 2 ? 0 : Math.min(firstDelay * 2 ** (place.deaths - 2), maxDelay);
    this.#log.error({ code, signal, delay }, 'worker died; starting another');
    place.timer = setTimeout(() => this.#start(place), delay);
  }

  /** Ends all workers, and resolves when they are gone. */
  async end(): Promise<void> {
    this.#isEnding = true;
    for (const { timer } of this.#places) clearTimeout(timer);
    const ends = this.#places.flatMap(({ worker }) => (worker ? once(worker, 'exit') : []));
    signalAll('SIGTERM');
    await Promise.all(ends);
  }

  #start(place: Place): void {
    place.timer = undefined;
    place.startedAt = performance.now();
    place.worker = cluster.fork();
  }

  /** Ends the service when every worker failed at its first start. Until then, another one may still start. */
  #giveUpWithoutWorkers(): void {
    if (this.#places.some(({ worker, timer }) => worker || timer)) return;
    process.exitCode = 1;
    for (const line of this.#failures) process.stderr.write(`${line}\n`);
  }
}

/** Tells the primary why this worker cannot start. */
export function reportFailure(failure: string, done: () => void): void {
  if (process.send) process.send({ failure }, done);
  else done();
}

function signalAll(signal: NodeJS.Signals): void {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
}
