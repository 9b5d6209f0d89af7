/** A built tree that somebody changes and signs again with its publication key: digests, packs, manifest and signature all agree. */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyRing } from '#document/proof/signature.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { type Coding, codings, type ManifestFile, type PageEntry } from '#document/text/manifest.ts';
import { packFile, readEntries, readEntry, readHead, writePack } from '#document/text/pack.ts';
import { signManifest } from '../../build/document/proof/disk/trust.ts';
import { compressions } from '../../build/publish/compress.ts';
import { temporaryFolder, write } from './folder.ts';

interface HeldPage {
  entry: PageEntry;
  bytes: Buffer;
  /** The bytes that a coding unpacks to, where they are others. */
  coded?: Partial<Record<Coding, Buffer>>;
}

/** The pages of a tree, to be changed. */
export class TamperedTree {
  readonly pages = new Map<string, HeldPage>();
  readonly manifest: ManifestFile;
  readonly #from: string;

  constructor(dist: string) {
    this.#from = dist;
    this.manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as ManifestFile;
    for (const pack of this.manifest.packs) {
      const bytes = readFileSync(join(dist, packFile(pack)));
      const head = readHead(bytes);
      const entries = readEntries(bytes, head.entries);
      for (const place of head.places) {
        const entry = readEntry(entries, place);
        this.pages.set(place.path, { entry, bytes: readFileSync(join(dist, entry.file)) });
      }
    }
  }

  /** The path of the first page that begins and ends so. */
  path(begin: string, end = ''): string {
    const found = [...this.pages.keys()].find(path => path.startsWith(begin) && path.endsWith(end));
    if (found === undefined) throw new Error(`The tree has no page ${begin}…${end}.`);
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
    for (const pack of this.manifest.packs) rmSync(join(dist, packFile(pack)));
    for (const { file } of new TamperedTree(this.#from).entries()) rmSync(join(dist, file), { force: true });
    const sorted = [...this.pages.values()].sort((a, b) => (a.entry.path < b.entry.path ? -1 : 1));
    const pack = writePack(sorted.map(page => packed(dist, page)));
    write(dist, packFile(pack.entry), pack.bytes);
    const manifest = Buffer.from(`${JSON.stringify({ ...this.manifest, packs: [pack.entry] }, null, 1)}\n`);
    write(dist, 'manifest.json', manifest);
    write(dist, 'manifest.json.sig', signManifest(manifest, ring));
    return dist;
  }

  entries(): PageEntry[] {
    return Array.from(this.pages.values(), ({ entry }) => entry);
  }
}

function packed(dist: string, { entry, bytes, coded = {} }: HeldPage) {
  write(dist, entry.file, bytes);
  const about = (content: Uint8Array) => ({ digest: sha256Hex(content), size: content.length });
  const wanted = codings.filter(coding => entry.encodings[coding]);
  const variants = wanted.flatMap(coding => {
    const variant = compressions(coded[coding] ?? bytes, [coding])[coding];
    return variant ? [[coding, variant] as const] : [];
  });
  const encodings = Object.fromEntries(variants.map(([coding, variant]) => [coding, about(variant)]));
  const whole = { ...entry, ...about(bytes), encodings };
  const isGzipAlone = variants.length === 1 && variants[0]![0] === 'gzip';
  const forms = [...(isGzipAlone ? [] : [bytes]), ...variants.map(([, variant]) => variant)];
  const held = entry.same_as === undefined ? Buffer.concat(forms) : Buffer.alloc(0);
  return { path: entry.path, entry: JSON.stringify(whole), bytes: held };
}
