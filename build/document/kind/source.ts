/** Sources: what the build reads from the files of a kind in `content/`. */
import type { SearchEntry, SearchMention, SearchSection } from '../text/manifest.ts';
import type { Declared, Reference } from './reference.ts';

/** The rules by which the files of a kind are read. `Value` is the type of their front matter. */
export interface Source<Value> {
  /**
   * The path of a file below `content/`. `{field}` is a part of the path that the front matter repeats in that field, and
   * `{+name}` stands for any path.
   */
  layout: string;
  /** Set if commands write the files. Then they have no title and no description, and nobody begins one by hand. */
  record?: true;
  /** Set if a page of this kind is put together from several sources. */
  composed?: true;
  /** Set if a file makes one page, and other pages read only its facts. A change of any other file concerns all pages. */
  ownPage?: true;
  /** The fields that other pages and the checks across files read; absent if they read all fields and the body. */
  facts?: readonly (keyof Value & string)[];
  /** Returns the anchors of the page, apart from those of its headings. Absent if it has no others. */
  anchors?(value: Value): string[];
  /** The names in a file that other documents may mention; absent if there are none. */
  declares?: Declared<Value>;
  /** Returns the names of other documents that a file mentions. Absent if files of the kind mention none. */
  references?(value: Value): Reference[];
  /** Returns the search entry of a file, without empty lists. Absent if search does not find the kind. */
  search?(value: Value, body: SearchedBody): SearchEntry;
}

/** The parts of a body from which a search entry may be made. */
interface SearchedBody {
  /** Returns the items of the first list. */
  steps(): string[];
  /** Returns the texts next to links to patterns. */
  mentions(): SearchMention[];
  /**
   * Returns the words of the body in the form in which search compares them, each once.
   * @param fields the fields whose words are added
   */
  words(fields?: readonly string[]): string[];
  headings(): string[];
  /** Returns the terms that the body defines, as a glossary does. */
  terms(): SearchSection[];
}

/** Returns the items of a list without duplicates, in order. */
export const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];
