/**
 * Publishes pages into `dist/`: only what changed is rendered and written, and the manifest last.
 *
 * A file is first written beside its place (`name.next`); when all are there, a list of the renames is left as
 * `publication.json`, then they are renamed and the new manifest with them. A build that is killed before the list is
 * there has changed nothing; after it, the next build finishes the renames, and a server that starts reads the new files
 * from beside their places. So a reader finds the old tree or the new one, never a mixture. Where nothing lies yet, all
 * but the manifest is written in its place at once: without a manifest there is no tree.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import { byText, type Manifest, manifestFile, manifestFormat, type PageEntry } from '#document/manifest.ts';
import { groupBy } from './group.ts';
import { countEntries, findEntry, replaceEntries, writeManifest } from './manifest-file.ts';
import type { Message } from './message.ts';
import type { Page } from './page.ts';
import type { Extent, PageStore } from './page-store.ts';
import { batches, type Pool } from './pool.ts';
import type { Profile } from './profile.ts';
import type { Progress } from './progress.ts';
import type { Staged, StagedText, StagePlace } from './stage.ts';
import { readIfPresent, StagedWriter } from './staged-writer.ts';

export interface Publication {
  manifest: Manifest;
  /** How many pages the tree has. */
  pages: number;
  /** The 64 bytes that sign the manifest. */
  signature: Uint8Array;
  /** Pages that were rendered, and files that were written. */
  rendered: number;
  written: number;
}

export type Publishing = ({ ok: true } & Publication) | { ok: false; messages: Message[] };

const signatureFile = `${manifestFile}.sig`;

/** Reads the manifest that is in force; undefined when there is none. */
export function readManifest(dist: string): Manifest | undefined {
  const text = readIfPresent(join(dist, manifestFile));
  if (text === undefined) return undefined;
  const manifest = JSON.parse(text) as Manifest;
  return manifest.format === manifestFormat ? manifest : undefined;
}

export interface PublishSetting {
  baseUrl: string;
  /** Of the builder, part of every key. */
  version: string;
  progress: Progress;
  /** Signs the manifest, so that no byte of the tree is without a signature. */
  sign(manifest: Uint8Array): Uint8Array;
  pool: Pool;
  profile: Profile;
  /** Where the texts of former builds are; absent: all are made anew. */
  store?: PageStore;
}

export interface WholeSetting extends PublishSetting {
  before: Manifest | undefined;
  check(pages: readonly PageEntry[]): Message[];
  /** What must be kept before the pages are put in place. */
  beforeCommit(): void;
}

/**
 * Publishes the pages, unless `setting.check` has anything to say to them. A page whose key stands in `before` is kept as
 * it is.
 */
