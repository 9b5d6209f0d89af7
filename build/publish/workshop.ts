/** Opens the worker threads that a build uses, and closes them when it ends. */
import { Pool } from './pool.ts';
import { noProfile, type Profile } from './profile.ts';
import { type Progress, silent } from './progress.ts';

export interface Workshop {
  /** The address that the pages state as theirs, without a slash at the end. */
  baseUrl: string;
  pool: Pool;
  progress: Progress;
  profile: Profile;
}

export interface WorkshopOptions {
  baseUrl: string;
  progress?: Progress;
  profile?: Profile;
  /** Whether the reading edition is built; false if absent. */
  reading?: boolean;
  /** Whether the tree is for a host of plain files; false if absent. */
  isStatic?: boolean;
  /** The greatest number of threads; if absent, as many as the machine can run at once. */
  threads?: number;
}

/** Runs a function with a workshop whose threads are open, and closes the threads when the function ends, also by an error. */
export async function inWorkshop<Result>(
  options: WorkshopOptions,
  body: (workshop: Workshop) => Promise<Result>,
): Promise<Result> {
  const { baseUrl, progress = silent, profile = noProfile, threads } = options;
  const pool = new Pool(threads);
  try {
    return await body({ baseUrl, pool, progress, profile });
  } finally {
    await pool.close();
  }
}
