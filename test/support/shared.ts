/**
 * Things that all test files of a run share, so that each need not make its own: catalogs that are built. `scripts/test.ts` names
 * the folder; a file that is run by itself makes its own. Nothing here may be changed by a test.
 */
import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from '../../build/run/build.ts';
import { testRing } from '../keys.ts';
import { exampleContent, temporaryFolder } from './folder.ts';

export const baseUrl = 'http://catalog.test';

const folder = process.env.TEST_SHARED_FOLDER ?? temporaryFolder();

/** The small catalog as a build leaves it. */
export const exampleDist = (): string => madeOnce('example', draft => buildInto(exampleContent, draft));

/** The small catalog with its reading edition, as a build leaves it. */
export const readingDist = (): string =>
  madeOnce('reading', draft => buildInto(exampleContent, draft, { reading: true }));

/** The published catalog as a build leaves it. */
export const catalogDist = (): string =>
  madeOnce('catalog', draft => buildInto(join(import.meta.dirname, '../../content'), draft));

/** The published catalog with its reading edition. */
export const catalogWithReadingDist = (): string =>
  madeOnce('catalog-reading', draft =>
    buildInto(join(import.meta.dirname, '../../content'), draft, { reading: true }),
  );

/** Builds a content folder into a new `dist`, and fails with the messages of the build if it has any. */
export function buildInto(
  contentDir: string,
  distDir = join(temporaryFolder(), 'dist'),
  more: Partial<BuildOptions> = {},
): string {
  const logDir = join(temporaryFolder(), 'log');
  const result = build({ contentDir, distDir, baseUrl, keys: testRing(), logDir, ...more });
  if (!result.ok) throw new Error(JSON.stringify(result.messages, null, 1));
  return distDir;
}

/**
 * A folder that is made once for all. The first that needs it makes it; the others wait, since making it twice would only take the
 * processor from the first.
 */
export function madeOnce(name: string, make: (draft: string) => unknown): string {
  const [made, draft, lock] = [name, `${name}.draft`, `${name}.lock`].map(each => join(folder, each)) as [
    string,
    string,
    string,
  ];
  while (!existsSync(made)) {
    if (!takes(lock)) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
      continue;
    }
    try {
      if (existsSync(made)) continue;
      make(draft);
      renameSync(draft, made);
    } finally {
      rmdirSync(lock);
    }
  }
  return made;
}

function takes(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
