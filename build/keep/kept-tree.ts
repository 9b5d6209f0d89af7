/**
 * The kept tree: the packs and the manifest of the last tree, beside the cache. A tree that was removed, or never checked out, is
 * put in place again from it when it would come to the same.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ManifestFile,
  manifestFile,
  manifestFormat,
  manifestSignatureFile,
} from '#document/manifest.ts';
import { packFile, packFolder } from '#document/pack.ts';
import { contentsOf, isEmpty, StagedWriter } from '../publish/staged-writer.ts';
import { readSignedManifest, type SignedManifest } from '../publish/tree.ts';
import { batches, type Pool } from '../work/pool.ts';
import { cacheFolder, replaceFile } from './cache.ts';
import { linkOrCopy, type RestoredPage } from './restore-job.ts';

const folderOf = (dataDir: string): string => join(cacheFolder(dataDir), 'tree');
/** The signature and the manifest in one file, so that they are of one tree. */
const headFile = 'head';
const signatureLength = 64;

/** Keeps the tree in force. On one file system this takes no space. */
export function keepTree(dataDir: string, dist: string): void {
  const signed = readSignedManifest(dist);
  const folder = folderOf(dataDir);
  if (!signed || readKept(dataDir)?.signature.equals(signed.signature)) return;
  const { packs } = JSON.parse(signed.manifest.toString()) as ManifestFile;
  mkdirSync(join(folder, packFolder), { recursive: true });
  const kept = new Set(readdirSync(join(folder, packFolder)).map(name => `${packFolder}/${name}`));
  const named = new Set(packs.map(packFile));
  for (const file of named) if (!kept.has(file)) linkOrCopy(join(dist, file), join(folder, file));
  replaceFile(join(folder, headFile), Buffer.concat([signed.signature, signed.manifest]));
  for (const file of kept) if (!named.has(file)) rmSync(join(folder, file), { force: true });
}

function readKept(dataDir: string): SignedManifest | undefined {
  try {
    const head = readFileSync(join(folderOf(dataDir), headFile));
    return { signature: head.subarray(0, signatureLength), manifest: head.subarray(signatureLength) };
  } catch {
    return undefined;
  }
}

/**
 * Puts the kept tree into an empty folder when `isWanted` says so of its signature and manifest. With anything missing or
 * damaged, the folder is left empty. Says whether the tree is there.
 */
export function restoreTree(
  dataDir: string,
  dist: string,
  pool: Pool,
  isWanted: (kept: SignedManifest) => boolean,
): boolean {
  const kept = isEmpty(dist) ? readKept(dataDir) : undefined;
  if (!kept || !isWanted(kept)) return false;
  const { format, packs } = JSON.parse(kept.manifest.toString()) as ManifestFile;
  if (format !== manifestFormat) return false;
  mkdirSync(join(dist, packFolder), { recursive: true });
  const jobs = batches(packs, packsPerJob).map(some => {
    return { do: 'restore' as const, from: folderOf(dataDir), dist, packs: some };
  });
  const pages: RestoredPage[] = [];
  let isWhole = true;
  pool.run(jobs, result => {
    if (result) pages.push(...result);
    else isWhole = false;
  });
  if (!isWhole) {
    for (const name of contentsOf(dist)) rmSync(join(dist, name), { recursive: true });
    return false;
  }
  copyTwins(dist, pages, pool);
  const writer = new StagedWriter(dist);
  writer.write(manifestSignatureFile, kept.signature);
  writer.write(manifestFile, kept.manifest);
  writer.commit([]);
  return true;
}

/** Few enough that all threads end at about the same time. */
const packsPerJob = 8;
const filesPerJob = 64;

/** Writes the files of pages that have the bytes of others. */
function copyTwins(dist: string, pages: readonly RestoredPage[], pool: Pool): void {
  const fileOf = new Map(pages.map(({ path, file }) => [path, file]));
  const twins = pages.flatMap(({ file, sameAs }) =>
    sameAs === undefined ? [] : { from: fileOf.get(sameAs)!, to: file },
  );
  const jobs = batches(twins, filesPerJob).map(files => ({ do: 'copy' as const, dist, files }));
  pool.run(jobs, () => undefined);
}
