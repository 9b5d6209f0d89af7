/** A worker thread of the build: runs one job after another and signals after each, since the build sleeps in the meantime. */
import { type MessagePort, workerData } from 'node:worker_threads';
import { type CountedWord, takeNewWords } from '../source/token-count.ts';
import { compileFiles } from './compile-job.ts';
import { drawEach } from './draw-job.ts';
import { doFileJob } from './file-job.ts';
import type { Job } from './job.ts';

const { port, bell } = workerData as { port: MessagePort; bell: Int32Array };

function answer(message: object): void {
  port.postMessage(message);
  Atomics.add(bell, 0, 1);
  Atomics.notify(bell, 0);
}

/** Runs a job. Its result comes with the words whose tokens were counted for it. */
async function doJob(job: Job): Promise<{ result: unknown; words?: CountedWord[] }> {
  if (job.do === 'draw') return { result: await drawEach(job) };
  if (job.do !== 'compile') return { result: doFileJob(job) };
  return { result: compileFiles(job), words: takeNewWords() };
}

port.on('message', async ({ id, job }: { id: number; job: Job }) => {
  try {
    answer({ id, ...(await doJob(job)) });
  } catch (error) {
    answer({ id, error });
  }
});
