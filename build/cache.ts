/** What a build keeps for the next one: the facts and page of every source, under the digest of all they depend on. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { byText } from '#document/manifest.ts';
import type { Compiled } from './catalog.ts';
import type { Stamp } from './read.ts';

/** A compiled source as the cache holds it. */
export interface CachedSource extends Stamp {
  digest: string;
  compiled: Compiled;
}

export interface Cache {
  /** Of the builder and the base address; a cache of another version is not used. */
  version: string;
  sources: Record<string, CachedSource>;
}

const fileName = 'build-cache.json';

/** Reads the cache of this version; an absent, damaged or foreign one is empty. */
export function readCache(folder: string, version: string): Cache {
  const empty: Cache = { version, sources: {} };
  try {
    const cache = JSON.parse(readFileSync(join(folder, fileName), 'utf8')) as Cache;
    return cache.version === version ? cache : empty;
  } catch {
    return empty;
  }
}

/** Writes the cache beside the old one and renames it into place. */
export function writeCache(folder: string, cache: Cache): void {
  mkdirSync(folder, { recursive: true });
  const next = join(folder, `${fileName}.${process.pid}`);
  writeFileSync(next, JSON.stringify(cache));
  renameSync(next, join(folder, fileName));
}

/**
 * The version of the builder: a digest of its own files and of the lock file, so that any change of code or library
 * makes everything anew.
 */
export function builderVersion(projectFolder: string, ...more: string[]): string {
  const hash = createHash('sha256');
  const folder = join(projectFolder, 'build');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.ts'),
  );
  for (const name of [...files.sort(byText).map(file => join('build', file)), 'package-lock.json']) {
    const path = join(projectFolder, name);
    if (existsSync(path)) hash.update(`${name}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.update(JSON.stringify([process.versions.node.split('.')[0], ...more])).digest('hex');
}

/** The folder of the project, from which messages name files. */
export const projectFolder = dirname(import.meta.dirname);
