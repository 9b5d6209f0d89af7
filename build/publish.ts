/**
 * Publishes pages into `dist/`: only what changed is rendered and written, and the manifest last.
 *
 * A file is first written beside its place (`name.next`); when all are there, a list of the renames is left as
 * `publication.json`, then they are renamed and the new manifest with them. A build that is killed before the list is
 * there has changed nothing; after it, the next build finishes the renames, and a server that starts reads the new files
 * from beside their places. So a reader finds the old tree or the new one, never a mixture. Where nothing lies yet, all
 * but the manifest is written in its place at once: without a manifest there is no tree.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import { byText, type Manifest, manifestFile, manifestFormat, type PageEntry } from '#document/manifest.ts';
import { groupBy } from './group.ts';
import { writeManifest } from './manifest-file.ts';
import type { Message } from './message.ts';
import type { Page } from './page.ts';
import type { PageStore } from './page-store.ts';
import { batches, type Pool } from './pool.ts';
import type { Profile } from './profile.ts';
import type { Progress } from './progress.ts';
import { type Staged, type StagedText, type StagePlace, stagedSuffix, writeWhole } from './stage.ts';

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
const suffix = stagedSuffix;

/** Reads the manifest that is in force, after finishing what a killed build left; undefined when there is none. */
export function readManifest(dist: string): Manifest | undefined {
  finish(dist);
  const text = readIfPresent(join(dist, manifestFile));
  if (text === undefined) return undefined;
  const manifest = JSON.parse(text) as Manifest;
  return manifest.format === manifestFormat ? manifest : undefined;
}

