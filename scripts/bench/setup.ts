/** Where the bench works: a RAM disk if there is one, so that no disk is measured. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from '../large-catalog/generate.ts';

const root = join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'catalog-bench');

/** The folder of a generated catalog; it is made on first use and kept for the next run. */
export function contentOf(documents: number): string {
  const folder = join(root, 'content', String(documents));
  mkdirSync(folder, { recursive: true });
  generate(folder, documents);
  return folder;
}

/** A folder to work in, empty. */
export function emptyFolder(name: string): string {
  const folder = join(root, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The environment with which the build and the server run on a generated catalog. */
export function environmentFor(documents: number, folder: string): Record<string, string> {
  return {
    CONTENT_DIR: contentOf(documents),
    DIST_DIR: join(folder, 'dist'),
    DATA_DIR: join(folder, 'data'),
    BASE_URL: 'http://catalog.test',
    LOG_LEVEL: 'error',
  };
}
