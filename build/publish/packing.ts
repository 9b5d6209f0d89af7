/** Packing: which pages stand in one pack, and making packs. */

import { sha256Hex } from '#document/text/digest.ts';
import type { PackEntry } from '#document/text/manifest.ts';
import type { Topology } from '#edition/drawing/topology.ts';
import { drawingKey, drawn } from '#edition/rendering.ts';
import type { Page } from '../page/compose/page.ts';
import { codingsOf, describe } from './description.ts';
import type { CopiedPage, NewPage, PackJob, Staged } from './pack-job.ts';
import { batches } from './pool.ts';
import type { StagedWriter } from './staged-writer.ts';
import type { Workshop } from './workshop.ts';

/** One page in this many ends a pack. A pack that a client reads is then some hundred kilobytes. */
const pagesPerPack = 32;

/**
 * Cuts the pages, sorted by path, into packs. Where one ends depends on the path of its last page alone, so that pages that
 * come or go change the packs that they are in and no other.
 */
export function inPacks(pages: readonly Page[]): Page[][] {
  const packs: Page[][] = [];
  let pack: Page[] = [];
  for (const page of pages) {
    pack.push(page);
    if (Number.parseInt(sha256Hex(page.path).slice(0, 8), 16) % pagesPerPack > 0) continue;
    packs.push(pack);
    pack = [];
  }
  return pack.length > 0 ? [...packs, pack] : packs;
}

/** Makes packs and the files of their pages. Returns what the manifest says of each pack. */
export function makePacks(packs: readonly Page[][], writer: StagedWriter, workshop: Workshop): PackEntry[] {
  const { pool, progress } = workshop;
  const entries: PackEntry[] = [];
  const staged = new Map<string, Staged>();
  const all = packs.flat();
  const files = new Map(all.map(({ path, file }) => [path, file]));
  for (const { file } of all) writer.makeFolder(file);
  const drawings = drawAll(all, workshop);
  let done = 0;
  const make = (some: readonly number[]) => {
    const jobOf = (at: number) => ({ ...writer.place, ...packJob(packs[at]!, { staged, files, drawings }) });
    pool.run(some, jobOf, (made, number) => {
      for (const [at, { path }] of packs[number]!.entries()) staged.set(path, made.staged[at]!);
      entries[number] = made.entry;
      done += 1;
      progress.step('making packs of pages', done, packs.length);
    });
  };
  // Pages with the bytes of others come last: what is known of those need not be found out twice.
  const repeats = (at: number) => packs[at]!.some(({ same_as }) => same_as !== undefined);
  const numbers = packs.map((_, at) => at);
  make(numbers.filter(at => !repeats(at)));
  make(numbers.filter(repeats));
  writer.note([...files.values()]);
  return entries;
}

type Drawings = ReadonlyMap<string, string>;

/** Drawings that go to a thread together. */
const drawingsPerJob = 32;

/** Draws the topologies of pages, each once. */
function drawAll(pages: readonly Page[], { pool }: Workshop): Drawings {
  const topologies = new Map(
    pages.flatMap(({ topology }) => (topology ? [[drawingKey(topology), topology]] : [])),
  );
  const drawings = new Map<string, string>();
  const jobOf = (some: (readonly [string, Topology])[]) => ({
    do: 'draw' as const,
    topologies: some.map(([, topology]) => topology),
  });
  // Drawing waits for its program, which this thread cannot.
  pool.runInThreads(batches([...topologies], drawingsPerJob), jobOf, (made, some) => {
    for (const [at, [key]] of some.entries()) drawings.set(key, made[at]!);
  });
  return drawings;
}

/** The digests, files and drawings that are known while packs are made. */
interface Known {
  /** Of the pages that were made, by path. */
  staged: ReadonlyMap<string, Staged>;
  /** By path. */
  files: ReadonlyMap<string, string>;
  drawings: Drawings;
}

/** A job, with the text that a page and its twin share once. */
function packJob(pages: readonly Page[], known: Known): Pick<PackJob, 'do' | 'pages' | 'texts'> {
  const texts: PackJob['texts'] = [];
  const places = new Map<Page['text'], number>();
  const placeOf = ({ text }: Page): number => {
    const place = places.get(text) ?? texts.push(text()) - 1;
    places.set(text, place);
    return place;
  };
  const parts = pages.map(page => copiedPage(page, known) ?? newPage(page, placeOf(page), known));
  return { do: 'pack', pages: parts, texts };
}

const headOf = (page: Page) => ({
  path: page.path,
  file: page.file,
  description: JSON.stringify(describe(page)),
});

function newPage(page: Page, text: number, { drawings }: Known): NewPage {
  const { tokens, rendering, same_as } = page;
  return {
    ...headOf(page),
    text,
    codings: codingsOf(page),
    isCopy: same_as !== undefined,
    ...(tokens !== undefined && { tokens }),
    ...(rendering && { rendering: { ...rendering, ...drawn(page, drawings) } }),
  };
}

/** A page with the bytes of one that was made in this build; undefined for any other. */
function copiedPage(page: Page, { staged, files }: Known): CopiedPage | undefined {
  const same = page.same_as ?? '';
  const [known, of] = [staged.get(same), files.get(same)];
  return known && of !== undefined ? { ...headOf(page), staged: bytesOf(known), of } : undefined;
}

const bytesOf = ({ digest, size, tokens, encodings }: Staged): Staged => ({
  digest,
  size,
  tokens,
  encodings,
});
