/** Jobs: the parts of a build that need nothing but their own input, so that worker threads can do them. */
import type { PackEntry } from '#document/manifest.ts';
import { type CompiledFile, type CompileJob, compileFiles } from './compile-job.ts';
import { type PackJob, packPages } from './pack-job.ts';
import { type CopyJob, copyFiles, type RestoredPage, type RestoreJob, restorePacks } from './restore-job.ts';
import { type StageJob, type Staging, stageTexts } from './stage.ts';

export type Job = CompileJob | StageJob | PackJob | RestoreJob | CopyJob;

interface Results {
  compile: CompiledFile[];
  stage: (Staging | undefined)[];
  pack: PackEntry;
  restore: RestoredPage[] | undefined;
  copy: true;
}

export type ResultOf<Each extends Job> = Results[Each['do']];

/** Does a job. The same job gives the same result in any thread. */
export function doJob<Each extends Job>(job: Each): ResultOf<Each> {
  return doAny(job) as ResultOf<Each>;
}

function doAny(job: Job): ResultOf<Job> {
  switch (job.do) {
    case 'compile':
      return compileFiles(job);
    case 'stage':
      return stageTexts(job);
    case 'pack':
      return packPages(job);
    case 'restore':
      return restorePacks(job);
    case 'copy':
      return copyFiles(job);
  }
}
