/** Search by names, for readers who know which page they want. */
import type { PageEntry } from '#document/text/manifest.ts';
import { sidesAskedOf } from './frame.ts';
import { NearNames } from './near-names.ts';
import { stemOf, wordsOf } from './words.ts';

/** The forms of questions that ask for the meaning of a word. */
const asksMeaning = [
  /^what (?:is|are|does|do|s) (.+?)(?: means?)?$/,
  /^(?:define|definition of|meaning of|explain) (.+)$/,
  /^(.+) (?:meaning|definition)$/,
];

/** Returns the words whose meaning a question asks for, in lower case; undefined for any other question. */
export const meaningIn = (question: string): string | undefined =>
  asksMeaning.map(form => form.exec(question.toLowerCase())?.[1]).find(name => name !== undefined);

/**
 * The kinds in the order in which their pages come first among pages of the same name. If the
 * question asks for a meaning, terms come first.
 */
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

/** The most pages of one name that come first. If a name has more pages, the others are ordered by their scores. */
const maxNamed = 3;

export class Names {
  readonly #byName = new Map<string, PageEntry[]>();
  readonly #near = new NearNames();

  constructor(pages: readonly PageEntry[]) {
    for (const page of pages)
      for (const name of new Set([...calledIn(page)].map(nameOf))) {
        const known = this.#byName.get(name);
        if (known) known.push(page);
        else this.#byName.set(name, [page]);
      }
    for (const [name, named] of this.#byName) if (!named.every(renditionOf)) this.#near.add(name);
  }

  /**
   * Returns the pages whose name the question is, or asks the meaning of, the likeliest first. If there are
   * none, returns the pages with a similar name.
   * @param isWritten tells whether a word occurs anywhere in the catalog
   */
  of(question: string, isWritten: (word: string) => boolean): PageEntry[] {
    const words = wordsOf(question).slice(0, maxWords).join(' ');
    const meant = meaningIn(words);
    const asked = nameOf(meant ?? words);
    const exact = [asked, nameOf(words), nameOf(wordsThatSay(words)), nameOf(sidesAskedOf(words) ?? words)]
      .map(name => this.#called([name]))
      .find(named => named !== undefined);
    const found = exact ?? this.#called(this.#near.of(asked, isWritten)) ?? [];
    const isTerm = ({ kind }: PageEntry) => meant !== undefined && kind === 'term';
    return [...new Set(found)]
      .sort((a, b) => Number(isTerm(b)) - Number(isTerm(a)) || placeOf(a) - placeOf(b))
      .slice(0, maxNamed);
  }

  /** Returns the pages with these names; undefined if there are none. */
  #called(names: readonly string[]): PageEntry[] | undefined {
    const named = names.flatMap(name => this.#byName.get(name) ?? []);
    return named.length > 0 ? named : undefined;
  }
}

/** The most words of a question that are compared with names. */
const maxWords = 16;

/**
 * Returns a name in the form in which names are compared: its words in the singular and in alphabetical order,
 * without articles and words such as `agent`.
 */
const nameOf = (text: string): string => {
  const words = wordsOf(text);
  const said = words.filter(word => !unsaid.has(word));
  return (said.length > 0 ? said : words)
    .map(word => (word.length > 3 ? word.replace(/([^s])s$/, '$1') : word))
    .sort()
    .join(' ');
};

/** Returns the words of a question, without words such as "the" that have no meaning of their own. */
const wordsThatSay = (question: string): string =>
  wordsOf(question)
    .filter(word => stemOf(word) !== null)
    .join(' ');

/** The words that names are compared without: articles, and words for what every page is or is about. */
const unsaid = new Set(['a', 'an', 'the', 'agent', 'agents', 'page']);

/** Returns the slug of a guide or a page of rules; empty for other kinds, whose names include their slug already. */
export const slugOf = ({ kind, path }: PageEntry): string =>
  kind === 'guide' || kind === 'contract' ? (/^\/[a-z]+\/([a-z\d-]+)\.md$/.exec(path)?.[1] ?? '') : '';

/** Returns the runtime and the team of the page of an export; undefined for any other page. */
export function renditionOf({ kind, path }: PageEntry): { target: string; team: string } | undefined {
  const [, target, team] = /^\/exports\/([^/]+)\/(.+)$/.exec(path) ?? [];
  return kind === 'export' && target !== undefined ? { target, team: team! } : undefined;
}

/**
 * Yields every name of a page as it is written. A task also has its name without the domain; a record, and a
 * guide by its title, also without the year.
 */
export function* calledIn(page: PageEntry): Generator<string> {
  const { title = '', kind, search } = page;
  for (const name of [title, slugOf(page), ...(search?.names ?? [])]) {
    if (name === '') continue;
    yield name;
    if (kind === 'task') yield name.replace(/^.*\./, '');
    // A record is named after its source and a year.
    if (kind === 'research_record') yield name.replace(/-\d{4}$/, '');
    // The title of a comparison names its benchmark, and then the models.
    if (kind === 'comparison') yield name.split(',')[0]!;
    if (kind === 'guide') yield name.replace(/ (?:in|of) \d{4}$/, '');
  }
}
