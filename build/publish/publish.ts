/**
 * Publishes pages into `dist/`.
 *
 * Every file is first written beside its place (`name.next`), unless the file in that place has the same bytes. When all are
 * there, a list of the renames is left as `publication.json`. Then the manifest is put in place, and after it the files that it
 * names. So at any moment, a reader that finds other bytes in a file than the manifest says finds the right ones beside it
 * (`#document/text/tree.ts`). A build that is killed before the list is there has changed nothing; if it is killed later, the
 * next build finishes the renames.
 */
import { readFileSync } from 'node:fs';
import {
  byText,
  type Manifest,
  type ManifestFile,
  manifestFile,
  manifestFormat,
  manifestSignatureFile,
  type PageEntry,
  partsOf,
} from '#document/text/manifest.ts';
import type { Page } from '../page/compose/page.ts';
import { describe } from './description.ts';
import { batches } from './pool.ts';
import type { Rendered, RenderJob } from './render-job.ts';
import { StagedWriter } from './staged-writer.ts';
import type { Tree } from './tree.ts';
import { builderIdentity } from './version.ts';
import type { Workshop } from './workshop.ts';

/** A tree that was published. */
export interface Publication {
  /** The number of pages in the tree. */
  pages: number;
  /** The number of files that are new or changed. */
  written: number;
}

interface PublishSetting extends Workshop {
  /** Whether the tree is for a host of plain files; false if absent. */
  isStatic?: boolean | undefined;
  /** The tree in force; undefined if there is none. Its files that belong to no page any more are removed. */
  before: Tree | undefined;
  /** Signs the manifest and returns the signature, so that every byte of the tree is signed. */
  sign(manifest: Uint8Array): Uint8Array;
  /** Stores everything that must be on the disk before the pages are put in place. */
  beforeCommit(): void;
}

/** Renders the pages, and puts them in place of those of the tree in force. Returns the numbers of pages and of changed files. */
export async function publish(
  dist: string,
  pages: readonly Page[],
  redirects: Manifest['redirects'],
  setting: PublishSetting,
): Promise<Publication> {
  const { before, profile } = setting;
  const writer = new StagedWriter(dist);
  const entries = await renderAll(
    [...pages].sort((a, b) => byText(a.path, b.path)),
    writer,
    setting,
  );
  profile.lap('rendering pages');
  const parts = partsOf(entries);
  const file: ManifestFile = {
    format: manifestFormat,
    base_url: setting.baseUrl,
    ...(setting.isStatic && { profile: 'static' as const }),
    builder: builderIdentity(),
    parts: parts.map(({ part }) => part),
    redirects,
  };
  const manifest = writeManifest(file);
  writer.write(manifestSignatureFile, setting.sign(manifest));
  writer.write(manifestFile, manifest);
  for (const { part, bytes } of parts) writer.write(part.file, bytes);
  profile.lap('the manifest and its signature');
  setting.beforeCommit();
  const live = new Set([...pages.map(page => page.file), ...file.parts.map(part => part.file)]);
  const written = writer.commit((before?.files ?? []).filter(name => !live.has(name)));
  profile.lap('putting files in place');
  return { pages: pages.length, written };
}

/** Writes a manifest as JSON with one part in each line. The same manifest gives the same bytes. */
function writeManifest({ format, base_url, profile, builder, parts, redirects }: ManifestFile): Buffer {
  const begin = JSON.stringify({ format, base_url, profile, builder }).slice(0, -1);
  return Buffer.from(`${begin},"parts":${lines(parts)},"redirects":${lines(redirects)}}\n`);
}

const lines = (items: readonly object[]): string =>
  items.length === 0 ? '[]' : `[\n${items.map(item => JSON.stringify(item)).join(',\n')}\n]`;

/** The number of pages in one job of a thread. A page and its twin in the other form follow each other and share their text. */
const pagesPerJob = 24;

/** Renders pages and writes their files. Returns the entries of the pages for the manifest, in the order of the pages. */
async function renderAll(
  pages: readonly Page[],
  writer: StagedWriter,
  { pool, progress }: Workshop,
): Promise<PageEntry[]> {
  const byPath = new Map(pages.map(page => [page.path, page]));
  const rendered = new Map<string, Rendered>();
  for (const { file } of pages) writer.makeFolder(file);
  const own = pages.filter(({ same_as }) => same_as === undefined || !byPath.has(same_as));
  const jobOf = (some: Page[]) => ({ ...writer.place, ...renderJob(some) });
  await pool.run(batches(own, pagesPerJob), jobOf, (made, some) => {
    for (const [at, { path }] of some.entries()) rendered.set(path, made[at]!);
    progress.step('rendering pages', rendered.size, pages.length);
  });
  for (const page of pages) {
    if (rendered.has(page.path)) continue;
    const { path, file } = byPath.get(page.same_as!)!;
    writer.write(page.file, readFileSync(writer.pathOf(file)));
    rendered.set(page.path, rendered.get(path)!);
  }
  for (const { file } of own) writer.note(file);
  return pages.map(
    page => ({ ...describe(page), file: page.file, ...rendered.get(page.path)! }) as PageEntry,
  );
}

/** Makes the job of rendering some pages. A text that several of them share is in the job once. */
function renderJob(pages: readonly Page[]): Pick<RenderJob, 'do' | 'pages' | 'texts'> {
  const texts: RenderJob['texts'] = [];
  const places = new Map<Page['text'], number>();
  const placeOf = ({ text }: Page): number => {
    const place = places.get(text) ?? texts.push(text()) - 1;
    places.set(text, place);
    return place;
  };
  const parts = pages.map(page => {
    const { file, rendering, topology, tokens } = page;
    return {
      ...{ file, text: placeOf(page) },
      ...(rendering && { rendering }),
      ...(rendering && topology && { topology }),
      ...(tokens !== undefined && { tokens }),
    };
  });
  return { do: 'render', pages: parts, texts };
}
