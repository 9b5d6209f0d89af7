/** Jobs: the parts of a build that need nothing but their own input, so that worker threads can do them. */
import { type CompiledFile, type CompileJob, compileFiles } from './compile-job.ts';
import type { DrawJob } from './draw-job.ts';
import { type MadePack, makePack, type PackJob } from './pack-job.ts';

export type Job = CompileJob | PackJob | DrawJob;

interface Results {
  compile: CompiledFile[];
  pack: MadePack;
  draw: string[];
}

export type ResultOf<Each extends Job> = Results[Each['do']];

/** Runs a job. The same job gives the same result in any thread. Drawing waits for its program, so a thread does it. */
export function doJob<Each extends Exclude<Job, DrawJob>>(job: Each): ResultOf<Each> {
  return (job.do === 'compile' ? compileFiles(job) : makePack(job)) as ResultOf<Each>;
}
