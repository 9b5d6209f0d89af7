/** Jobs that only handle files. Threads load them without the parser of Markdown and all schemas, which compiling takes. */
import { type MadePack, makePack, type PackJob } from '../publish/pack-job.ts';
import { type CopyJob, copyFiles, type UnpackedPage, type UnpackJob, unpack } from '../publish/unpack-job.ts';

export type FileJob = PackJob | UnpackJob | CopyJob;

export interface FileResults {
  pack: MadePack;
  unpack: UnpackedPage[] | undefined;
  copy: true;
}

export function doFileJob(job: FileJob): FileResults[FileJob['do']] {
  switch (job.do) {
    case 'pack':
      return makePack(job);
    case 'unpack':
      return unpack(job);
    case 'copy':
      return copyFiles(job);
  }
}
