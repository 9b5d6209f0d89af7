/** The version of the builder: what one version kept, no other one uses. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { byText } from '#document/manifest.ts';

/** The folder of the project, from which messages name files. */
export const projectFolder = resolve(import.meta.dirname, '../..');

/**
 * A digest of the files of the builder and of the lock file, so that any change of code or library makes everything again.
 * @param more whatever else all pages depend on
 */
export function builderVersion(folder: string, ...more: string[]): string {
  const hash = createHash('sha256');
  const files = readdirSync(join(folder, 'build'), { recursive: true, encoding: 'utf8' }).filter(name =>
    /\.(?:ts|css|js|svg)$/.test(name),
  );
  for (const name of [...files.sort(byText).map(file => join('build', file)), 'package-lock.json']) {
    const path = join(folder, name);
    if (existsSync(path)) hash.update(`${name}\0`).update(readFileSync(path)).update('\0');
  }
  const { node, zlib, brotli } = process.versions;
  return hash.update(JSON.stringify([node.split('.')[0], zlib, brotli, ...more])).digest('hex');
}
