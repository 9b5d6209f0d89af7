/** A built tree that somebody changes and signs again with its publication key: digests, manifest and signature all agree. */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyRing } from '#document/proof/signature.ts';
import { sha256Hex } from '#document/text/digest.ts';
import type { ManifestFile, PageEntry } from '#document/text/manifest.ts';
import { temporaryFolder, write } from './folder.ts';
import { manifestIn } from './shared.ts';
import { writeManifest } from './write-manifest.ts';

interface HeldPage {
  entry: PageEntry;
  bytes: Buffer;
}

/** The pages of a tree, to be changed. */
export class TamperedTree {
  readonly pages: Map<string, HeldPage>;
  readonly manifest: ManifestFile;
  readonly #from: string;

  constructor(dist: string) {
    this.#from = dist;
    this.manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as ManifestFile;
    this.pages = new Map(
      manifestIn(dist).pages.map(entry => [
        entry.path,
        { entry, bytes: readFileSync(join(dist, entry.file)) },
      ]),
    );
  }

  /** The first path that is like a pattern. */
  pathOf(pattern: RegExp): string {
    const found = [...this.pages.keys()].find(path => pattern.test(path));
    if (found === undefined) throw new Error(`The tree has no page ${pattern}.`);
    return found;
  }

  text(path: string): string {
    return this.pages.get(path)!.bytes.toString();
  }

  /** Replaces a part of a page. */
  edit(path: string, from: string | RegExp, to: string): void {
    const before = this.text(path);
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${from} is not in ${path}.`);
    this.set(path, after);
  }

  /** Gives a page another text; copies of it too, and what it says of its length. */
  set(path: string, text: string): void {
    for (const page of this.pages.values())
      if (page.entry.path === path || page.entry.same_as === path) page.bytes = Buffer.from(text);
  }

  /** Changes what the manifest says of a page. */
  entry(path: string, change: Partial<PageEntry>): void {
    Object.assign(this.pages.get(path)!.entry, change);
  }

  /** Adds a page that says of itself what another one does. */
  add(path: string, like: string, text: string): void {
    const entry = { ...structuredClone(this.pages.get(like)!.entry), path, file: path.slice(1) };
    this.pages.set(path, { entry, bytes: Buffer.from(text) });
  }

  /** Writes the tree into a new folder, signed. */
  write(ring: KeyRing): string {
    const dist = join(temporaryFolder(), 'dist');
    cpSync(this.#from, dist, { recursive: true });
    for (const { file } of this.manifest.parts) rmSync(join(dist, file));
    for (const { file } of manifestIn(this.#from).pages) rmSync(join(dist, file), { force: true });
    const entries = [...this.pages.values()].map(({ entry, bytes }) => {
      write(dist, entry.file, bytes);
      return { ...entry, digest: sha256Hex(bytes), size: bytes.length };
    });
    writeManifest(dist, this.manifest, entries, ring);
    return dist;
  }
}
