/** A worker thread of the build: does one job after another and rings for each, since the build sleeps meanwhile. */
import { type MessagePort, workerData } from 'node:worker_threads';
import type { Job } from './job.ts';
import { packPages } from './pack-job.ts';
import { copyFiles, restorePacks } from './restore-job.ts';
import { stageTexts } from './stage.ts';
import { type CountedWord, takeNewWords } from './token.ts';

const { port, bell } = workerData as { port: MessagePort; bell: Int32Array };

/** What a job came to; `transfer` is memory in it that this thread does not need any more. */
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

/** Compiling takes the parser of Markdown and all schemas; a thread that only handles files does without. */
async function doJob(job: Job): Promise<Done> {
  switch (job.do) {
    case 'stage': {
      const result = stageTexts(job);
      return { result, transfer: result.flatMap(staging => staging?.record?.buffer ?? []) };
    }
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
    const { transfer, ...done } = await doJob(job);
    answer({ id, ...done }, transfer);
  } catch (error) {
    answer({ id, error });
  }
});
