/** Runs several processes on one port: starts them, restarts them when they die, and forwards signals. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { tell } from '../support/diagnostics.ts';
import type { DrainStage } from './drain.ts';
import { relayNotices } from './notice.ts';

/** The milliseconds of service after which a worker no longer counts as dying again and again. */
const minLife = 5000;
/** The milliseconds before the second restart in a row, and the most before any. The delay doubles in between. */
const firstDelay = 250;
const maxDelay = 30_000;

/**
 * The milliseconds between two signs of life of a worker; the longest silence after which it counts as hanging and is killed;
 * and the longest silence while it starts.
 */
const aliveMilliseconds = 1000;
const maxSilence = 10_000;
const maxStart = 120_000;
/** The milliseconds after a signal at which every process that is left is killed (docs/operation.md#6). */
const stopTimeout = 29_000;

/** The place of one worker. When the worker dies, another fills the place. */
interface Place {
  worker: Worker | undefined;
  /** The number of deaths in a row, each before the worker had served for `minLife`. */
  deaths: number;
  /**
   * The times at which the worker was started and at which it began to serve, in milliseconds of `performance.now()`; the latter
   * is undefined before that. A start may be slow, so it does not count as service.
   */
  startedAt: number;
  servingSince: number | undefined;
  /** The time of the worker's last sign of life, in milliseconds of `performance.now()`; undefined before the first. */
  heardAt: number | undefined;
  /** Whether the worker was killed because it hung. */
  isHung: boolean;
  /** The timer of the next start, while there is no worker; undefined if none is due. */
  timer: NodeJS.Timeout | undefined;
}

/**
 * Runs `count` worker processes until a signal ends them. A worker that dies is restarted: at once the first time, then with
 * growing delays while it keeps dying. If no worker could start at all, the service ends with their messages.
 * @returns a function that ends all workers
 */
export function runWorkers(count: number, log: Logger): () => Promise<void> {
  const crew = new Crew(count, log);
  relayNotices();
  cluster.on('listening', worker => crew.noteStart(worker));
  cluster.on('message', (worker, message) => {
    crew.noteFailure(message);
    crew.noteStage(worker, message);
    crew.noteLife(worker, message);
  });
  cluster.on('exit', (worker, code, signal) => crew.replace(worker, code, signal));
  process.on('SIGHUP', () => signalAll('SIGHUP'));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void crew.end());
  return () => crew.end();
}

class Crew {
  readonly #log: Logger;
  readonly #places: Place[];
  /** Whether any worker has ever listened. */
  #hasStarted = false;
  /** The messages of workers that could not start. */
  readonly #failures = new Set<string>();
  #isEnding = false;
  readonly #arrived: Record<DrainStage, Set<Worker>> = { quiet: new Set(), closed: new Set() };

