/**
 * Publishes pages into `dist/`: only what changed is rendered and written, and the manifest last.
 *
 * A file is first written beside its place (`name.next`); when all are there, a list of the renames is left as
 * `publication.json`, then they are renamed and the new manifest with them. A build that is killed before the list is
 * there has changed nothing; after it, the next build finishes the renames, and a server that starts reads the new files
 * from beside their places. So a reader finds the old tree or the new one, never a mixture.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import {
  byText,
  type Coding,
  type Manifest,
  manifestFile,
  manifestFormat,
  type PageEntry,
} from '#document/manifest.ts';
import { compressions } from './compress.ts';
import type { Message } from './message.ts';
import type { Page } from './page.ts';
import type { Progress } from './progress.ts';
import { tokensOf } from './token.ts';

export interface Publication {
  manifest: Manifest;
  /** Pages that were rendered, and files that were written. */
  rendered: number;
  written: number;
}

export type Publishing = ({ ok: true } & Publication) | { ok: false; messages: Message[] };

/** Renames that are still to be done, left by a build that was killed. */
interface Journal {
  renames: string[];
  removals: string[];
}

const signatureFile = `${manifestFile}.sig`;
const journalFile = 'publication.json';
const suffix = '.next';
const extensions: Record<Coding, string> = { br: 'br', gzip: 'gz' };

/** Reads the manifest that is in force, after finishing what a killed build left; undefined when there is none. */
export function readManifest(dist: string): Manifest | undefined {
  finish(dist);
  const text = readIfPresent(join(dist, manifestFile));
  if (text === undefined) return undefined;
  const manifest = JSON.parse(text) as Manifest;
  return manifest.format === manifestFormat ? manifest : undefined;
}

/**
 * Publishes the pages, unless `setting.check` has anything to say to them. A page whose key stands in `before` is kept as
 * it is.
 * @param setting `version` is that of the builder, part of every key
 */
export function publish(
  dist: string,
  pages: readonly Page[],
  redirects: Manifest['redirects'],
  setting: {
    baseUrl: string;
    version: string;
    before: Manifest | undefined;
    progress: Progress;
    check(pages: readonly PageEntry[]): Message[];
    /** Signs the manifest, so that no byte of the tree is without a signature. */
    sign(manifest: Uint8Array): Uint8Array;
    /** What must be kept before the pages are put in place. */
    beforeCommit(): void;
  },
): Publishing {
  const old = new Map(setting.before?.pages.map(entry => [entry.path, entry]));
  const writer = new StagedWriter(dist);
  let rendered = 0;
  const entries = pages.map((page, at) => {
    const key = sha256Hex(JSON.stringify([setting.version, page.file, page.inputs, describe(page)]));
    const kept = old.get(page.path);
    if (kept?.key === key) return kept;
    rendered += 1;
    setting.progress.step('writing pages', at + 1, pages.length);
    return stage(page, key, writer);
  });
  entries.sort((a, b) => byText(a.path, b.path));
  const messages = setting.check(entries);
  if (messages.length > 0) {
    writer.discard();
    return { ok: false, messages };
  }
  setting.beforeCommit();
  const manifest: Manifest = { format: manifestFormat, base_url: setting.baseUrl, pages: entries, redirects };
  const stale = setting.before ? staleFiles(setting.before, manifest) : [];
  const signed = existsSync(join(dist, signatureFile));
  if (signed && rendered === 0 && stale.length === 0 && sameRedirects(setting.before, manifest)) {
    return { ok: true, manifest, rendered, written: 0 };
  }
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  writer.write(signatureFile, setting.sign(bytes));
  writer.write(manifestFile, bytes);
  writer.commit(stale);
  return { ok: true, manifest, rendered, written: writer.count };
}

const sameRedirects = (before: Manifest | undefined, after: Manifest): boolean =>
  before !== undefined &&
  before.base_url === after.base_url &&
  before.pages.length === after.pages.length &&
  JSON.stringify(before.redirects) === JSON.stringify(after.redirects);

