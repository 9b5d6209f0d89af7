/** Jobs: the parts of a build that need nothing but their own input, so that worker threads can do them. */
import { type CompiledFile, type CompileJob, compileFiles } from './compile-job.ts';
import { doFileJob, type FileJob, type FileResults } from './file-job.ts';

export type Job = CompileJob | FileJob;

interface Results extends FileResults {
  compile: CompiledFile[];
}

export type ResultOf<Each extends Job> = Results[Each['do']];

/** Runs a job. The same job gives the same result in any thread. */
export function doJob<Each extends Job>(job: Each): ResultOf<Each> {
  return (job.do === 'compile' ? compileFiles(job) : doFileJob(job)) as ResultOf<Each>;
}
