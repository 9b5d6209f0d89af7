/** Jobs: the parts of a build that need nothing but their own input, so that worker threads can do them. */
import { type CompiledFile, type CompileJob, compileFiles } from './compile-job.ts';
import { type Rendered, type RenderJob, renderPages } from './render-job.ts';

export type Job = CompileJob | RenderJob;

export type ResultOf<Each extends Job> = Each extends CompileJob ? CompiledFile[] : Rendered[];

/** Runs a job. The same job gives the same result in any thread. */
export const doJob = async <Each extends Job>(job: Each): Promise<ResultOf<Each>> =>
  (await (job.do === 'compile' ? compileFiles(job) : renderPages(job))) as ResultOf<Each>;
