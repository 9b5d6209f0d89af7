/** A worker thread of the build: does one job after another and rings for each, since the build sleeps meanwhile. */
import { type MessagePort, workerData } from 'node:worker_threads';
import { doJob, type Job } from './job.ts';

const { port, bell } = workerData as { port: MessagePort; bell: Int32Array };

function answer(message: unknown): void {
  port.postMessage(message);
  Atomics.add(bell, 0, 1);
  Atomics.notify(bell, 0);
}

port.on('message', ({ id, job }: { id: number; job: Job }) => {
  try {
    answer({ id, result: doJob(job) });
  } catch (error) {
    answer({ id, error });
  }
});
