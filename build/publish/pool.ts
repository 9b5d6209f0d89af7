/**
 * The pool: worker threads that run jobs if there are enough of them to pay for starting threads; otherwise this thread does.
 *
 * The build is synchronous. It hands out jobs and sleeps until a thread signals (`Atomics.wait`), so that no
 * caller has to await promises. Results are returned by job, so their order does not depend on the threads.
 */
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { DrawJob } from './draw-job.ts';
import { doJob, type Job, type ResultOf } from './job.ts';

/** Fewer jobs than this are finished before threads have started and warmed up. */
const minJobs = 12;
/** Jobs queued per thread, so that it never idles while the build reads a result. */
const ahead = 2;
/** Jobs leave many short-lived objects behind: with the usual size, a tenth of their time goes to collecting them. */
const maxYoungGenerationSizeMb = 64;
/** A thread that is silent for this many milliseconds has died: no job takes a tenth of it. */
const patience = 120_000;

/** Where a bundle of this file has the bundle of a thread, from the root of the project; `scripts/support/bundle.ts` says it. */
declare const bundledWorker: string;

/**
 * Returns what a thread runs: beside a bundle, the bundle of a thread; in a clone TypeScript, which tsx reads in the thread
 * itself, since the thread that starts it sleeps meanwhile.
 */
function programOfThread(): { program: string | URL; eval: boolean } {
  if (typeof bundledWorker === 'string')
    return { program: new URL(bundledWorker, new URL('../../', import.meta.url)), eval: false };
  const require = createRequire(import.meta.url);
  const source = fileURLToPath(new URL('worker.ts', import.meta.url));
  const names = [require.resolve('tsx/cjs/api'), source].map(name => JSON.stringify(name));
  return { program: `require(${names[0]}).register(); require(${names[1]});`, eval: true };
}

interface Answer {
  id: number;
  result?: unknown;
  error?: unknown;
}

interface Thread {
  worker: Worker;
  port: MessagePort;
}

export class Pool {
  readonly #bell = new Int32Array(new SharedArrayBuffer(4));
  readonly #size: number;
  #threads: Thread[] = [];

  constructor(size = availableParallelism()) {
    this.#size = size;
  }

  /**
   * Does the jobs of a list, each made when its turn has come, so that not all are held at once; `each` gets every result with the
   * item it belongs to, in any order.
   */
  run<Item, Each extends Exclude<Job, DrawJob>>(
    items: readonly Item[],
    jobOf: (item: Item) => Each,
    each: (result: ResultOf<Each>, item: Item) => void,
  ): void {
    const isFew = items.length < minJobs || this.#size < 2;
    if (this.#threads.length > 0 || !isFew) this.runInThreads(items, jobOf, each);
    else for (const item of items) each(doJob(jobOf(item)), item);
  }

  /** Does the same, and starts threads however few jobs there are. */
  runInThreads<Item, Each extends Job>(
    items: readonly Item[],
    jobOf: (item: Item) => Each,
    each: (result: ResultOf<Each>, item: Item) => void,
  ): void {
    if (items.length === 0) return;
    if (this.#threads.length === 0) this.#start();
    let next = 0;
    const give = (port: MessagePort) => {
      if (next < items.length) port.postMessage({ id: next, job: jobOf(items[next++]!) });
    };
    for (let turn = 0; turn < ahead; turn += 1) for (const { port } of this.#threads) give(port);
    for (let done = 0; done < items.length; ) {
      const heard = Atomics.load(this.#bell, 0);
      const answers = this.#threads.flatMap(({ port }) => drain(port).map(answer => ({ port, answer })));
      if (answers.length === 0) this.#sleep(heard);
      for (const { port, answer } of answers) {
        if (answer.error !== undefined) throw answer.error;
        give(port);
        each(answer.result as ResultOf<Each>, items[answer.id]!);
        done += 1;
      }
    }
  }

  /** Ends the threads. */
  close(): void {
    for (const { worker } of this.#threads) void worker.terminate();
    this.#threads = [];
  }

  #start(): void {
    const { program, eval: isText } = programOfThread();
    this.#threads = Array.from({ length: this.#size }, () => {
      const { port1, port2 } = new MessageChannel();
      const workerData = { port: port2, bell: this.#bell };
      const worker = new Worker(program, {
        eval: isText,
        execArgv: [],
        workerData,
        transferList: [port2],
        resourceLimits: { maxYoungGenerationSizeMb },
      });
      worker.unref();
      port1.unref();
      return { worker, port: port1 };
    });
  }

  #sleep(heard: number): void {
    if (Atomics.wait(this.#bell, 0, heard, patience) === 'timed-out')
      throw new Error('A worker thread of the build does not answer.');
  }
}

function drain(port: MessagePort): Answer[] {
  const answers: Answer[] = [];
  for (let held = receiveMessageOnPort(port); held; held = receiveMessageOnPort(port))
    answers.push(held.message as Answer);
  return answers;
}

/** Cuts a list into pieces of at most `size`. */
export function batches<Item>(items: readonly Item[], size: number): Item[][] {
  const pieces: Item[][] = [];
  for (let start = 0; start < items.length; start += size) pieces.push(items.slice(start, start + size));
  return pieces;
}
