/** Jobs that only handle files. Threads load them without the Markdown parser and the schemas, which compiling needs. */
import type { PackEntry } from '#document/manifest.ts';
import {
  type CopyJob,
  copyFiles,
  type RestoredPage,
  type RestoreJob,
  restorePacks,
} from '../keep/restore-job.ts';
import { type PackJob, packPages } from '../publish/pack-job.ts';
import { type StageJob, type Staging, stageTexts } from '../publish/stage.ts';

export type FileJob = StageJob | PackJob | RestoreJob | CopyJob;

export interface FileResults {
  stage: (Staging | undefined)[];
  pack: PackEntry | undefined;
  restore: RestoredPage[] | undefined;
  copy: true;
}

export function doFileJob(job: FileJob): FileResults[FileJob['do']] {
  switch (job.do) {
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
