/** Packing: which pages stand in one pack, which packs of the tree in force can stay as they are, and making the others. */

import { sha256Hex } from '#document/text/digest.ts';
import type { PackEntry } from '#document/text/manifest.ts';
import { drawingKey, drawn } from '#edition/rendering.ts';
import type { Page } from '../page/compose/page.ts';
import { codingsOf, describe } from './description.ts';
import type { CopiedPage, NewPage, OldPage, PackJob, Staged } from './pack-job.ts';
import { batches } from './pool.ts';
import type { StagedWriter } from './staged-writer.ts';
import type { Pack, PublishedPage } from './tree.ts';
import type { Workshop } from './workshop.ts';

/** A page with the digest of all that it is made from; equal keys mean equal bytes. */
interface KeyedPage {
  page: Page;
  key: string;
}

/** A page for a pack: one to be made, or one that is in the tree. */
export type PageToPack = KeyedPage | PublishedPage;

const isOld = (page: PageToPack): page is PublishedPage => 'entry' in page;
export const pathOf = (page: PageToPack): string => (isOld(page) ? page.entry.path : page.page.path);

/** The key of a page made by a version of the builder. */
export const keyOf = (page: Page, version: string): string =>
  sha256Hex(JSON.stringify([version, page.file, page.inputs, describe(page)]));

/** One page in this many ends a pack. A pack that a server or an edit reads is then some hundred kilobytes. */
const pagesPerPack = 32;

/**
 * Cuts the pages, sorted by path, into packs. Where one ends depends on the path of its last page alone, so that pages that
 * come or go change the packs that they are in and no other.
 */
export function inPacks(pages: readonly PageToPack[]): PageToPack[][] {
  const packs: PageToPack[][] = [];
  let pack: PageToPack[] = [];
  for (const page of pages) {
    pack.push(page);
    if (Number.parseInt(sha256Hex(pathOf(page)).slice(0, 8), 16) % pagesPerPack > 0) continue;
    packs.push(pack);
    pack = [];
  }
  return pack.length > 0 ? [...packs, pack] : packs;
}

/** The pack that has a path if any has. */
export const packOf = (packs: readonly PackEntry[], path: string): PackEntry | undefined =>
  packs.findLast(({ first }) => first <= path);

/**
 * Makes packs and the files of their new pages, except for the packs that are in the tree with just these pages. Gives what the manifest
 * says of each pack.
 * @param known the packs of the tree by the path of their first page
 */
export function makePacks(
  packs: readonly PageToPack[][],
  known: ReadonlyMap<string, Pack>,
  writer: StagedWriter,
  workshop: Workshop,
): PackEntry[] {
  const { pool, progress } = workshop;
  const entries = packs.map(pages => sameIn(known.get(pathOf(pages[0]!)), pages));
  const missing = packs.flatMap((_, at) => (entries[at] ? [] : [at]));
  const staged = new Map<string, Staged>();
  const files = new Map<string, string>();
  for (const page of packs.flat()) {
    if (isOld(page)) {
      staged.set(page.entry.path, page.entry);
      continue;
    }
    writer.makeFolder(page.page.file);
    files.set(page.page.path, page.page.file);
  }
  const drawings = drawAll(
    packs.flat().flatMap(page => (isOld(page) ? [] : page.page)),
    workshop,
  );
  let done = 0;
  const make = (some: readonly number[]) => {
    const jobOf = (at: number) => ({
      ...writer.place,
      ...packJob(packs[at]!, { staged, files, drawings }),
    });
    pool.run(some, jobOf, (made, number) => {
      const paths = packs[number]!.flatMap(page => (isOld(page) ? [] : page.page.path));
      for (const [at, path] of paths.entries()) staged.set(path, made.staged[at]!);
      entries[number] = made.entry;
      done += 1;
      progress.step('making packs of pages', done, missing.length);
    });
  };
  // Pages with the bytes of others come last: what is known of those need not be found out twice.
  const repeats = (at: number) => packs[at]!.some(page => !isOld(page) && page.page.same_as !== undefined);
  make(missing.filter(at => !repeats(at)));
  make(missing.filter(repeats));
  writer.note(packs.flat().flatMap(page => (isOld(page) ? [] : page.page.file)));
  return entries as PackEntry[];
}

