/**
 * The index of search as files that a browser loads when somebody first searches: what is known of all pages, and the terms in shards, of
 * which a question needs a few. It gives the same answers as the index that it was made from.
 */
import type { PageEntry } from '#document/text/manifest.ts';
import type { EngineState } from './engine.ts';
import type { SearchIndex } from './search-index.ts';
import type { RankerState } from './task-ranker.ts';

const shardCount = 160;

/** The facts of a page that a browser has: path, kind, title, description, tokens, and the words that search ranks by. */
type PackedPage = [string, string, string, string, number, PageEntry['search']?];

export interface PackedCore {
  pages: PackedPage[];
  ofWork: number;
  /** The targets of each expansion: positions of pages, each followed by its weight. */
  targets: number[][];
  engine: EngineState;
  tasks: RankerState;
  /** Of each phrase the position of its page and its length, one after the other. */
  phrases: number[];
}

/** Postings as one list each: numbers of entries as differences, each followed by a count or a place. */
export interface Shard {
  /** Of the engine: for each field its number and its postings. */
  work: Record<string, [field: number, postings: number[]][]>;
  lookup: Record<string, number[]>;
  features: Record<string, number[]>;
  /** The phrases that have a feature, as differences. */
  phrases: Record<string, number[]>;
}

/** All terms, for words that are in no shard: they may be misspelled. */
export interface Vocabulary {
  work: string[];
  lookup: string[];
}

/** Returns the number of the shard of a term or feature. A word and the pairs that begin with it are in one shard. */
export function shardOf(key: string): number {
  const [word = ''] = key.replace(/^(?:filler|first|pair) /, '').split(' ');
  let hash = 7;
  for (let at = 0; at < word.length; at += 1) hash = (hash * 31 + word.charCodeAt(at)) % 65_521;
  return hash % shardCount;
}

/** Returns the contents of the files of an index: the core, the shards and the vocabulary. */
export function packed(index: SearchIndex): { core: PackedCore; shards: Shard[]; vocabulary: Vocabulary } {
  const { pages, ofWork, engine, lookup, tasks, targets, phrases } = index.parts;
  const at = new Map(pages.map(({ path }, position) => [path, position]));
  const shards = Array.from(
    { length: shardCount },
    (): Shard => ({ work: {}, lookup: {}, features: {}, phrases: {} }),
  );
  const work = [...engine.terms];
  for (const [term, postings] of work)
    shards[shardOf(term)]!.work[term] = [...postings].map(([field, entries]) => [field, listOf(entries)]);
  for (const [term, places] of lookup.terms) shards[shardOf(term)]!.lookup[term] = listOf(places);
  for (const [feature, seen] of tasks.features) shards[shardOf(feature)]!.features[feature] = listOf(seen);
  for (const [feature, having] of phrases.features)
    shards[shardOf(feature)]!.phrases[feature] = having.map((phrase, at) => phrase - (having[at - 1] ?? 0));
  return {
    core: {
      pages: pages.map(packedPage),
      ofWork,
      targets: targets.map(list =>
        list.flatMap(({ path, weight }) => (at.has(path) ? [at.get(path)!, weight] : [])),
      ),
      engine: engine.state,
      tasks: tasks.state,
      phrases: phrases.state.flat(),
    },
    shards,
    vocabulary: {
      work: work.map(([term]) => term).filter(term => /^[^= ]+$/.test(term)),
      lookup: [...lookup.terms.keys()],
    },
  };
}

function packedPage({
  path,
  kind,
  title = '',
  description = '',
  tokens,
  search = {},
}: PageEntry): PackedPage {
  const { names, family, domains, task_classes, patterns, headings } = search;
  const known = Object.entries({ names, family, domains, task_classes, patterns, headings }).filter(
    ([, value]) => value?.length,
  );
  const page: PackedPage = [path, kind, title, description, tokens ?? 0];
  if (known.length > 0) page[5] = Object.fromEntries(known);
  return page;
}

/** Pairs in the order of their first numbers, which become differences. */
function listOf(pairs: Iterable<readonly [number, number]>): number[] {
  let before = 0;
  return [...pairs]
    .sort(([a], [b]) => a - b)
    .flatMap(([id, value]) => {
      const difference = id - before;
      before = id;
      return [difference, value];
    });
}

/** Returns the pairs of a packed list, in which each number is stored as its distance from the one before. */
export function pairsIn(list: readonly number[]): [number, number][] {
  let id = 0;
  return Array.from({ length: list.length / 2 }, (_, at) => {
    id += list[2 * at]!;
    return [id, list[2 * at + 1]!];
  });
}
