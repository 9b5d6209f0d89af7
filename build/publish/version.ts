/** The identity of the software that builds: its version, and the digest of its sources. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Builder, byText } from '#document/text/manifest.ts';

/** The folder of the project. Messages name files relative to it. */
export const projectFolder = resolve(import.meta.dirname, '../..');

let ownDigest: string | undefined;

/** Returns the version and digest of the software that builds now, for the manifest. They are the same on every machine. */
export function builderIdentity(): Builder {
  // Computed once: later changes to the sources are not what runs here.
  ownDigest ??= digestOfFiles();
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as Builder;
  return { version, digest: ownDigest };
}

/** The file that holds the digest in a package of the project, which does not have the files from which it is computed. */
export const builderFile = 'code/builder';

/**
 * Returns the SHA-256 of the sources in `build/` and of `package-lock.json`, in hexadecimal digits; in a package, the digest that
 * it states.
 */
function digestOfFiles(): string {
  const packed = join(projectFolder, builderFile);
  if (existsSync(packed)) return readFileSync(packed, 'latin1');
  const hash = createHash('sha256');
  const files = readdirSync(join(projectFolder, 'build'), { recursive: true, encoding: 'utf8' }).filter(
    name => /\.(?:ts|css|js|json|svg)$/.test(name),
  );
  for (const name of [...files.sort(byText).map(file => join('build', file)), 'package-lock.json']) {
    const path = join(projectFolder, name);
    if (existsSync(path)) hash.update(`${name}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}
