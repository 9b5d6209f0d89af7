/**
 * A catalog, of which nothing is believed that its publication key did not sign: the key signs the manifest, the manifest states
 * the digest of every pack, and a pack those of its pages (docs/trust.md#11).
 */

import type { z } from 'zod';
import type { Kind } from '#document/kind/kind.ts';
import { signingKeys } from '#document/kind/signing-keys.ts';
import { keysPath, type ListedKey } from '#document/proof/document/keys.ts';
import { verifyBytes } from '#document/proof/signature.ts';
import { sha256Hex } from '#document/text/digest.ts';
import {
  byText,
  type ManifestFile,
  manifestFile,
  manifestSignatureFile,
  type PackEntry,
  type PageEntry,
} from '#document/text/manifest.ts';
import { hasDigests, packFile, readEntries, readHead, variantOf } from '#document/text/pack.ts';
import { type CheckedDocument, readAs } from '../../../support/client/document.ts';
import { BadAnswer } from '../../../support/client/error.ts';
import { limits } from '../../../support/client/limits.ts';
import { Failure } from '../../../support/failure.ts';
import { activeKey } from '../../../support/signed/keys.ts';
import { readManifest, readPageEntry } from '../../../support/signed/manifest.ts';
import type { Source } from './source.ts';

/** A page, and what its pack has of it. */
interface PackedPage {
  entry: PageEntry;
  bytes: Buffer;
}

export class Catalog {
  readonly #source: Source;
  readonly #manifest: ManifestFile;
  #spent = 0;
  readonly #packs = new Map<PackEntry, Promise<ReadonlyMap<string, PackedPage>>>();
  /** The keys that it lists. */
  keys: readonly ListedKey[] = [];

  private constructor(source: Source, manifest: ManifestFile) {
    this.#source = source;
    this.#manifest = manifest;
  }

  /**
   * Opens a catalog whose manifest is signed by the publication key that it lists as active. Whether that key is trusted is for
   * the caller to decide.
   * @throws Failure `away` when there is no catalog, `failed` when its signature does not hold
   */
  static async open(source: Source): Promise<Catalog> {
    const [bytes, signature] = await Promise.all([
      source.read(manifestFile, limits.manifest),
      source.read(manifestSignatureFile, limits.signature),
    ]);
    if (bytes === undefined)
      throw new Failure('away', `${source.name} holds no catalog: it has no ${manifestFile}. Check --from.`);
    const reading = readManifest(bytes);
    if (!reading.ok) throw unproved(source, reading.message);
    const catalog = new Catalog(source, reading.value);
    catalog.keys = (await catalog.document(keysPath, signingKeys))?.fields.keys ?? [];
    const { public_key } = catalog.publicationKey;
    if (signature && verifyBytes(bytes, signature, Buffer.from(public_key, 'base64'))) return catalog;
    throw unproved(
      source,
      signature ? 'The signature of its manifest does not match.' : 'Its manifest is not signed.',
    );
  }

  /** The folder or address that it was read from. */
  get name(): string {
    return this.#source.name;
  }

  /** The address that its pages name as theirs. */
  get baseUrl(): string {
    return this.#manifest.base_url;
  }

  /** The key that signs publications and the manifest now. */
  get publicationKey(): ListedKey {
    const key = activeKey(this.keys, 'publication');
    if (key) return key;
    throw unproved(this.#source, 'It lists no active publication key.');
  }

  /** The bytes of a page; undefined when there is none. @throws Failure when its proof does not hold */
  async page(path: string): Promise<Buffer | undefined> {
    const found = (await this.#packOf(path))?.get(path);
    const same = found?.entry.same_as;
    const packed = same === undefined ? found : (await this.#packOf(same))?.get(same);
    if (!packed) return undefined;
    const { entry, bytes } = packed;
    if (entry.size > limits.page)
      this.refuse(
        `${entry.path} has ${entry.size} bytes, more than the ${limits.page} that a page may have.`,
      );
    this.#spend(entry.size);
    try {
      return variantOf(bytes, entry, 'identity');
    } catch (error) {
      return this.refuse((error as Error).message);
    }
  }

  /** A page as a document of a kind; undefined when there is none. @throws Failure when it is another one */
  async document<Shape extends z.ZodRawShape>(
    path: string,
    kind: Kind<Shape>,
  ): Promise<CheckedDocument<Shape> | undefined> {
    const bytes = await this.page(path);
    return bytes && this.read(path, kind, bytes);
  }

  /** The bytes of a page as a document of a kind. @throws Failure when it is another one */
  read<Shape extends z.ZodRawShape>(
    path: string,
    kind: Kind<Shape>,
    bytes: Uint8Array,
  ): CheckedDocument<Shape> {
    try {
      return readAs(kind, bytes);
    } catch (error) {
      if (error instanceof BadAnswer) return this.refuse(`${path}: ${error.message}`);
      throw error;
    }
  }

  /** @throws Failure `failed` that says why the catalog cannot be believed */
  refuse(message: string): never {
    throw unproved(this.#source, message);
  }

  /** Adds to the bytes that one command keeps in memory: a catalog must not fill it with many pages that each are short. */
  #spend(bytes: number): void {
    this.#spent += bytes;
    if (this.#spent > limits.catalog)
      this.refuse(`What was asked for takes more than ${limits.catalog} bytes of packs and pages.`);
  }

  #packOf(path: string): Promise<ReadonlyMap<string, PackedPage>> | undefined {
    const pack = this.#manifest.packs.findLast(({ first }) => byText(first, path) <= 0);
    if (!pack) return undefined;
    const read = this.#packs.get(pack) ?? this.#readPack(pack);
    this.#packs.set(pack, read);
    return read;
  }

  async #readPack(pack: PackEntry): Promise<ReadonlyMap<string, PackedPage>> {
    const file = packFile(pack);
    if (pack.size > limits.pack) this.refuse(`${file} has ${pack.size} bytes, more than a pack may have.`);
    this.#spend(pack.size);
    const bytes = await this.#source.read(file, pack.size);
    if (bytes === undefined)
      throw new Failure(
        'away',
        `${this.#source.name} has no ${file}: it may just have changed. Run the command again.`,
      );
    if (bytes.length !== pack.size || sha256Hex(bytes) !== pack.digest)
      this.refuse(`${file} does not have the digest that the manifest states.`);
    try {
      return pagesIn(bytes);
    } catch {
      return this.refuse(`${file} does not hold the pages that it lists.`);
    }
  }
}

const unproved = ({ name }: Source, message: string): Failure =>
  new Failure('failed', `${name} cannot be believed: ${message} Nothing was changed. Tell its operator.`);

/** The pages in a pack. @throws Error when it is not one */
function pagesIn(pack: Buffer): Map<string, PackedPage> {
  // Plain data takes many times as much memory as its text: what is too long is not read.
  const head = pack.subarray(0, limits.packHead);
  const { entries: packed, places } = readHead(head);
  if (packed.plainLength > limits.packEntries || places.some(place => place.entryLength > limits.packHead))
    throw new Error('entries');
  const entries = readEntries(pack, packed);
  return new Map(
    places.map(({ path, entryOffset, entryLength, offset, length }) => {
      const reading = readPageEntry(entries.subarray(entryOffset, entryOffset + entryLength));
      const bytes = pack.subarray(offset, offset + length);
      if (!reading.ok || reading.value.path !== path || !hasDigests(reading.value, bytes))
        throw new Error(path);
      return [path, { entry: reading.value, bytes }];
    }),
  );
}
