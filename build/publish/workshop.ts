/** The workshop of a build: the threads that are open while it works. */
import { Pool } from './pool.ts';
import { noProfile, type Profile } from './profile.ts';
import { type Progress, silent } from './progress.ts';

export interface Workshop {
  /** The address that the pages name as theirs, without a slash at the end. */
  baseUrl: string;
  pool: Pool;
  progress: Progress;
  profile: Profile;
}

export interface WorkshopOptions {
  baseUrl: string;
  progress?: Progress;
  profile?: Profile;
  /** Whether the reading edition is built. */
  reading?: boolean;
  /** Whether the tree is for a host of plain files. */
  isStatic?: boolean;
  /** The greatest number of threads; absent: as many as the machine can run at once. */
  threads?: number;
}

/** Opens a workshop, and closes it when the body ends. */
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
