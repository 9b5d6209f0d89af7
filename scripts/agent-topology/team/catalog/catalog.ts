/**
 * Reads a catalog, and trusts nothing that its publication key did not sign: the key signs the manifest, the manifest states the
 * digests of its parts, and a part states those of its pages (docs/trust.md#7).
 */

import type { z } from 'zod';
import type { Kind } from '#document/kind/kind.ts';
import { signingKeys } from '#document/kind/signing-keys.ts';
import { keysPath, type ListedKey } from '#document/proof/document/keys.ts';
import { verifyBytes } from '#document/proof/signature.ts';
import {
  type Covered,
  type ManifestFile,
  type ManifestPart,
  manifestFile,
  manifestSignatureFile,
  type PageEntry,
  partWith,
} from '#document/text/manifest.ts';
import { covers, readManifest, readPart, stagedSuffix } from '#document/text/tree.ts';
import { type CheckedDocument, readAs } from '../../../support/client/document.ts';
import { BadAnswer } from '../../../support/client/error.ts';
import { limits } from '../../../support/client/limits.ts';
import { away, type Failure, failed } from '../../../support/failure.ts';
import { activeKey } from '../../../support/signed/keys.ts';
import type { Source } from './source.ts';

export class Catalog {
  readonly #source: Source;
  readonly #manifest: ManifestFile;
  #spent = 0;
  readonly #parts = new Map<ManifestPart, Promise<ReadonlyMap<string, PageEntry>>>();
  /** The keys that the catalog lists. */
  keys: readonly ListedKey[] = [];

  private constructor(source: Source, manifest: ManifestFile) {
    this.#source = source;
    this.#manifest = manifest;
  }

  /**
   * Opens a catalog whose manifest is signed by the publication key that it lists as active. The caller decides whether that key
   * is trusted.
   * @throws Failure `away` when there is no catalog, `failed` when its signature does not hold
   */
  static async open(source: Source): Promise<Catalog> {
    const [bytes, signature] = await Promise.all([
      source.read(manifestFile, limits.manifest),
      source.read(manifestSignatureFile, limits.signature),
    ]);
    if (bytes === undefined)
      throw away(`${source.name} holds no catalog: it has no ${manifestFile}. Check --from.`);
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

  /** Returns the folder or address from which the catalog is read. */
  get name(): string {
    return this.#source.name;
  }

  /** Returns the address under which the pages of the catalog are published. */
  get baseUrl(): string {
    return this.#manifest.base_url;
  }

  /** Tells whether the catalog is made for a host that has only plain files. */
  get isStatic(): boolean {
    return this.#manifest.profile === 'static';
  }

  /**
   * Returns the active key for publications and the manifest.
   * @throws Failure when none is listed
   */
  get publicationKey(): ListedKey {
    const key = activeKey(this.keys, 'publication');
    if (key) return key;
    throw unproved(this.#source, 'It lists no active publication key.');
  }

  /**
   * Returns the bytes of a page; undefined if there is none.
   * @throws Failure when its digest does not hold
   */
  async page(path: string): Promise<Buffer | undefined> {
    const entry = await this.entry(path);
    if (!entry) return undefined;
    if (entry.size > limits.page)
      this.refuse(
        `${entry.path} has ${entry.size} bytes, more than the ${limits.page} that a page may have.`,
      );
    // A service answers at the path of a page; a folder, and a host of plain files, have its file.
    const file = this.#source.isService && !this.isStatic ? path.slice(1) : entry.file;
    return this.#covered(file, entry);
  }

  /**
   * Returns the entry of the manifest for a page; undefined if there is none.
   * @throws Failure when the digest of its part does not hold
   */
  async entry(path: string): Promise<PageEntry | undefined> {
    const part = partWith(this.#manifest.parts, path);
    return part && (await this.#entriesOf(part)).get(path);
  }

  /**
   * Returns all entries of the manifest.
   * @throws Failure when the digest of a part does not hold
   */
  async entries(): Promise<PageEntry[]> {
    const parts = await Promise.all(this.#manifest.parts.map(part => this.#entriesOf(part)));
    return parts.flatMap(entries => [...entries.values()]);
  }

  /**
   * Returns a page as a document of a kind; undefined if there is no such page.
   * @throws Failure when it is of another kind
   */
  async document<Shape extends z.ZodRawShape>(
    path: string,
    kind: Kind<Shape>,
  ): Promise<CheckedDocument<Shape> | undefined> {
    const bytes = await this.page(path);
    return bytes && this.read(path, kind, bytes);
  }

  /**
   * Reads the bytes of a page as a document of a kind.
   * @throws Failure when it is of another kind
   */
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

  /**
   * Refuses the catalog.
   * @param message why the catalog cannot be trusted
   * @throws Failure `failed` with that message
   */
  refuse(message: string): never {
    throw unproved(this.#source, message);
  }

  /**
   * Counts further bytes that this command keeps in memory, so that a catalog cannot fill the memory with many short pages.
   * @throws Failure past the limit
   */
  #spend(bytes: number): void {
    this.#spent += bytes;
    if (this.#spent > limits.catalog)
      this.refuse(`What you asked for needs more than ${limits.catalog} bytes of pages.`);
  }

  #entriesOf(part: ManifestPart): Promise<ReadonlyMap<string, PageEntry>> {
    const read = this.#parts.get(part) ?? this.#readPart(part);
    this.#parts.set(part, read);
    return read;
  }

  async #readPart(part: ManifestPart): Promise<ReadonlyMap<string, PageEntry>> {
    if (part.size > limits.part)
      this.refuse(`${part.file} has ${part.size} bytes, more than a part of a manifest may have.`);
    const reading = readPart(await this.#covered(part.file, part), part);
    if (!reading.ok) return this.refuse(reading.message);
    return new Map(reading.value.map(entry => [entry.path, entry]));
  }

  /**
   * Returns the bytes of a file with a listed digest. A build may be putting the file in place, so a staged file of a folder is
   * read too.
   * @throws Failure when no bytes have the listed digest
   */
  async #covered(file: string, covered: Covered): Promise<Buffer> {
    this.#spend(covered.size);
    const bytes = await this.#source.read(file, covered.size);
    if (bytes && covers(covered, bytes)) return bytes;
    const staged = this.#source.isService
      ? undefined
      : await this.#source.read(file + stagedSuffix, covered.size);
    if (staged && covers(covered, staged)) return staged;
    if (bytes) return this.refuse(`${file} does not have the digest that the manifest states.`);
    throw away(
      `${this.#source.name} has no ${file}. The catalog may just have changed, so run the command again.`,
    );
  }
}

const unproved = ({ name }: Source, message: string): Failure =>
  failed(`${name} cannot be believed: ${message} Nothing was changed. Tell its operator.`);
