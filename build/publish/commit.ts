/** The end of a publication: the manifest is written and signed, and everything is put in place. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ManifestFile, manifestFile, manifestSignatureFile } from '#document/text/manifest.ts';
import { packFile, packFolder } from '#document/text/pack.ts';
import type { StagedWriter } from './staged-writer.ts';
import type { Workshop } from './workshop.ts';

export interface Publication {
  /** How many pages the tree has. */
  pages: number;
  /** How many files are new or changed. */
  written: number;
}

export interface PublishSetting extends Workshop {
  /** Signs the manifest, so that no byte of the tree is without a signature. */
  sign(manifest: Uint8Array): Uint8Array;
}

/** Puts everything in place, and removes what the manifest does not name any more. Returns how many files are new or changed. */
export function commit(
  dist: string,
  writer: StagedWriter,
  file: ManifestFile,
  stale: string[],
  { sign, profile }: PublishSetting,
): number {
  const manifest = writeManifest(file);
  writer.write(manifestSignatureFile, sign(manifest));
  writer.write(manifestFile, manifest);
  profile.lap('the manifest and its signature');
  const named = new Set(file.packs.map(packFile));
  const packs = readdirSync(join(dist, packFolder)).map(name => `${packFolder}/${name}`);
  const written = writer.commit([...stale, ...packs.filter(pack => !named.has(pack))]);
  profile.lap('putting files in place');
  return written;
}

/** The bytes of a manifest, a pack a line; the same manifest gives the same bytes. */
function writeManifest({ format, base_url, profile, builder, packs, redirects }: ManifestFile): Buffer {
  const begin = JSON.stringify({ format, base_url, profile, builder }).slice(0, -1);
  return Buffer.from(`${begin},"packs":${lines(packs)},"redirects":${lines(redirects)}}\n`);
}

const lines = (items: readonly object[]): string =>
  items.length === 0 ? '[]' : `[\n${items.map(item => JSON.stringify(item)).join(',\n')}\n]`;
