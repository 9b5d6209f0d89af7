/**
 * Publishes pages into `dist/`: only what changed is rendered and written, and the manifest last.
 *
 * Packs stand under their digests, so new ones are put in place at once: nobody reads them before the manifest names them.
 * Every other file is first written beside its place (`name.next`); when all are there, a list of the renames is left as
 * `publication.json`, then they are renamed and the new manifest with them, and then the packs go that it does not name. A
 * build that is killed before the list is there has changed nothing; after it, the next build finishes the renames. A server
 * reads the manifest and its packs alone, so it finds the old tree or the new one, never a mixture. Where nothing lies yet, all
 * but the manifest is written in its place at once: without a manifest there is no tree.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import {
  byText,
  type Manifest,
  type ManifestFile,
  manifestFile,
  manifestFormat,
  manifestSignatureFile,
  type PageEntry,
} from '#document/manifest.ts';
import { type Extent, packFile, packFolder } from '#document/pack.ts';
import { type PageStore, partsOf } from '../keep/page-store.ts';
import type { Page } from '../page/page.ts';
import type { Message } from '../source/message.ts';
import { groupBy } from '../work/group.ts';
import { batches, lazily, type Pool } from '../work/pool.ts';
import type { Profile } from '../work/profile.ts';
import type { Progress } from '../work/progress.ts';
import type { FilePart } from './pack-job.ts';
import { inPacks, packAll, packOf } from './packing.ts';
import type { Staged, StagedText, StagePlace } from './stage.ts';
import { StagedWriter } from './staged-writer.ts';
import {
  hasWholePacks,
  manifestOf,
  type PublishedPage,
  readManifestFile,
  readPack,
  readSignature,
  readSignedManifest,
  readTree,
  type Tree,
} from './tree.ts';

export interface Publication {
  /** What the tree holds; read when somebody asks for it. */
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

export interface PublishSetting {
  baseUrl: string;
  /** Of the builder, part of every key. */
  version: string;
  progress: Progress;
  /** Signs the manifest, so that no byte of the tree is without a signature. */
  sign(manifest: Uint8Array): Uint8Array;
  pool: Pool;
  profile: Profile;
  /** Where the texts of former builds are, and those of this one go. */
  store: PageStore;
}

export interface WholeSetting extends PublishSetting {
  before: Tree | undefined;
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
  const { before, store, version } = setting;
  const former = before?.packs.flatMap(pack => pack.pages) ?? [];
  const old = new Map(former.map(page => [page.entry.path, page]));
  const writer = new StagedWriter(dist);
  const keyed = pages.map(page => ({ page, key: keyOf(page, version) }));
  const isKept = ({ page, key }: (typeof keyed)[number]) => old.get(page.path)?.entry.key === key;
  const changed = keyed.filter(each => !isKept(each));
  const rendered = changed.length;
  setting.profile.lap('comparing pages with those in force');
  const made = stageAll(changed, writer, setting, key => store.find(key));
  const kept = keyed.filter(isKept).map(({ page }) => old.get(page.path)!);
  const all = [...kept, ...made].sort((a, b) => byText(a.entry.path, b.entry.path));
  const entries = all.map(({ entry }) => entry);
  setting.profile.lap('rendering, compressing and writing pages');
  const messages = setting.check(entries);
  if (messages.length > 0) {
    writer.discard();
    return { ok: false, messages };
  }
  setting.beforeCommit();
  const isLive = new Set(all);
  const stale = staleFiles(
    former.filter(page => !isLive.has(page)),
    entries,
  );
  const head: Omit<ManifestFile, 'packs'> = { format: manifestFormat, base_url: setting.baseUrl, redirects };
  const inForce = readSignedManifest(dist);
  const isSame = rendered === 0 && former.length === all.length && before && sameHead(before.manifest, head);
  if (isSame && inForce?.signature.equals(setting.sign(inForce.manifest))) {
    const { signature } = inForce;
    return publicationOf(dist, before.manifest, { ok: true, signature, rendered, written: 0 });
  }
  const known = new Map(before?.packs.map(pack => [pack.entry.first, pack]));
  const packs = packAll(dist, inPacks(all), known, setting);
  setting.profile.lap('packing pages');
  const file: ManifestFile = { ...head, packs };
  const committed = commit(dist, writer, file, stale, setting);
  const live = packs.reduce((sum, { size }) => sum + size, 0);
  // What no page has any more is left out of the store once that is more than what pages have.
  if (store.size > 2 * live) store.compact(new Set(pages.map(page => textKey(page, version))));
  return publicationOf(dist, file, { ok: true, rendered, ...committed });
}

