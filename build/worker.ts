/** A worker thread of the build: does one job after another and rings for each, since the build sleeps meanwhile. */
import { type MessagePort, workerData } from 'node:worker_threads';
import type { Job } from './job.ts';
import { packPages } from './pack-job.ts';
import { copyFiles, restorePacks } from './restore-job.ts';
import { stageTexts } from './stage.ts';
import { type CountedWord, takeNewWords } from './token.ts';

const { port, bell } = workerData as { port: MessagePort; bell: Int32Array };

function answer(message: unknown): void {
  port.postMessage(message);
  Atomics.add(bell, 0, 1);
  Atomics.notify(bell, 0);
}

/** Compiling takes the parser of Markdown and all schemas; a thread that only handles files does without. */
async function doJob(job: Job): Promise<{ result: unknown; words?: CountedWord[] }> {
  switch (job.do) {
    case 'stage':
      return { result: stageTexts(job) };
    case 'pack':
      return { result: packPages(job) };
    case 'restore':
      return { result: restorePacks(job) };
    case 'copy':
      return { result: copyFiles(job) };
    case 'compile': {
      const { compileFiles } = await import('./compile-job.ts');
      return { result: compileFiles(job), words: takeNewWords() };
    }
  }
}

port.on('message', async ({ id, job }: { id: number; job: Job }) => {
  try {
    answer({ id, ...(await doJob(job)) });
  } catch (error) {
    answer({ id, error });
  }
});