  constructor(count: number, log: Logger) {
    this.#log = log;
    this.#places = Array.from({ length: count }, () => {
      return {
        worker: undefined,
        deaths: 0,
        startedAt: 0,
        servingSince: undefined,
        timer: undefined,
        heardAt: undefined,
        isHung: false,
      };
    });
    for (const place of this.#places) this.#start(place);
    this.#watch();
  }

  /** Notes the time of a worker's sign of life. */
  noteLife(worker: Worker, message: unknown): void {
    if ((message as { isAlive?: unknown } | null)?.isAlive !== true) return;
    const place = this.#places.find(each => each.worker === worker);
    if (place) place.heardAt = performance.now();
  }

  /** Looks every second for workers that hang, and kills them. They are replaced like workers that die. */
  #watch(): void {
    let before = performance.now();
    setInterval(() => {
      const now = performance.now();
      // If this process itself was held up, for example while the machine slept, the workers' messages arrive only now.
      const late = now - before - aliveMilliseconds;
      before = now;
      for (const place of this.#places) {
        if (!place.worker || place.isHung) continue;
        if (late > aliveMilliseconds && place.heardAt !== undefined) place.heardAt = now;
        const silence =
          place.heardAt === undefined ? now - place.startedAt - maxStart : now - place.heardAt - maxSilence;
        if (silence < 0) continue;
        place.isHung = true;
        this.#log.error({ worker: place.worker.process.pid }, 'a worker hangs: it is ended');
        place.worker.process.kill('SIGKILL');
      }
    }, aliveMilliseconds).unref();
  }

  /** Notes that a worker serves. After the first one the service stays up, so workers that failed before are started again. */
  noteStart(worker: Worker): void {
    const itsPlace = this.#places.find(each => each.worker === worker);
    if (itsPlace) itsPlace.servingSince ??= performance.now();
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

  /** Starts another worker in the place of one that ended. */
  replace(worker: Worker, code: number, signal: string): void {
    const place = this.#places.find(each => each.worker === worker);
    if (!place) return;
    place.worker = undefined;
    const served = performance.now() - (place.servingSince ?? performance.now());
    place.deaths = served < minLife ? place.deaths + 1 : 1;
    if (this.#isEnding) {
      // The other workers must not wait for it at these stages.
      this.#releaseTogether('quiet');
      this.#releaseTogether('closed');
      return;
    }
    // A worker that could not start for the first time says why, and would fail again for the same reason.
    if (!this.#hasStarted && code === 1) {
      this.#giveUpWithoutWorkers();
      return;
    }
    tell('worker', { reason: place.isHung ? 'hung' : 'died' });
    const delay = place.deaths < 2 ? 0 : Math.min(firstDelay * 2 ** (place.deaths - 2), maxDelay);
    this.#log.error({ code, signal, delay }, 'worker died; starting another');
    place.timer = setTimeout(() => this.#start(place), delay);
  }

  /** Lets all workers go on together when all have reached a stage of the stop. A worker that ends by itself need not wait. */
  noteStage(worker: Worker, message: unknown): void {
    const { stage } = (message ?? {}) as { stage?: DrainStage };
    if (stage !== 'quiet' && stage !== 'closed') return;
    if (!this.#isEnding) {
      release(worker, stage);
      return;
    }
    this.#arrived[stage].add(worker);
    this.#releaseTogether(stage);
  }

  #releaseTogether(stage: DrainStage): void {
    const present = this.#places.flatMap(place => (place.worker ? [place.worker] : []));
    if (present.every(worker => this.#arrived[stage].has(worker)))
      for (const worker of present) release(worker, stage);
  }

  /** Ends all workers, and resolves when they are gone. */
  async end(): Promise<void> {
    this.#isEnding = true;
    for (const { timer } of this.#places) clearTimeout(timer);
    const ends = this.#places.flatMap(({ worker }) => (worker ? once(worker, 'exit') : []));
    signalAll('SIGTERM');
    const last = setTimeout(() => signalAll('SIGKILL'), stopTimeout);
    await Promise.all(ends);
    clearTimeout(last);
  }

  #start(place: Place): void {
    place.timer = undefined;
    place.startedAt = performance.now();
    place.servingSince = undefined;
    place.heardAt = undefined;
    place.isHung = false;
    place.worker = cluster.fork();
  }

  /** Ends the service if every worker failed at its first start. While one may still start, does nothing. */
  #giveUpWithoutWorkers(): void {
    if (this.#places.some(({ worker, timer }) => worker || timer)) return;
    process.exitCode = 1;
    for (const line of this.#failures) process.stderr.write(`${line}\n`);
  }
}

/** Tells the primary process every second that this worker runs. */
export function sayAlive(): void {
  const say = () => {
    if (process.connected) process.send!({ isAlive: true }, () => {});
  };
  say();
  setInterval(say, aliveMilliseconds).unref();
}

/** Tells the primary process why this worker cannot start. */
export function tellFailure(failure: string, done: () => void): void {
  if (process.send) process.send({ failure }, done);
  else done();
}

function signalAll(signal: NodeJS.Signals): void {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
}

/** Tells a worker to go on with its stop. The worker may have ended meanwhile. */
const release = (worker: Worker, stage: DrainStage) => void worker.send({ stage }, () => {});

/** The milliseconds that a worker waits for the others at a stage of the stop. */
const meetingTimeout = 1000;

/** Waits, in a worker, until all workers have reached a stage of the stop, or for a second at most. */
export async function meetWorkers(stage: DrainStage): Promise<void> {
  let met = () => {};
  const all = new Promise<void>(resolve => {
    met = resolve;
  });
  const onMessage = (message: { stage?: DrainStage }) => {
    if (message?.stage === stage) met();
  };
  process.on('message', onMessage);
  if (process.connected) process.send!({ stage });
  await Promise.race([all, wait(meetingTimeout, undefined, { ref: false })]);
  process.off('message', onMessage);
}
