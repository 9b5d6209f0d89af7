/** Several processes on one port: starts them, restarts them when they die, and forwards signals. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { tell } from '../support/diagnostics.ts';
import type { DrainStage } from './drain.ts';
import { relayNotices } from './notice.ts';

/** A worker that serves for this long has recovered from what ended its predecessor, in milliseconds. */
const minLife = 5000;
/** The delay before the second restart in a row, and the longest delay; it doubles in between. In milliseconds. */
const firstDelay = 250;
const maxDelay = 30_000;

/**
 * The milliseconds between two signs of life of a worker. A worker that is silent for longer than the limit below hangs and is
 * killed; a start may take longer.
 */
const aliveMilliseconds = 1000;
const maxSilence = 10_000;
const maxStart = 120_000;
/** The milliseconds after a signal by which nothing of the service is left (docs/operation.md#6). */
const stopTimeout = 29_000;

/** The place of one worker, for whatever process fills it at the moment. */
interface Place {
  worker: Worker | undefined;
  /** Deaths in a row, each before it had served for `minLife`. */
  deaths: number;
  /**
   * The time at which its process began, and the time at which it began to serve; undefined before that. A start can be slow,
   * so its time does not count.
   */
  startedAt: number;
  servingSince: number | undefined;
  /** The time of its last sign of life; undefined before the first. */
  heardAt: number | undefined;
  /** Whether it was killed because it hung. */
  isHung: boolean;
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
  /** Whether any worker ever listened. */
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

  /** A worker said that it runs. */
  noteLife(worker: Worker, message: unknown): void {
    if ((message as { isAlive?: unknown } | null)?.isAlive !== true) return;
    const place = this.#places.find(each => each.worker === worker);
    if (place) place.heardAt = performance.now();
  }

  /** Ends workers that hang: their places are filled as when they die. */
  #watch(): void {
    let before = performance.now();
    setInterval(() => {
      const now = performance.now();
      // This process was held up itself, as when the whole machine slept: what workers said meanwhile comes now.
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

  /** A worker serves. From the first on, the service stays up: workers that failed before get another chance. */
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

  /** Replaces a worker that ended. */
  replace(worker: Worker, code: number, signal: string): void {
    const place = this.#places.find(each => each.worker === worker);
    if (!place) return;
    place.worker = undefined;
    const served = performance.now() - (place.servingSince ?? performance.now());
    place.deaths = served < minLife ? place.deaths + 1 : 1;
    if (this.#isEnding) {
      // The others need not wait for it.
      this.#releaseTogether('quiet');
      this.#releaseTogether('closed');
      return;
    }
    // A worker that cannot start the first time says why, and would not start the next time either.
    if (!this.#hasStarted && code === 1) {
      this.#giveUpWithoutWorkers();
      return;
    }
    tell('worker', { reason: place.isHung ? 'hung' : 'died' });
    const delay = place.deaths < 2 ? 0 : Math.min(firstDelay * 2 ** (place.deaths - 2), maxDelay);
    this.#log.error({ code, signal, delay }, 'worker died; starting another');
    place.timer = setTimeout(() => this.#start(place), delay);
  }

  /** Lets all workers continue their shutdown together. A worker that ends on its own need not wait. */
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

  /** Ends the service when every worker failed at its first start. Until then, another one may still start. */
  #giveUpWithoutWorkers(): void {
    if (this.#places.some(({ worker, timer }) => worker || timer)) return;
    process.exitCode = 1;
    for (const line of this.#failures) process.stderr.write(`${line}\n`);
  }
}

/** Says every second, in a worker, that it runs. */
export function sayAlive(): void {
  const say = () => {
    if (process.connected) process.send!({ isAlive: true }, () => {});
  };
  say();
  setInterval(say, aliveMilliseconds).unref();
}

/** Tells the primary why this worker cannot start. */
export function tellFailure(failure: string, done: () => void): void {
  if (process.send) process.send({ failure }, done);
  else done();
}

function signalAll(signal: NodeJS.Signals): void {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
}

/** Tells a worker to go on. It may have ended meanwhile. */
const release = (worker: Worker, stage: DrainStage) => void worker.send({ stage }, () => {});

/** The milliseconds that a worker waits for the others at a stage of its end. */
const meetingTimeout = 1000;

/** Waits, in a worker, until all workers have reached a stage of the shutdown. */
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
