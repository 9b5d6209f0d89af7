/** The workshop of a build: the store and the threads that are open while it works. */

import type { Kept } from './kept.ts';
import { Pool } from './pool.ts';
import { noProfile, type Profile } from './profile.ts';
import { type Progress, silent } from './progress.ts';
import { builderVersion } from './version.ts';
import { withKept } from './with-kept.ts';

export interface Workshop {
  /** The address that the pages name as theirs, without a slash at the end. */
  baseUrl: string;
  /** The version of the builder: what another version made is not used. */
  version: string;
  kept: Kept;
  pool: Pool;
  progress: Progress;
  profile: Profile;
}

export interface WorkshopOptions {
  baseUrl: string;
  /** Where the build keeps what saves time in the next build; absent: nothing is kept. */
  cacheDir?: string;
  progress?: Progress;
  profile?: Profile;
  /** Whether the reading edition is built, and whether for a host of plain files: all pages depend on both. */
  reading?: boolean;
  isStatic?: boolean;
  /** How many threads may work; absent: as many as the machine can run at once. */
  threads?: number;
}

/** Opens a workshop, and closes it when the body ends. The body runs again when what was kept turns out to be damaged. */
export function inWorkshop<Result>(options: WorkshopOptions, body: (workshop: Workshop) => Result): Result {
  const { baseUrl, cacheDir, progress = silent, profile = noProfile, threads, reading, isStatic } = options;
  const variant = [reading && 'reading', isStatic && 'static'].filter(Boolean).join(' ');
  const version = builderVersion(baseUrl, variant);
  return withKept(cacheDir, version, kept => {
    profile.lap('opening what was kept');
    const pool = new Pool(threads);
    try {
      return body({ baseUrl, version, kept, pool, progress, profile });
    } finally {
      pool.close();
    }
  });
}