export interface PublishSetting {
  baseUrl: string;
  version: string;
  before: Manifest | undefined;
  progress: Progress;
  check(pages: readonly PageEntry[]): Message[];
  /** Signs the manifest, so that no byte of the tree is without a signature. */
  sign(manifest: Uint8Array): Uint8Array;
  /** What must be kept before the pages are put in place. */
  beforeCommit(): void;
  pool: Pool;
  profile: Profile;
  /** Where the texts of former builds are; absent: all are made anew. */
  store?: PageStore;
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
  setting: PublishSetting,
): Publishing {
  const old = new Map(setting.before?.pages.map(entry => [entry.path, entry]));
  const writer = new StagedWriter(dist);
  const keyed = pages.map(page => {
    const inputs = [setting.version, page.file, page.inputs, describe(page)];
    return { page, key: sha256Hex(JSON.stringify(inputs)) };
  });
  const isKept = ({ page, key }: (typeof keyed)[number]) => old.get(page.path)?.key === key;
  const changed = keyed.filter(each => !isKept(each));
  const rendered = changed.length;
  setting.profile.lap('comparing pages with those in force');
  const staged = stageAll(
    changed.map(({ page }) => page),
    writer,
    setting,
  );
  const entries = [
    ...keyed.filter(isKept).map(({ page }) => old.get(page.path)!),
    ...changed.map(({ page, key }) => entryOf(page, staged.get(page.file)!, key)),
  ].sort((a, b) => byText(a.path, b.path));
  setting.profile.lap('rendering, compressing and writing pages');
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
  const bytes = writeManifest(manifest);
  writer.write(signatureFile, setting.sign(bytes));
  writer.write(manifestFile, bytes);
  setting.profile.lap('the manifest and its signature');
  writer.commit(stale);
  setting.profile.lap('putting files in place');
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

/** The entry of a page, its fields in one order whatever made it. */
function entryOf(page: Page, { file, digest, size, tokens, encodings }: Staged, key: string): PageEntry {
  const described = JSON.parse(JSON.stringify(describe(page))) as PageEntry;
  return { ...described, file, digest, size, tokens, encodings, key };
}

/** Pages that go to a thread together: enough that handing them over costs little beside the work. */
const pagesPerJob = 32;

/** Renders the pages and writes them, over all threads where that pays. Gives what was written by the file of the page. */
function stageAll(
  pages: readonly Page[],
  writer: StagedWriter,
  setting: PublishSetting,
): Map<string, Staged> {
  for (const page of pages) writer.makeFolder(page.file);
  const texts = [...groupBy(pages, page => textKey(page, setting.version))].map(([key, group]) => {
    const files = group.map(page => page.file);
    return { key, files, page: group[0]!, extent: setting.store?.find(key) };
  });
  const staged = new Map<string, Staged>();
  const stage = (some: readonly TextToStage[]): TextToStage[] => {
    const damaged: TextToStage[] = [];
    const pieces = batches(some, pagesPerJob);
    const jobs = lazily(pieces, piece => jobOf(piece, writer.place, setting.store));
    setting.pool.run(jobs, (stagings, index) => {
      for (const [at, staging] of stagings.entries()) {
        if (!staging) damaged.push(pieces[index]![at]!);
        if (staging?.record) setting.store?.append(staging.record);
        for (const each of staging?.staged ?? []) staged.set(each.file, each);
      }
      setting.progress.step('writing pages', staged.size, pages.length);
    });
    return damaged;
  };
  stage(stage(texts).map(({ extent: _, ...text }) => text));
  for (const { file, encodings } of staged.values())
    writer.note(file, ...Object.values(encodings).map(variant => variant.file));
  return staged;
}

/** A text with the pages that have it. */
interface TextToStage extends Pick<StagedText, 'key' | 'files'> {
  page: Page;
  /** Where the store has it. */
  extent?: StagedText['from'] | undefined;
}

function jobOf(texts: readonly TextToStage[], place: StagePlace, store: PageStore | undefined) {
  const pages = texts.map(({ key, files, page, extent }) => ({ key, files, from: extent ?? textOf(page) }));
  return { do: 'stage' as const, ...place, pages, ...(store && { store: store.path }) };
}

function textOf(page: Page): StagedText['from'] {
  return { text: page.text(), ...(page.tokens !== undefined && { tokens: page.tokens }) };
}

/** What a text is made from, whatever page has it. */
const textKey = (page: Page, version: string): string =>
  sha256Hex(JSON.stringify([version, page.kind, page.inputs]));

/** A list whose items are made when they are first read, so that the texts of all pages need not be held at once. */
function lazily<From, To>(items: readonly From[], make: (item: From) => To): readonly To[] {
  return new Proxy(items, {
    get: (target, name) =>
      typeof name === 'string' && /^\d+$/.test(name)
        ? make(target[Number(name)]!)
        : Reflect.get(target, name),
  }) as unknown as readonly To[];
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

/** Writes files beside their places and renames them all at the end; into an empty folder, in their places. */
class StagedWriter {
  /** Where pages are written until the end. */
  readonly place: StagePlace;
  readonly #dist: string;
  readonly #names: string[] = [];
  readonly #folders = new Set<string>();
  /** Files to be renamed at the end. */
  readonly #renames: string[] = [];

  constructor(dist: string) {
    this.#dist = dist;
    this.place = { dist, suffix: isEmpty(dist) ? '' : suffix };
  }

  get count(): number {
    return this.#names.length;
  }

  /** Makes the folder of a file. */
  makeFolder(name: string): void {
    const folder = dirname(join(this.#dist, name));
    if (this.#folders.has(folder)) return;
    mkdirSync(folder, { recursive: true });
    this.#folders.add(folder);
  }

  /** Writes a file that is put in place with the manifest, or is the manifest. */
  write(name: string, bytes: Uint8Array): void {
    this.makeFolder(name);
    writeWhole(join(this.#dist, name + suffix), bytes);
    this.#names.push(name);
    this.#renames.push(name);
  }

  /** Notes files that were written in `place` by others. */
  note(...names: string[]): void {
    this.#names.push(...names);
    if (this.place.suffix !== '') this.#renames.push(...names);
  }

  /** Forgets what was written. */
  discard(): void {
    for (const name of this.#names) rmSync(join(this.#dist, name + this.place.suffix), { force: true });
  }

  /** Puts everything in place, and removes what is no longer part of the tree. */
  commit(removals: string[]): void {
    const journal: Journal = { renames: this.#renames, removals };
    const path = join(this.#dist, journalFile);
    writeSynced(path + suffix, JSON.stringify(journal));
    renameSync(path + suffix, path);
    finish(this.#dist);
  }
}

function isEmpty(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

/** Writes a file, and returns when its bytes are on the disk. */
function writeSynced(path: string, text: string): void {
  const handle = openSync(path, 'w', 0o644);
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
  fsyncSync(handle);
  closeSync(handle);
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
