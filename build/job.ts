/** Jobs: the parts of a build that need nothing but their own input, so that worker threads can do them. */
import { type CompiledFile, type CompileJob, compileFiles } from './compile-job.ts';
import { type StageJob, type Staging, stageTexts } from './stage.ts';

export type Job = CompileJob | StageJob;

export type ResultOf<Each extends Job> = Each extends CompileJob ? CompiledFile[] : (Staging | undefined)[];

/** Does a job. The same job gives the same result in any thread. */
export function doJob<Each extends Job>(job: Each): ResultOf<Each> {
  return (job.do === 'compile' ? compileFiles(job) : stageTexts(job)) as ResultOf<Each>;
}
