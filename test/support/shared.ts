/**
 * Things that all test files of a run share, so that each need not make its own: catalogs that are built. `scripts/test.ts` names
 * the folder; a file that is run by itself makes its own. Nothing here may be changed by a test.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeKeyFile } from '#document/proof/key-file.ts';
import { byText, type Manifest, type ManifestFile, type PageEntry } from '#document/text/manifest.ts';
import { type BuildOptions, build } from '../../build/run/build.ts';
import { testRing } from '../keys.ts';
import { catalogFile } from './catalog-file.ts';
import { exampleContent, temporaryFolder } from './folder.ts';

export const baseUrl = 'http://catalog.test';

const folder = process.env.TEST_SHARED_FOLDER ?? temporaryFolder();

/** The small catalog as a build leaves it. */
export const exampleDist = (): string => madeOnce('example', draft => command(exampleContent, draft, '0'));

/** The small catalog with its reading edition, as a build leaves it. */
export const readingDist = (): string => madeOnce('reading', draft => command(exampleContent, draft, '1'));

/** The published catalog with its reading edition, as `npm run build` leaves it. */
export const catalogDist = (): string =>
  madeOnce('catalog', draft => command(join(import.meta.dirname, '../../content'), draft, '1'));

/** Builds as an operator does, in a process that this one waits for. */
function command(CONTENT_DIR: string, DIST_DIR: string, READING: '0' | '1'): void {
  const { status, stderr } = spawnSync(process.execPath, [catalogFile, 'build'], {
    encoding: 'utf8',
    env: {
      ...{ PATH: process.env.PATH, CONTENT_DIR, DIST_DIR, READING },
      ...{ DATA_DIR: temporaryFolder(), BASE_URL: baseUrl, SIGNING_KEY: writeKeyFile(testRing()) },
    },
  });
  if (status !== 0) throw new Error(stderr);
}

/** Reads the manifest of a tree, with the entries of all its pages in the order of paths. */
export function manifestIn(dist: string): Manifest {
  const json = (file: string) => JSON.parse(readFileSync(join(dist, file), 'utf8'));
  const { base_url, profile, redirects, parts } = json('manifest.json') as ManifestFile;
  const pages = parts.flatMap(({ file }) => json(file) as PageEntry[]);
  pages.sort((a, b) => byText(a.path, b.path));
  return { base_url, ...(profile && { profile }), pages, redirects };
}

/** Builds a content folder into a new `dist`, and fails with the messages of the build if it has any. */
export async function buildInto(
  contentDir: string,
  distDir = join(temporaryFolder(), 'dist'),
  more: Partial<BuildOptions> = {},
): Promise<string> {
  const logDir = join(temporaryFolder(), 'log');
  const result = await build({ contentDir, distDir, baseUrl, keys: testRing(), logDir, ...more });
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