/** Adds what a tree holds to what is told of its publication. */
function publicationOf<Rest extends object>(
  dist: string,
  { packs }: ManifestFile,
  rest: Rest,
): Rest & Pick<Publication, 'manifest' | 'pages'> {
  return {
    ...rest,
    pages: packs.reduce((sum, pack) => sum + pack.pages, 0),
    get manifest() {
      return manifestOf(readTree(dist)!);
    },
  };
}

/** Puts pages into the place of those of their paths, which must be in the tree; all others stay, unread. */
export function republish(
  dist: string,
  pages: readonly Page[],
  setting: PublishSetting,
): Publication | undefined {
  const before = readManifestFile(dist);
  const signature = readSignature(dist);
  if (!before || !hasWholePacks(dist, before)) return undefined;
  if (pages.length === 0)
    return signature && publicationOf(dist, before, { signature, rendered: 0, written: 0 });
  const paths = new Set(pages.map(page => page.path));
  const concerned = new Set(pages.map(page => packOf(before.packs, page.path)));
  const read = [...concerned].flatMap(entry => (entry && readPack(dist, entry)) ?? []);
  const replaced = read.flatMap(pack => pack.pages.filter(({ entry }) => paths.has(entry.path)));
  if (replaced.length < pages.length) return undefined;
  const writer = new StagedWriter(dist);
  const keyed = pages.map(page => ({ page, key: keyOf(page, setting.version) }));
  // To find a few texts in the store takes longer than to make them.
  const made = stageAll(keyed, writer, setting, () => undefined);
  setting.profile.lap('rendering, compressing and writing pages');
  const now = new Map(made.map(page => [page.entry.path, page]));
  const changed = read.map(pack => pack.pages.map(page => now.get(page.entry.path) ?? page));
  const packed = new Map(
    packAll(dist, changed, new Map(), setting).map((entry, at) => [read[at]!.entry, entry]),
  );
  setting.profile.lap('packing pages');
  const file = { ...before, packs: before.packs.map(entry => packed.get(entry) ?? entry) };
  const stale = staleFiles(
    replaced,
    made.map(({ entry }) => entry),
  );
  const committed = commit(dist, writer, file, stale, setting);
  return publicationOf(dist, file, { rendered: pages.length, ...committed });
}

/** Puts everything in place, and removes what the manifest does not name any more. */
function commit(
  dist: string,
  writer: StagedWriter,
  file: ManifestFile,
  stale: string[],
  { sign, profile }: PublishSetting,
): Pick<Publication, 'signature' | 'written'> {
  const manifest = writeManifest(file);
  const signature = sign(manifest);
  writer.write(manifestSignatureFile, signature);
  writer.write(manifestFile, manifest);
  profile.lap('the manifest and its signature');
  const named = new Set(file.packs.map(packFile));
  const packs = readdirSync(join(dist, packFolder)).map(name => `${packFolder}/${name}`);
  writer.commit([...stale, ...packs.filter(pack => !named.has(pack))]);
  profile.lap('putting files in place');
  return { signature, written: writer.count };
}

/** The bytes of a manifest, a pack a line; the same manifest gives the same bytes. */
function writeManifest({ format, base_url, packs, redirects }: ManifestFile): Buffer {
  const begin = JSON.stringify({ format, base_url }).slice(0, -1);
  return Buffer.from(`${begin},"packs":${lines(packs)},"redirects":${lines(redirects)}}\n`);
}

const lines = (items: readonly object[]): string =>
  items.length === 0 ? '[]' : `[\n${items.map(item => JSON.stringify(item)).join(',\n')}\n]`;

/** A digest of all that a page is made from; equal keys mean equal bytes. */
const keyOf = (page: Page, version: string): string =>
  sha256Hex(JSON.stringify([version, page.file, page.inputs, describe(page)]));

/** Whether two manifests have the same address and redirects. */
const sameHead = (one: ManifestHead, other: ManifestHead): boolean =>
  one.base_url === other.base_url && JSON.stringify(one.redirects) === JSON.stringify(other.redirects);

