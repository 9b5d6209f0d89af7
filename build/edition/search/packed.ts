/**
 * The index of search as files that a browser loads when a reader first searches: the core with the facts about all pages, and
 * shards with the terms, of which a question needs a few. It gives the same answers as the index from which it was made.
 */
import type { PageEntry } from '#document/text/manifest.ts';
import type { EngineState } from './engine.ts';
import type { SearchIndex } from './search-index.ts';
import type { RankerState } from './task-ranker.ts';

const shardCount = 512;

/** The facts about a page that a browser gets: path, kind, title, description, tokens, and the words by which search ranks it. */
type PackedPage = [string, string, string, string, number, PageEntry['search']?];

export interface PackedCore {
  pages: PackedPage[];
  /** The pages that each task names, by the position of the task: a list of pairs of a position and a weight. */
  taskPages: Record<number, number[]>;
  engine: EngineState;
  tasks: RankerState;
  /** The number of phrases of each page, and the length of each phrase, in the order of the pages. */
  phrases: { counts: number[]; lengths: number[] };
}

/**
 * A part of the terms and features. Each has its occurrences as one list, in which the number of an entry, as the difference from
 * the one before, is followed by a count or a place.
 */
export interface Shard {
  /** The terms of the engine: for each field, its number and the occurrences in it. */
  terms: Record<string, [field: number, postings: number[]][]>;
  features: Record<string, number[]>;
  /** The numbers of the phrases that have a feature, as differences. */
  phrases: Record<string, number[]>;
}

/**
 * Returns the number of the shard that holds a term or feature. A word and the pairs that begin with it are in the same shard.
 */
export function shardOf(key: string): number {
  const [word = ''] = key.replace(/^(?:filler|first|pair) /, '').split(' ');
  let hash = 7;
  for (let at = 0; at < word.length; at += 1) hash = (hash * 31 + word.charCodeAt(at)) % 65_521;
  return hash % shardCount;
}

/**
 * Returns the contents of the files of an index: its core, its shards, and all words, which are needed for a word that no shard
 * has, because it may be misspelled.
 */
export function packed(index: SearchIndex): { core: PackedCore; shards: Shard[]; vocabulary: string[] } {
  const { pages, engine, tasks, phrases, taskPages } = index.parts;
  const shards = Array.from({ length: shardCount }, (): Shard => ({ terms: {}, features: {}, phrases: {} }));
  const terms = [...engine.terms];
  for (const [term, postings] of terms)
    shards[shardOf(term)]!.terms[term] = [...postings].map(([field, entries]) => [field, listOf(entries)]);
  for (const [feature, seen] of tasks.features) shards[shardOf(feature)]!.features[feature] = listOf(seen);
  for (const [feature, having] of phrases.features)
    shards[shardOf(feature)]!.phrases[feature] = having.map((phrase, at) => phrase - (having[at - 1] ?? 0));
  return {
    core: {
      pages: pages.map(packedPage),
      taskPages: Object.fromEntries([...taskPages].map(([task, named]) => [task, listOf(named)])),
      engine: engine.state,
      tasks: tasks.state,
      phrases: {
        counts: countsOf(
          phrases.state.map(([page]) => page),
          pages.length,
        ),
        lengths: phrases.state.map(([, length]) => length),
      },
    },
    shards,
    vocabulary: terms.map(([term]) => term).filter(term => /^[^= ]+$/.test(term)),
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

/** Returns how often each number below `end` is in a list. */
function countsOf(list: readonly number[], end: number): number[] {
  const counts = Array.from({ length: end }, () => 0);
  for (const each of list) counts[each]! += 1;
  return counts;
}

/** Packs pairs into a list: sorts them by their first numbers, and stores each of these as the difference from the one before. */
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

/** Returns the pairs of a packed list, in which each first number is stored as the difference from the one before. */
export function pairsIn(list: readonly number[]): [number, number][] {
  let id = 0;
  return Array.from({ length: list.length / 2 }, (_, at) => {
    id += list[2 * at]!;
    return [id, list[2 * at + 1]!];
  });
}
