/** A worker thread of the build: runs one job after another and signals after each, since the build sleeps in the meantime. */
import { type MessagePort, workerData } from 'node:worker_threads';
import { type CountedWord, takeNewWords } from '../keep/token.ts';
import { doFileJob, type FileResults } from './file-job.ts';
import type { Job } from './job.ts';

const { port, bell } = workerData as { port: MessagePort; bell: Int32Array };

/** The result of a job; `transfer` lists memory in it that this thread no longer needs. */
interface Done {
  result: unknown;
  words?: CountedWord[];
  transfer?: ArrayBuffer[];
}

function answer(message: object, transfer: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
  Atomics.add(bell, 0, 1);
  Atomics.notify(bell, 0);
}

async function doJob(job: Job): Promise<Done> {
  if (job.do === 'compile') {
    const { compileFiles } = await import('./compile-job.ts');
    return { result: compileFiles(job), words: takeNewWords() };
  }
  const result = doFileJob(job);
  return job.do === 'stage' ? { result, transfer: recordsIn(result as FileResults['stage']) } : { result };
}

const recordsIn = (stagings: FileResults['stage']): ArrayBuffer[] =>
  stagings.flatMap(staging => staging?.record?.buffer ?? []);

port.on('message', async ({ id, job }: { id: number; job: Job }) => {
  try {
    const { transfer, ...done } = await doJob(job);
    answer({ id, ...done }, transfer);
  } catch (error) {
    answer({ id, error });
  }
});
