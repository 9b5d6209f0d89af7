/** The end of a publication: the manifest is written and signed, and everything is put in place. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Manifest,
  type ManifestFile,
  manifestFile,
  manifestSignatureFile,
  type PageEntry,
} from '#document/manifest.ts';
import { packFile, packFolder } from '#document/pack.ts';
import type { Pool } from '../work/pool.ts';
import type { Profile } from '../work/profile.ts';
import type { Progress } from '../work/progress.ts';
import type { StagedWriter } from './staged-writer.ts';
import { manifestOf, type PublishedPage, readTree } from './tree.ts';

export interface Publication {
  /** What the tree holds; read when somebody asks for it. */
  manifest: Manifest;
  /** How many pages the tree has. */
  pages: number;
  /** Pages that were rendered, and files that were written. */
  rendered: number;
  written: number;
}

export interface PublishSetting {
  baseUrl: string;
  /** Of the builder, part of every key. */
  version: string;
  progress: Progress;
  /** Signs the manifest, so that no byte of the tree is without a signature. */
  sign(manifest: Uint8Array): Uint8Array;
  pool: Pool;
  profile: Profile;
}

/** Adds what a tree holds to what is told of its publication. */
export function publicationOf<Rest extends object>(
  dist: string,
  { packs }: ManifestFile,
  rest: Rest,
): Rest & Pick<Publication, 'manifest' | 'pages'> {
  return {
    ...rest,
    pages: packs.reduce((sum, pack) => sum + pack.pages, 0),
    get manifest() {
      return manifestOf(readTree(dist)!);
    },
  };
}

/** Puts everything in place, and removes what the manifest does not name any more. Gives the number of files written. */
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
  writer.commit([...stale, ...packs.filter(pack => !named.has(pack))]);
  profile.lap('putting files in place');
  return writer.count;
}

/** The bytes of a manifest, a pack a line; the same manifest gives the same bytes. */
function writeManifest({ format, base_url, packs, redirects }: ManifestFile): Buffer {
  const begin = JSON.stringify({ format, base_url }).slice(0, -1);
  return Buffer.from(`${begin},"packs":${lines(packs)},"redirects":${lines(redirects)}}\n`);
}

const lines = (items: readonly object[]): string =>
  items.length === 0 ? '[]' : `[\n${items.map(item => JSON.stringify(item)).join(',\n')}\n]`;

/** Files of pages that went which no page has now. */
export function staleFiles(gone: readonly PublishedPage[], now: Iterable<Pick<PageEntry, 'file'>>): string[] {
  if (gone.length === 0) return [];
  const live = new Set(Array.from(now, ({ file }) => file));
  return gone.map(({ entry }) => entry.file).filter(file => !live.has(file));
}
