/** The pool: worker threads that run jobs, if there are enough of them to pay for starting threads; otherwise this thread does. */
import { availableParallelism } from 'node:os';
import Tinypool from 'tinypool';
import { doJob, type Job, type ResultOf } from './job.ts';

/** Fewer jobs than this are finished before threads have started and warmed up. */
const minJobs = 24;
/** Jobs under way for each thread, so that it never waits for the next one, and not all are held at once. */
const ahead = 2;
/** Jobs leave many short-lived objects behind: with the usual size, a tenth of their time goes to collecting them. */
const maxYoungGenerationSizeMb = 64;

/** The path of the bundle of a thread from the root of the project, which `scripts/support/bundle.ts` sets in a bundle. */
declare const bundledWorker: string;

/** The address of the module whose function `doJob` a thread runs. */
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
   * Does a job for each item of a list. A job is made when its turn has come.
   * @param each called with every item and its result, in any order
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

  /** Ends the threads. */
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

/** Cuts a list into pieces of at most `size`. */
export function batches<Item>(items: readonly Item[], size: number): Item[][] {
  const pieces: Item[][] = [];
  for (let start = 0; start < items.length; start += size) pieces.push(items.slice(start, start + size));
  return pieces;
}
