/** A pool of worker threads that run jobs. If there are too few jobs to make up for starting threads, this thread runs them. */
import { availableParallelism } from 'node:os';
import Tinypool from 'tinypool';
import { doJob, type Job, type ResultOf } from './job.ts';

/** The fewest jobs for which threads are started. Fewer jobs are finished before threads have started and warmed up. */
const minJobs = 40;
/**
 * The number of jobs that are given to each thread at a time, so that none waits for its next job, and not all jobs are held at
 * once.
 */
const ahead = 2;
/**
 * The megabytes that a thread has for short-lived objects. Jobs make many of them: with the usual size, collecting them takes a
 * tenth of the time.
 */
const maxYoungGenerationSizeMb = 64;

/** The path of the bundle of a thread, relative to the root of the project. `scripts/support/bundle.ts` sets it in a bundle. */
declare const bundledWorker: string;

/** The address of the module whose function `doJob` each thread runs. */
const program =
  typeof bundledWorker === 'string'
    ? new URL(bundledWorker, new URL('../../', import.meta.url)).href
    : new URL('worker.mjs', import.meta.url).href;

export class Pool {
  readonly #size: number;
  #threads: Tinypool | undefined;

  constructor(size = availableParallelism()) {
    this.#size = size;
  }

  /**
   * Runs a job for each item of a list, and makes each job only when it is about to run.
   * @param each called with the result of each job and its item, in any order
   */
  async run<Item, Each extends Job>(
    items: readonly Item[],
    jobOf: (item: Item) => Each,
    each: (result: ResultOf<Each>, item: Item) => void,
  ): Promise<void> {
    const isFew = items.length < minJobs || this.#size < 2;
    if (!isFew) this.#threads ??= this.#start();
    const threads = this.#threads;
    const perform = threads
      ? (job: Each) => threads.run(job, { name: 'doJob' }) as Promise<ResultOf<Each>>
      : (job: Each) => doJob(job);
    const waiting = items.values();
    const work = async () => {
      for (const item of waiting) each(await perform(jobOf(item)), item);
    };
    await Promise.all(Array.from({ length: threads ? this.#size * ahead : 1 }, work));
  }

  /** Ends the threads. A later call of `run` starts new ones. */
  async close(): Promise<void> {
    await this.#threads?.destroy();
    this.#threads = undefined;
  }

  #start(): Tinypool {
    return new Tinypool({
      filename: program,
      execArgv: [],
      minThreads: this.#size,
      maxThreads: this.#size,
      resourceLimits: { maxYoungGenerationSizeMb },
    });
  }
}

/** Cuts a list into pieces of `size` items, of which the last may have fewer. */
export function batches<Item>(items: readonly Item[], size: number): Item[][] {
  const pieces: Item[][] = [];
  for (let start = 0; start < items.length; start += size) pieces.push(items.slice(start, start + size));
  return pieces;
}
