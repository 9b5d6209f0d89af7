/** Pages by their names, for readers who know what they want. */
import type { PageEntry } from '#build/text/manifest.ts';
import { wordsOf } from './words.ts';

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

  constructor(pages: readonly PageEntry[]) {
    for (const page of pages)
      for (const name of new Set(namesOf(page))) {
        const known = this.#byName.get(name);
        if (known) known.push(page);
        else this.#byName.set(name, [page]);
      }
  }

  /** The pages whose name a question is, or asks the meaning of, the likeliest first. */
  of(question: string): PageEntry[] {
    const words = wordsOf(question).slice(0, maxWords).join(' ');
    const meant = asksMeaning.map(form => form.exec(words)?.[1]).find(name => name !== undefined);
    const found = this.#byName.get(nameOf(meant ?? words)) ?? this.#byName.get(nameOf(words)) ?? [];
    const isTerm = ({ kind }: PageEntry) => meant !== undefined && kind === 'term';
    return [...found]
      .sort((a, b) => Number(isTerm(b)) - Number(isTerm(a)) || placeOf(a) - placeOf(b))
      .slice(0, maxNamed);
  }
}

/** No name has more. */
const maxWords = 16;

/** A name without articles, in the singular, and whatever the order of its words. */
const nameOf = (text: string): string =>
  wordsOf(text)
    .filter(word => !articles.has(word))
    .map(word => (word.length > 3 ? word.replace(/([^s])s$/, '$1') : word))
    .sort()
    .join(' ');

const articles = new Set(['a', 'an', 'the']);

/** Every name of a page; that of a task also without its domain. */
function* namesOf({ title = '', kind, search }: PageEntry): Generator<string> {
  for (const name of [title, ...(search?.names ?? [])]) {
    if (name === '') continue;
    yield nameOf(name);
    if (kind === 'task') yield nameOf(name.replace(/^.*\./, ''));
    // A record is named after its source and a year.
    if (kind === 'research_record') yield nameOf(name.replace(/-\d{4}$/, ''));
  }
}
