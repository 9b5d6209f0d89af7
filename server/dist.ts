/** Reads `dist/` as its manifest describes it, and believes no byte whose digest does not agree. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import { type Manifest, manifestFile, manifestFormat, type Variant } from '#document/manifest.ts';

/** Why a catalog cannot be served, with what to do about it. */
export class DistError extends Error {
  override name = 'DistError';
}

/** A catalog as read: the manifest and the bytes of every file that it lists. */
export interface Dist {
  manifest: Manifest;
  /** The bytes of a file of the manifest, by its name. */
  bytes(variant: Variant): Buffer;
  /** The bytes of all files together. */
  size: number;
}

/**
 * Reads a built catalog into memory.
 * @throws DistError when there is none, or a file is missing or was changed
 */
export function readDist(folder: string): Dist {
  const place = stagedNames(folder);
  const manifest = readManifest(folder, place);
  const variants = manifest.pages.flatMap(page => [page, ...Object.values(page.encodings)]);
  const size = variants.reduce((sum, variant) => sum + variant.size, 0);
  // One allocation holds every page, so that thousands of small buffers do not each pay for themselves.
  const store = Buffer.allocUnsafeSlow(size);
  const held = new Map<string, Buffer>();
  let offset = 0;
  for (const variant of variants) {
    const bytes = readVerified(folder, place(variant.file), variant);
    bytes.copy(store, offset);
    held.set(variant.file, store.subarray(offset, offset + variant.size));
    offset += variant.size;
  }
  return { manifest, size, bytes: variant => held.get(variant.file)! };
}

/**
 * Where a file lies now. A build that was killed while it renamed its files left a list of them: those not yet renamed
 * are read from beside their places (`name.next`).
 */
function stagedNames(folder: string): (name: string) => string {
  const journal = join(folder, 'publication.json');
  if (!existsSync(journal)) return name => name;
  const { renames } = JSON.parse(readFileSync(journal, 'utf8')) as { renames: string[] };
  const staged = new Set(renames.filter(name => existsSync(join(folder, `${name}.next`))));
  return name => (staged.has(name) ? `${name}.next` : name);
}

function readManifest(folder: string, place: (name: string) => string): Manifest {
  const path = join(folder, place(manifestFile));
  if (!existsSync(path)) throw new DistError(`${folder} holds no catalog. Run \`npm run build\`.`);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  if (manifest.format === manifestFormat) return manifest;
  throw new DistError(`${folder} was built by another version of this software. Run \`npm run build\`.`);
}

function readVerified(folder: string, name: string, variant: Variant): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(join(folder, name));
  } catch (error) {
    throw new DistError(
      `${join(folder, name)} cannot be read (${(error as NodeJS.ErrnoException).code}). Run \`npm run build\`.`,
    );
  }
  if (bytes.length === variant.size && sha256Hex(bytes) === variant.digest) return bytes;
  throw new DistError(
    `${join(folder, name)} does not have the digest that the manifest states. Remove the folder and run \`npm run build\`.`,
  );
}
