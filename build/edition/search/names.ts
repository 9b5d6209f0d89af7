/** Pages by their names, for readers who know what they want. */
import type { PageEntry } from '#document/text/manifest.ts';
import { NearNames } from './near-names.ts';
import { stemOf, wordsOf } from './words.ts';

/** How a question asks what a word means. */
const asksMeaning = [
  /^what (?:is|are|does|do|s) (.+?)(?: means?)?$/,
  /^(?:define|definition of|meaning of|explain) (.+)$/,
  /^(.+) (?:meaning|definition)$/,
];

/** Where two pages have one name, the kind that comes first here is meant, and a term where its meaning is asked. */
const order = [
  'pattern',
  'task',
  'domain',
  'starter',
  'formation',
  'index',
  'guide',
  'contract',
  'term',
  'export',
];

const placeOf = ({ kind }: PageEntry): number => {
  const place = order.indexOf(kind);
  return place < 0 ? order.length : place;
};

/** More pages of one name than this are told apart by how well they fit. */
const maxNamed = 3;

export class Names {
  readonly #byName = new Map<string, PageEntry[]>();
  readonly #byHeading: ReadonlyMap<string, PageEntry>;
  readonly #near = new NearNames();

  constructor(pages: readonly PageEntry[]) {
    for (const page of pages)
      for (const name of new Set(namesOf(page))) {
        const known = this.#byName.get(name);
        if (known) known.push(page);
        else this.#byName.set(name, [page]);
      }
    this.#byHeading = headingsOf(pages);
    for (const [name, named] of this.#byName) if (!named.every(renditionOf)) this.#near.add(name);
    for (const heading of this.#byHeading.keys()) if (!this.#byName.has(heading)) this.#near.add(heading);
  }

  /**
   * The pages whose name a question is, or asks the meaning of, the likeliest first; where there are none, those whose name it nearly is.
   * @param isWritten whether a word stands anywhere in the catalog
   */
  of(question: string, isWritten: (word: string) => boolean): PageEntry[] {
    const words = wordsOf(question).slice(0, maxWords).join(' ');
    const meant = asksMeaning.map(form => form.exec(words)?.[1]).find(name => name !== undefined);
    const asked = nameOf(meant ?? words);
    const exact =
      this.#called([asked]) ?? this.#called([nameOf(words)]) ?? this.#called([nameOf(wordsThatSay(words))]);
    const found = exact ?? this.#called(this.#near.of(asked, isWritten)) ?? [];
    const isTerm = ({ kind }: PageEntry) => meant !== undefined && kind === 'term';
    return [...new Set(found)]
      .sort((a, b) => Number(isTerm(b)) - Number(isTerm(a)) || placeOf(a) - placeOf(b))
      .slice(0, maxNamed);
  }

  /** The pages of some names; where there are none, those with such headings. */
  #called(names: readonly string[]): PageEntry[] | undefined {
    const named = names.flatMap(name => this.#byName.get(name) ?? []);
    const headed = names.flatMap(name => this.#byHeading.get(name) ?? []);
    return [named, headed].find(pages => pages.length > 0);
  }
}

/** No name has more. */
const maxWords = 16;

/** A name without articles and agents, in the singular, and whatever the order of its words. */
const nameOf = (text: string): string => {
  const words = wordsOf(text);
  const said = words.filter(word => !unsaid.has(word));
  return (said.length > 0 ? said : words)
    .map(word => (word.length > 3 ? word.replace(/([^s])s$/, '$1') : word))
    .sort()
    .join(' ');
};

/** Returns the words of a question without those that say nothing. */
const wordsThatSay = (question: string): string =>
  wordsOf(question)
    .filter(word => stemOf(word) !== null)
    .join(' ');

/** Articles, and what every page is or is about. */
const unsaid = new Set(['a', 'an', 'the', 'agent', 'agents', 'page']);

/** Returns the name of a guide or a page of rules in its address; empty for the others, which have that among their names. */
export const slugOf = ({ kind, path }: PageEntry): string =>
  kind === 'guide' || kind === 'contract' ? (/^\/[a-z]+\/([a-z\d-]+)\.md$/.exec(path)?.[1] ?? '') : '';

/** For which runtime a page has which team; undefined for other pages. */
export function renditionOf({ kind, path }: PageEntry): { target: string; team: string } | undefined {
  const [, target, team] = /^\/exports\/([^/]+)\/(.+)$/.exec(path) ?? [];
  return kind === 'export' && target !== undefined ? { target, team: team! } : undefined;
}

/** Headings that one page alone has, and that say more than a word does, each with its page. */
function headingsOf(pages: readonly PageEntry[]): Map<string, PageEntry> {
  const found = pages.flatMap(page =>
    (page.search?.headings ?? []).map((heading): [string, PageEntry] => [nameOf(heading), page]),
  );
  const times = new Map<string, number>();
  for (const [heading] of found) times.set(heading, (times.get(heading) ?? 0) + 1);
  return new Map(found.filter(([heading]) => heading.includes(' ') && times.get(heading) === 1));
}

/** Every name of a page; that of a task also without its domain. */
function* namesOf(page: PageEntry): Generator<string> {
  const { title = '', kind, search } = page;
  for (const name of [title, slugOf(page), ...(search?.names ?? [])]) {
    if (name === '') continue;
    yield nameOf(name);
    if (kind === 'task') yield nameOf(name.replace(/^.*\./, ''));
    // A record is named after its source and a year.
    if (kind === 'research_record') yield nameOf(name.replace(/-\d{4}$/, ''));
  }
}
