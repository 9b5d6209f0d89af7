/** Packing: which pages stand in one pack, and which packs of the tree in force can stay as they are. */
import { sha256Hex } from '#document/digest.ts';
import type { PackEntry } from '#document/manifest.ts';
import { DamagedCache } from '../keep/cache.ts';
import { lazily, type Pool } from '../work/pool.ts';
import type { Progress } from '../work/progress.ts';
import type { Pack, PublishedPage } from './tree.ts';

/** The pack that has a path if any has. */
export const packOf = (packs: readonly PackEntry[], path: string): PackEntry | undefined =>
  packs.findLast(({ first }) => first <= path);

/** One page in so many ends a pack. A pack that a server or an edit reads is then some hundred kilobytes. */
const pagesPerPack = 32;

/**
 * Cuts the pages into packs. Where one ends depends on the path of its last page alone, so that pages that come or go
 * change the packs that they are in and no other.
 */
export function inPacks(pages: readonly PublishedPage[]): PublishedPage[][] {
  const packs: PublishedPage[][] = [];
  let pack: PublishedPage[] = [];
  for (const page of pages) {
    pack.push(page);
    if (Number.parseInt(sha256Hex(page.entry.path).slice(0, 8), 16) % pagesPerPack > 0) continue;
    packs.push(pack);
    pack = [];
  }
  return pack.length > 0 ? [...packs, pack] : packs;
}

/**
 * Writes packs, but for those that are in the tree with just these pages. Gives what the manifest says of each.
 * @throws DamagedCache when a page is not as it was when it was made
 */
export function packAll(
  dist: string,
  packs: readonly PublishedPage[][],
  known: ReadonlyMap<string, Pack>,
  { pool, progress }: { pool: Pool; progress: Progress },
): PackEntry[] {
  const entries = packs.map(pages => sameIn(known.get(pages[0]!.entry.path), pages));
  const missing = packs.flatMap((_, at) => (entries[at] ? [] : [at]));
  const jobs = lazily(missing, at => ({
    do: 'pack' as const,
    dist,
    pages: packs[at]!.map(({ entry, from }) => ({ path: entry.path, entry: JSON.stringify(entry), from })),
  }));
  let done = 0;
  pool.run(jobs, (entry, index) => {
    if (!entry) throw new DamagedCache();
    entries[missing[index]!] = entry;
    done += 1;
    progress.step('packing pages', done, missing.length);
  });
  return entries as PackEntry[];
}

/** The entry of a pack, when it has these pages. */
const sameIn = (pack: Pack | undefined, pages: readonly PublishedPage[]): PackEntry | undefined =>
  pack?.pages.length === pages.length && pages.every((page, at) => page === pack.pages[at])
    ? pack.entry
    : undefined;