export function publish(
  dist: string,
  pages: readonly Page[],
  redirects: Manifest['redirects'],
  setting: WholeSetting,
): Publishing {
  const old = new Map(setting.before?.pages.map(entry => [entry.path, entry]));
  const writer = new StagedWriter(dist);
  const keyed = pages.map(page => ({ page, key: keyOf(page, setting.version) }));
  const isKept = ({ page, key }: (typeof keyed)[number]) => old.get(page.path)?.key === key;
  const changed = keyed.filter(each => !isKept(each));
  const rendered = changed.length;
  setting.profile.lap('comparing pages with those in force');
  const staged = stageAll(
    changed.map(({ page }) => page),
    writer,
    setting,
    key => setting.store?.find(key),
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
  const kept = new Set(entries);
  const stale = staleFiles(setting.before?.pages.filter(entry => !kept.has(entry)) ?? [], entries);
  const signature = readSignature(dist);
  if (signature && rendered === 0 && stale.length === 0 && sameRedirects(setting.before, manifest)) {
    return { ok: true, manifest, pages: entries.length, signature, rendered, written: 0 };
  }
  const committed = commit(writer, writeManifest(manifest), stale, setting);
  if (setting.store) compact(setting.store, pages, manifest, setting.version);
  return { ok: true, manifest, pages: entries.length, rendered, ...committed };
}

/** Leaves out of the store what no page has any more, once that is more than what pages have. */
function compact(store: PageStore, pages: readonly Page[], manifest: Manifest, version: string): void {
  const variants = manifest.pages.flatMap(page => [page, ...Object.values(page.encodings)]);
  const live = variants.reduce((sum, { size }) => sum + size, 0);
  if (store.size > 2 * live) store.compact(new Set(pages.map(page => textKey(page, version))));
}

/** Puts pages into the place of those of their paths, which must be in the tree; all others stay, unread. */
export function republish(
  dist: string,
  pages: readonly Page[],
  setting: PublishSetting,
): Publication | undefined {
  const before = readFileSync(join(dist, manifestFile));
  const signature = readSignature(dist);
  if (pages.length === 0) return signature && withManifest(before, { signature, rendered: 0, written: 0 });
  const found = pages.flatMap(page => findEntry(before, page.path) ?? []);
  if (found.length < pages.length) return undefined;
  const writer = new StagedWriter(dist);
  // To find a few texts in the store takes longer than to make them.
  const staged = stageAll(pages, writer, setting, () => undefined);
  const entries = pages.map(page => entryOf(page, staged.get(page.file)!, keyOf(page, setting.version)));
  setting.profile.lap('rendering, compressing and writing pages');
  const stale = staleFiles(
    found.map(({ entry }) => entry),
    entries,
  );
  const bytes = replaceEntries(
    before,
    found.map((each, at) => ({ found: each, entry: entries[at]! })),
  );
  return withManifest(bytes, { rendered: pages.length, ...commit(writer, bytes, stale, setting) });
}

/** Adds a manifest that is parsed when somebody asks for it. */
function withManifest(bytes: Buffer, rest: Omit<Publication, 'manifest' | 'pages'>): Publication {
  return {
    ...rest,
    pages: countEntries(bytes),
    get manifest() {
      return JSON.parse(bytes.toString()) as Manifest;
    },
  };
}

function commit(
  writer: StagedWriter,
  manifest: Buffer,
  stale: string[],
  { sign, profile }: Pick<PublishSetting, 'sign' | 'profile'>,
): Pick<Publication, 'signature' | 'written'> {
  const signature = sign(manifest);
  writer.write(signatureFile, signature);
  writer.write(manifestFile, manifest);
  profile.lap('the manifest and its signature');
  writer.commit(stale);
  profile.lap('putting files in place');
  return { signature, written: writer.count };
}

/** The signature of the manifest that is in force; undefined when there is none. */
export function readSignature(dist: string): Buffer | undefined {
  const path = join(dist, signatureFile);
  return existsSync(path) ? readFileSync(path) : undefined;
}

/** A digest of all that a page is made from; equal keys mean equal bytes. */
const keyOf = (page: Page, version: string): string =>
  sha256Hex(JSON.stringify([version, page.file, page.inputs, describe(page)]));

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
  find: (key: string) => Extent | undefined,
): Map<string, Staged> {
  for (const page of pages) writer.makeFolder(page.file);
  const texts = [...groupBy(pages, page => textKey(page, setting.version))].map(([key, group]) => {
    const files = group.map(page => page.file);
    return { key, files, page: group[0]!, extent: find(key) };
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
  extent?: Extent | undefined;
}

function jobOf(texts: readonly TextToStage[], place: StagePlace, store: PageStore | undefined) {
  const pages = texts.map(({ key, files, page, extent }) => ({ key, files, from: extent ?? textOf(page) }));
  const fromStore = texts.some(({ extent }) => extent);
  return { do: 'stage' as const, ...place, pages, ...(store && fromStore && { store: store.path }) };
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

const filesOf = (pages: readonly PageEntry[]): string[] =>
  pages.flatMap(({ file, encodings }) => [file, ...Object.values(encodings).map(variant => variant.file)]);

/** Files of pages that went which no page has now. */
function staleFiles(gone: readonly PageEntry[], now: readonly PageEntry[]): string[] {
  if (gone.length === 0) return [];
  const live = new Set(filesOf(now));
  return filesOf(gone).filter(file => !live.has(file));
}