/** What the manifest says of a page besides its bytes. */
function describe(page: Page): Partial<PageEntry> {
  const { path, kind, title, description, described_by, canonical, links, listed, last_modified } = page;
  const { ticket, search, artifact, immutable, mediaType } = page;
  const all = {
    path,
    media_type: mediaType,
    kind,
    title,
    description,
    described_by,
    canonical,
    links,
    listed,
  };
  return { ...all, last_modified, ticket, search, artifact, immutable } as Partial<PageEntry>;
}

/** Renders a page, makes its variants and writes all of them beside their places. */
function stage(page: Page, key: string, writer: StagedWriter): PageEntry {
  const text = page.text();
  const bytes =
    typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  writer.write(page.file, bytes);
  const encodings: PageEntry['encodings'] = {};
  for (const [coding, packed] of Object.entries(compressions(bytes)) as [Coding, Buffer][]) {
    const file = `${page.file}.${extensions[coding]}`;
    writer.write(file, packed);
    encodings[coding] = { file, digest: sha256Hex(packed), size: packed.length };
  }
  const described = JSON.parse(JSON.stringify(describe(page))) as PageEntry;
  const own = {
    file: page.file,
    digest: sha256Hex(bytes),
    size: bytes.length,
    tokens: page.tokens ?? (typeof text === 'string' ? tokensOf(text) : 0),
  };
  return { ...described, ...own, encodings, key };
}

const filesOf = (manifest: Manifest): string[] =>
  manifest.pages.flatMap(({ file, encodings }) => [
    file,
    ...Object.values(encodings).map(variant => variant.file),
  ]);

function staleFiles(before: Manifest, after: Manifest): string[] {
  const live = new Set(filesOf(after));
  return filesOf(before).filter(file => !live.has(file));
}

/** Writes files beside their places and renames them all at the end. */
class StagedWriter {
  readonly #dist: string;
  readonly #names: string[] = [];
  readonly #folders = new Set<string>();

  constructor(dist: string) {
    this.#dist = dist;
  }

  get count(): number {
    return this.#names.length;
  }

  write(name: string, bytes: Uint8Array | string): void {
    const path = join(this.#dist, name);
    const folder = dirname(path);
    if (!this.#folders.has(folder)) {
      mkdirSync(folder, { recursive: true });
      this.#folders.add(folder);
    }
    writeWhole(path + suffix, bytes);
    this.#names.push(name);
  }

  /** Forgets what was written. */
  discard(): void {
    for (const name of this.#names) rmSync(join(this.#dist, name + suffix), { force: true });
  }

  /** Puts everything in place, and removes what is no longer part of the tree. */
  commit(removals: string[]): void {
    const journal: Journal = { renames: this.#names, removals };
    const path = join(this.#dist, journalFile);
    const handle = writeWhole(path + suffix, JSON.stringify(journal), true);
    closeSync(handle!);
    renameSync(path + suffix, path);
    finish(this.#dist);
  }
}

/** Writes a file whole; with `sync`, returns its handle after its bytes are on the disk. */
function writeWhole(path: string, bytes: Uint8Array | string, sync = false): number | undefined {
  const handle = openSync(path, 'w', 0o644);
  const data = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  for (let done = 0; done < data.length; ) done += writeSync(handle, data, done);
  if (sync) {
    fsyncSync(handle);
    return handle;
  }
  closeSync(handle);
  return undefined;
}

/** Finishes a publication whose list of renames is there. Doing it twice is harmless. */
function finish(dist: string): void {
  const text = readIfPresent(join(dist, journalFile));
  if (text === undefined) return;
  const { renames, removals } = JSON.parse(text) as Journal;
  for (const name of renames) {
    const path = join(dist, name);
    if (statSync(path + suffix, { throwIfNoEntry: false })) renameSync(path + suffix, path);
  }
  for (const name of removals) rmSync(join(dist, name), { force: true });
  rmSync(join(dist, journalFile), { force: true });
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
