/** The origin of a tree: what exactly it was made from, so that the next build knows whether it may begin there. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import { byText } from '#document/manifest.ts';
import { type KeyRing, keysOf } from '#document/signature.ts';
import { readIfPresent } from '../publish/staged-writer.ts';
import { type CachedSource, cacheFolder, replaceFile } from './cache.ts';

export interface Origin {
  /** A digest of the names and digests of its sources. */
  sources: string;
  /** A digest of all else. */
  others: string;
  /** The signature of its manifest, base64. */
  signature: string;
}

const originPath = (dataDir: string): string => join(cacheFolder(dataDir), 'origin.json');

/** Whether a tree, known by the signature of its manifest, is noted as made from just this. */
export function isNoted(dataDir: string, origin: Origin): boolean {
  return readIfPresent(originPath(dataDir)) === write(origin);
}

/** Notes what the tree in force was made from. */
export function noteOrigin(dataDir: string, origin: Origin): void {
  if (isNoted(dataDir, origin)) return;
  replaceFile(originPath(dataDir), write(origin));
}

const write = ({ sources, others, signature }: Origin): string =>
  `${JSON.stringify({ sources, others, signature })}\n`;

/** A digest of the names and digests of sources, in whatever order they come. */
export function digestOfSources(sources: ReadonlyMap<string, Pick<CachedSource, 'digest'>>): string {
  let lines = '';
  // In the cache the names stand nearly in order, where digests would not.
  for (const name of [...sources.keys()].sort()) lines += `${sources.get(name)!.digest} ${name}\n`;
  return sha256Hex(lines);
}

/** A digest of what a tree is made from besides sources: the keys, the files of the operator, the log. */
export function digestOfOthers(ring: KeyRing, operatorFiles: object, logDir: string): string {
  const keys = keysOf(ring).map(({ purpose, publicKey, state, notBefore, notAfter, privateKey }) => {
    return [
      purpose,
      Buffer.from(publicKey).toString('hex'),
      state,
      notBefore,
      notAfter,
      privateKey !== undefined,
    ];
  });
  const others = JSON.stringify([keys, operatorFiles, contentsOf(logDir)]);
  return createHash('sha256').update(others).digest('hex');
}

/** What every file of a folder holds: it may have been put back from a copy, which tells nothing by its times. */
function contentsOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort(byText)
    .filter(name => statSync(join(folder, name)).isFile())
    .map(name => `${name} ${sha256Hex(readFileSync(join(folder, name)))}`);
}