/** The entry of a pack, when it has these pages. */
const sameIn = (pack: Pack | undefined, pages: readonly PageToPack[]): PackEntry | undefined =>
  pack?.pages.length === pages.length && pages.every((page, at) => page === pack.pages[at])
    ? pack.entry
    : undefined;

type Drawings = ReadonlyMap<string, string>;

/** Drawings that go to a thread together. */
const drawingsPerJob = 32;

/** The drawings of new pages, each made once and kept. */
function drawAll(pages: readonly Page[], { kept, pool }: Workshop): Drawings {
  const topologies = new Map(
    pages.flatMap(({ topology }) => (topology ? [[drawingKey(topology), topology]] : [])),
  );
  const drawings = new Map(
    [...topologies.keys()].flatMap(key => {
      const drawing = kept.drawing(key);
      return drawing === undefined ? [] : [[key, drawing]];
    }),
  );
  const missing = batches(
    [...topologies].filter(([key]) => !drawings.has(key)),
    drawingsPerJob,
  );
  const jobOf = (some: (typeof missing)[number]) => ({
    do: 'draw' as const,
    topologies: some.map(([, topology]) => topology),
  });
  // Drawing waits for its program, which this thread cannot.
  pool.runInThreads(missing, jobOf, (made, some) => {
    for (const [at, [key]] of some.entries()) {
      drawings.set(key, made[at]!);
      kept.keepDrawing(key, made[at]!);
    }
  });
  return drawings;
}

const oldPage = ({ entry, from }: PublishedPage): OldPage => ({
  path: entry.path,
  entry: JSON.stringify(entry),
  from,
});

/** The digests, files and drawings that are known while packs are made. */
interface Known {
  /** Of the pages that were made, by path. */
  staged: ReadonlyMap<string, Staged>;
  /** The files of new pages, by path. */
  files: ReadonlyMap<string, string>;
  drawings: Drawings;
}

/** A job, with the text that a page and its twin share once. */
function packJob(pages: readonly PageToPack[], known: Known): Pick<PackJob, 'do' | 'pages' | 'texts'> {
  const texts: PackJob['texts'] = [];
  const places = new Map<Page['text'], number>();
  const placeOf = ({ text }: Page): number => {
    const place = places.get(text) ?? texts.push(text()) - 1;
    places.set(text, place);
    return place;
  };
  const parts = pages.map(page =>
    isOld(page) ? oldPage(page) : (copiedPage(page, known) ?? newPage(page, placeOf(page.page), known)),
  );
  return { do: 'pack', pages: parts, texts };
}

const headOf = ({ page, key }: KeyedPage) => ({
  path: page.path,
  file: page.file,
  key,
  description: JSON.stringify(describe(page)),
});

function newPage(keyed: KeyedPage, text: number, { drawings }: Known): NewPage {
  const { tokens, rendering, same_as } = keyed.page;
  return {
    ...headOf(keyed),
    text,
    codings: codingsOf(keyed.page),
    isCopy: same_as !== undefined,
    ...(tokens !== undefined && { tokens }),
    ...(rendering && { rendering: { ...rendering, ...drawn(keyed.page, drawings) } }),
  };
}

/** A page with the bytes of one that was made in this build; undefined for any other. */
function copiedPage(keyed: KeyedPage, { staged, files }: Known): CopiedPage | undefined {
  const same = keyed.page.same_as ?? '';
  const [known, of] = [staged.get(same), files.get(same)];
  return known && of !== undefined ? { ...headOf(keyed), staged: bytesOf(known), of } : undefined;
}

const bytesOf = ({ digest, size, tokens, encodings }: Staged): Staged => ({
  digest,
  size,
  tokens,
  encodings,
});
