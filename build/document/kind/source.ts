/** Sources: what the build takes from the files of a kind in `content/`. */
import type { SearchEntry, SearchMention, SearchSection } from '../text/manifest.ts';
import type { Declared, Reference } from './reference.ts';

/** The way in which files of a kind are read. `Value` is their front matter. */
export interface Source<Value> {
  /**
   * The path of a file below `content/`. `{field}` stands for a part of the path that the front matter repeats in that field,
   * `{+name}` for any path.
   */
  layout: string;
  /** Set where commands write them: they have no title and no description, and nobody begins one by hand. */
  record?: true;
  /** Set where their page is put together from several sources. */
  composed?: true;
  /** Set where a file makes one page, and other pages read its facts alone. A change of any other file concerns all pages. */
  ownPage?: true;
  /** The fields that other pages and the checks across files read; absent: all of them, and the body. */
  facts?: readonly (keyof Value & string)[];
  /** Anchors of the page in addition to its headings. */
  anchors?(value: Value): string[];
  /** The names in it to which other documents refer. */
  declares?: Declared<Value>;
  /** The fields that name other documents. */
  references?(value: Value): Reference[];
  /** Returns the search entry of a file; empty lists are left out. Absent when search does not find it. */
  search?(value: Value, body: SearchedBody): SearchEntry;
}

/** The parts of a body that search may take. */
interface SearchedBody {
  /** The items of the first list. */
  steps(): string[];
  /** Returns the texts beside links to patterns. */
  mentions(): SearchMention[];
  /** Returns the words of a document as they are compared, with those of some fields, each once. */
  words(fields?: readonly string[]): string[];
  /** Its headings. */
  headings(): string[];
  /** The terms that it defines, as a glossary does. */
  terms(): SearchSection[];
}

/** Returns every item once, in order. */
export const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];