type ManifestHead = Pick<ManifestFile, 'base_url' | 'redirects'>;

/** What the manifest says of a page besides its bytes. What a page does not have is undefined, which JSON leaves out. */
function describe(page: Page) {
  return {
    path: page.path,
    media_type: page.mediaType,
    kind: page.kind,
    title: page.title,
    description: page.description,
    described_by: page.described_by,
    canonical: page.canonical,
    links: page.links,
    listed: page.listed,
    last_modified: page.last_modified,
    ticket: page.ticket,
    search: page.search,
    artifact: page.artifact,
    same_as: page.same_as,
    immutable: page.immutable,
  };
}

/** The entry of a page, its fields in one order whatever made it. */
function entryOf(page: Page, { digest, size, tokens, encodings }: Staged, key: string): PageEntry {
  return { ...describe(page), file: page.file, digest, size, tokens, encodings, key } as PageEntry;
}

/** Pages that go to a thread together: enough that handing them over costs little beside the work. */
const pagesPerJob = 32;

interface KeyedPage {
  page: Page;
  key: string;
}

/** Renders the pages and writes their files, over all threads where that pays. Their variants are then in the store. */
function stageAll(
  pages: readonly KeyedPage[],
  writer: StagedWriter,
  setting: PublishSetting,
  find: (key: string) => Extent | undefined,
): PublishedPage[] {
  const { store, pool, progress, version } = setting;
  for (const { page } of pages) writer.makeFolder(page.file);
  const groups = groupBy(pages, ({ page }) => textKey(page, version));
  const texts = [...groups].map(([key, group]): TextToStage => {
    return { key, files: group.map(({ page }) => page.file), page: group[0]!.page, extent: find(key) };
  });
  const published: PublishedPage[] = [];
  const stage = (some: readonly TextToStage[]): TextToStage[] => {
    const damaged: TextToStage[] = [];
    const pieces = batches(some, pagesPerJob);
    const jobs = lazily(pieces, piece => jobOf(piece, writer.place, store));
    pool.run(jobs, (stagings, index) => {
      for (const [at, staging] of stagings.entries()) {
        const text = pieces[index]![at]!;
        const extent = staging?.record ? store.append(staging.record) : text.extent;
        if (!staging || !extent) damaged.push(text);
        else published.push(...publishedOf(groups.get(text.key)!, staging.staged, extent, store));
      }
      progress.step('writing pages', published.length, pages.length);
    });
    return damaged;
  };
  stage(stage(texts).map(({ extent: _, ...text }) => text));
  writer.note(pages.map(({ page }) => page.file));
  return published;
}

/** Pages that have one text, which lies in the store. */
function publishedOf(
  group: readonly KeyedPage[],
  staged: Staged,
  extent: Extent,
  { path: file }: PageStore,
): PublishedPage[] {
  const from: FilePart = { file, ...partsOf(extent) };
  return group.map(({ page, key }) => {
    return {
      entry: entryOf(page, staged, key),
      from: page.same_as === undefined ? from : { ...from, length: 0 },
    };
  });
}

/** A text with the pages that have it. */
interface TextToStage extends Pick<StagedText, 'key' | 'files'> {
  page: Page;
  /** Where the store has it. */
  extent?: Extent | undefined;
}

function jobOf(texts: readonly TextToStage[], place: StagePlace, store: PageStore) {
  const pages = texts.map(({ key, files, page, extent }) => ({ key, files, from: extent ?? textOf(page) }));
  const fromStore = texts.some(({ extent }) => extent);
  return { do: 'stage' as const, ...place, pages, ...(fromStore && { store: store.path }) };
}

function textOf(page: Page): StagedText['from'] {
  return { text: page.text(), ...(page.tokens !== undefined && { tokens: page.tokens }) };
}

/** What a text is made from, whatever page has it. */
const textKey = (page: Page, version: string): string =>
  sha256Hex(JSON.stringify([version, page.kind, page.inputs]));

/** Files of pages that went which no page has now. */
function staleFiles(gone: readonly PublishedPage[], now: readonly PageEntry[]): string[] {
  if (gone.length === 0) return [];
  const live = new Set(now.map(({ file }) => file));
  return gone.map(({ entry }) => entry.file).filter(file => !live.has(file));
}
