/**
 * The tree that was published last is kept beside `dist/`. A tree that was removed, or never checked out, is put in place again
 * from it.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ManifestFile, manifestFile, manifestSignatureFile } from '#document/text/manifest.ts';
import { packFile, packFolder } from '#document/text/pack.ts';
import type { Fingerprint } from './dependency.ts';
import { DamagedKept, type Kept, type KeptTree } from './kept.ts';
import { batches, type Pool } from './pool.ts';
import { contentsOf, isEmpty, StagedWriter } from './staged-writer.ts';
import { readSignedManifest, stampsOf } from './tree.ts';
import type { UnpackedPage } from './unpack-job.ts';

/** Keeps the tree in force, and what it was made from. */
export function keepTree(kept: Kept, dist: string, fingerprint: Fingerprint): void {
  const signed = readSignedManifest(dist);
  if (!signed) return;
  const { packs } = JSON.parse(signed.manifest.toString()) as ManifestFile;
  const tree = { ...fingerprint, ...signed, stamps: stampsOf(dist, packs) };
  if (isSame(kept.tree(), tree)) return;
  const bytes = packs.map(pack => [pack.digest, () => readFileSync(join(dist, packFile(pack)))] as const);
  kept.keepTree(tree, new Map(bytes));
}

const isSame = (one: KeptTree | undefined, other: KeptTree): boolean =>
  one?.sources === other.sources &&
  one.shared === other.shared &&
  one.signature.equals(other.signature) &&
  one.stamps === other.stamps;

/**
 * Puts the kept tree into an empty folder. Says whether it is there now.
 * @throws DamagedKept when something of it is missing or damaged; the folder is then empty again
 */
export function putBack(kept: Kept, dist: string, pool: Pool): boolean {
  const tree = isEmpty(dist) ? kept.tree() : undefined;
  if (!tree) return false;
  const { packs } = JSON.parse(tree.manifest.toString()) as ManifestFile;
  try {
    unpackAll(kept, dist, packs, pool);
  } catch (error) {
    for (const name of contentsOf(dist)) rmSync(join(dist, name), { recursive: true });
    throw error;
  }
  const writer = new StagedWriter(dist);
  writer.write(manifestSignatureFile, tree.signature);
  writer.write(manifestFile, tree.manifest);
  writer.commit([]);
  return true;
}

/** Few enough that all threads end at about the same time. */
const packsPerJob = 8;

function unpackAll(kept: Kept, dist: string, packs: ManifestFile['packs'], pool: Pool): void {
  mkdirSync(join(dist, packFolder), { recursive: true });
  const jobOf = (some: ManifestFile['packs']) => ({
    do: 'unpack' as const,
    dist,
    packs: some.map(entry => ({ entry, bytes: kept.pack(entry.digest) })),
  });
  const pages: UnpackedPage[] = [];
  pool.run(batches(packs, packsPerJob), jobOf, unpacked => {
    if (!unpacked) throw new DamagedKept();
    pages.push(...unpacked);
  });
  const fileOf = new Map(pages.map(({ path, file }) => [path, file]));
  for (const { file, sameAs } of pages)
    if (sameAs !== undefined) copyFileSync(join(dist, fileOf.get(sameAs)!), join(dist, file));
}
