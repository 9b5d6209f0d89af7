/** A worker thread of the build: runs one job after another and signals after each, since the build sleeps in the meantime. */
import { type MessagePort, workerData } from 'node:worker_threads';
import { drawEach } from './draw-job.ts';
import { doJob, type Job } from './job.ts';

const { port, bell } = workerData as { port: MessagePort; bell: Int32Array };

function answer(message: object): void {
  port.postMessage(message);
  Atomics.add(bell, 0, 1);
  Atomics.notify(bell, 0);
}

port.on('message', async ({ id, job }: { id: number; job: Job }) => {
  try {
    answer({ id, result: await (job.do === 'draw' ? drawEach(job) : doJob(job)) });
  } catch (error) {
    answer({ id, error });
  }
});
