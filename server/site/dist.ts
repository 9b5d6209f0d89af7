/** Reads the manifest of `dist/`, and trusts no byte that its digests do not cover. */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ManifestFile,
  type ManifestPart,
  manifestFile,
  manifestFormat,
  manifestSignatureFile,
  type PageEntry,
  partWith,
} from '#document/text/manifest.ts';
import { readCovered, readManifest, readPart } from '#document/text/tree.ts';

/** An error for a catalog that cannot be served. Its message says why, and what to do about it. */
export class DistError extends Error {
  override name = 'DistError';
}

/** A part of the manifest, with the bytes of its file. */
interface DistPart {
  part: ManifestPart;
  bytes: Buffer;
}

/** A built catalog without the bytes of its pages. */
export interface Dist extends Pick<ManifestFile, 'base_url' | 'redirects'> {
  folder: string;
  parts: readonly DistPart[];
  /** The bytes of the manifest's file, and of its signature if there is one. */
  manifest: Buffer;
  signature: Buffer | undefined;
}

const ofFiles =
  'was built with PROFILE=static, for a host of plain files. Run `npm run build` without PROFILE, and serve that.';

/**
 * Reads the manifest of a built catalog, with its parts.
 * @throws DistError when there is no manifest, or a part is missing or was changed
 */
export async function readDist(folder: string): Promise<Dist> {
  const manifest = readManifestBytes(folder);
  const { base_url, profile, redirects, parts: listed } = parseManifest(folder, manifest);
  if (profile === 'static') throw new DistError(`${folder} ${ofFiles}`);
  const parts: DistPart[] = [];
  for (const part of listed) {
    const bytes = await readCovered(readIn(folder), part.file, part).catch(error => {
      throw new DistError(
        `${join(folder, part.file)} cannot be read (${error.code}). Run \`npm run build\`.`,
      );
    });
    if (!bytes) {
      // A build may just have put a new manifest in place.
      if (!readManifestBytes(folder).equals(manifest)) return readDist(folder);
      throw new DistError(
        `${join(folder, part.file)} does not have the digest that the manifest states. Remove the folder and run \`npm run build\`.`,
      );
    }
    parts.push({ part, bytes });
  }
  const signaturePath = join(folder, manifestSignatureFile);
  const signature = existsSync(signaturePath) ? readFileSync(signaturePath) : undefined;
  return { folder, base_url, redirects, parts, manifest, signature };
}

/**
 * Returns a function that reads the files of a folder by name, and returns undefined for a missing file.
 * @param signal aborts a reading that takes too long
 */
export const readIn =
  (folder: string, signal?: AbortSignal) =>
  (name: string): Promise<Buffer | undefined> =>
    readFile(join(folder, name), { signal }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });

function readManifestBytes(folder: string): Buffer {
  const path = join(folder, manifestFile);
  if (!existsSync(path)) throw new DistError(`${folder} holds no catalog. Run \`npm run build\`.`);
  return readFileSync(path);
}

function parseManifest(folder: string, bytes: Buffer): ManifestFile {
  const manifest = readManifest(bytes);
  if (manifest.ok) return manifest.value;
  if (new RegExp(`"format":(?!${manifestFormat}\\b)\\d`).test(bytes.toString('latin1', 0, 1000)))
    throw new DistError(`${folder} was built by another version of this software. Run \`npm run build\`.`);
  throw new DistError(
    `${join(folder, manifestFile)} is damaged: ${manifest.message} Remove the folder ${folder} and run \`npm run build\`.`,
  );
}

/** The entries of a catalog by path. Each part of the manifest is read when one of its entries is first needed. */
export class Entries {
  readonly size: number;
  readonly #parts: readonly ManifestPart[];
  readonly #bytes: ReadonlyMap<ManifestPart, Buffer>;
  readonly #read = new Map<ManifestPart, ReadonlyMap<string, PageEntry>>();

  constructor({ parts }: Pick<Dist, 'parts'>) {
    this.#parts = parts.map(({ part }) => part);
    this.#bytes = new Map(parts.map(({ part, bytes }) => [part, bytes]));
    this.size = parts.reduce((sum, { part }) => sum + part.pages, 0);
  }

  /** Returns the entry of a page; undefined when there is none. */
  get(path: string): PageEntry | undefined {
    const part = partWith(this.#parts, path);
    return part && this.#entriesOf(part).get(path);
  }

  /** Reads the parts that were not read yet, one in each step. */
  *reading(): Generator<undefined, void> {
    for (const part of this.#parts) {
      this.#entriesOf(part);
      yield;
    }
  }

  /** Yields all entries, part by part. */
  *all(): Generator<PageEntry> {
    for (const part of this.#parts) yield* this.#entriesOf(part).values();
  }

  /**
   * Returns the entries of a part by path. Reads each part once.
   * @throws DistError when a part has the listed digest but not the form of a part, which is a fault of the software that built
   * it
   */
  #entriesOf(part: ManifestPart): ReadonlyMap<string, PageEntry> {
    const known = this.#read.get(part);
    if (known) return known;
    const reading = readPart(this.#bytes.get(part)!, part);
    if (!reading.ok) throw new DistError(reading.message);
    const entries = new Map(reading.value.map(entry => [entry.path, entry]));
    this.#read.set(part, entries);
    return entries;
  }
}
