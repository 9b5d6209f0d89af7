/** Jobs that only handle files. Threads load them without the Markdown parser and the schemas, which compiling needs. */
import { type MadePack, makePack, type PackJob } from './pack-job.ts';
import { type UnpackedPage, type UnpackJob, unpack } from './unpack-job.ts';

export type FileJob = PackJob | UnpackJob;

export interface FileResults {
  pack: MadePack;
  unpack: UnpackedPage[] | undefined;
}

export function doFileJob(job: FileJob): FileResults[FileJob['do']] {
  return job.do === 'pack' ? makePack(job) : unpack(job);
}
