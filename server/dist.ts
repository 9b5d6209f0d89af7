/** Reads `dist/` as its manifest describes it, and believes no byte whose digest does not agree. */
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
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
  // One allocation holds every page, so that thousands of small buffers do not each pay for themselves. It has room for
  // one byte more, by which a file that is too long gives itself away.
  const store = Buffer.allocUnsafeSlow(size + 1);
  const offsets = new Map<string, number>();
  let offset = 0;
  for (const variant of variants) {
    readVerified(
      join(folder, place(variant.file)),
      variant,
      store.subarray(offset, offset + variant.size + 1),
    );
    offsets.set(variant.file, offset);
    offset += variant.size;
  }
  const bytes = (variant: Variant): Buffer => {
    const from = offsets.get(variant.file)!;
    return store.subarray(from, from + variant.size);
  };
  return { manifest, size, bytes };
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

/** Reads a file into its place, which is one byte larger than the file should be. */
function readVerified(path: string, variant: Variant, into: Buffer): void {
  const length = readInto(path, into);
  if (length === variant.size && sha256Hex(into.subarray(0, length)) === variant.digest) return;
  throw new DistError(
    `${path} does not have the digest that the manifest states. Remove the folder and run \`npm run build\`.`,
  );
}

/** Fills a buffer from the beginning of a file, and gives the number of bytes that there were. */
function readInto(path: string, into: Buffer): number {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    let length = 0;
    for (let read = -1; read !== 0 && length < into.length; length += read)
      read = readSync(file, into, length, into.length - length, null);
    return length;
  } catch (error) {
    throw new DistError(
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code}). Run \`npm run build\`.`,
    );
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
