/** Jobs: the parts of a build that need only their own input, so that worker threads can run them. */
import { type CompiledFile, type CompileJob, compileFiles } from './compile-job.ts';
import { type Rendered, type RenderJob, renderPages } from './render-job.ts';

export type Job = CompileJob | RenderJob;

export type ResultOf<Each extends Job> = Each extends CompileJob ? CompiledFile[] : Rendered[];

/** Runs a job, and returns its result, which is the same in any thread. */
export const doJob = async <Each extends Job>(job: Each): Promise<ResultOf<Each>> =>
  (await (job.do === 'compile' ? compileFiles(job) : renderPages(job))) as ResultOf<Each>;
