/**
 * The lookup of a source, a guide, a rule, a term or an export. Most questions describe work, and patterns answer them. A
 * question whose words stand together in the title, the description or the text of another page, and less in what is said of work, is
 * about that page.
 */
import SearchableMap from 'minisearch/SearchableMap';
import type { PageEntry } from '#document/text/manifest.ts';
import type { Engine } from './engine.ts';
import { renditionOf, slugOf } from './names.ts';
import { rarestOf } from './rarest.ts';
import { termsOf, typosIn } from './words.ts';

/** Kinds that answer how to organise work. */
const ofWork: ReadonlySet<string> = new Set(['pattern', 'task', 'starter', 'formation', 'domain']);

/** The worths of the places of a word: a name or title, a description, a text. */
const worths = [1, 0.85, 0.55] as const;

/** The pages that have a term, each with the index of the worth of its best place among `worths`. */
type Places = Map<number, number>;

/** Of longer questions the rarest words count. */
const maxTerms = 16;
/**
 * The most words of a question that is looked up. A longer one describes work, and a look-up would cost as much as the rest of
 * the search.
 */
const longest = 6;
/** A question with more words describes work. */
const maxLooked = 4;
/** The weight of a title or slug of which the question has most words. */
const titleShare = 0.5;
/** The share of a question that a page must answer, and the multiple of the share that a page about work answers. */
const least = 0.6;
const lead = 1;
const workWorth = 0.8;
const situationWorth = 0.75;
const maxFirst = 5;
/** Misspelled words, and beginnings of words, count less. */
const nearShare = 0.6;
const maxNear = 8;

/** The weight of a kind among pages that are looked up. */
const kindShare: Readonly<Record<string, number>> = {
  ...{ export: 0.8, doc: 0.9, comparison: 0.8, term: 0.9, research_record: 0.8 },
};

/**
 * The further weight of kinds that prove something or report what others say: few people look for them, so they come first only
 * when other pages answer much less.
 */
const firstShare: Readonly<Record<string, number>> = { research_record: 0.65, comparison: 0.65, doc: 0.8 };

interface Looked {
  /** The pages that the question is about; empty if the question describes work. */
  first: PageEntry[];
  /** All pages that have something of it, best first. */
  all: PageEntry[];
}

export class Lookup {
  readonly terms = new SearchableMap<Places>();
  readonly #pages: readonly PageEntry[];
  readonly #names: (readonly ReadonlySet<string>[])[] = [];
  readonly #worked: number;

  /**
   * Makes an empty look-up.
   * @param pages the searched pages
   * @param worked how many of the pages the engine ranks; its other entries describe work
   */
  constructor(pages: readonly PageEntry[], worked: number) {
    this.#pages = pages;
    this.#worked = worked;
  }

  /** Takes in the words of a page. */
  add(at: number): void {
    const { kind, title = '', description = '', search = {} } = this.#pages[at]!;
    if (ofWork.has(kind)) return;
    const { names = [], purpose = [], detail = [], words = [] } = search;
    // What a record found is its text.
    const [about, found] = kind === 'research_record' ? [detail, purpose] : [[...purpose, ...detail], []];
    const texts = [[title, slugOf(this.#pages[at]!), ...names], [description, ...about], found];
    for (const [worth, lines] of texts.entries())
      for (const term of termsOf(lines.join('\n'))) this.#put(term, at, worth);
    for (const term of words) this.#put(term, at, 2);
  }

  #put(term: string, at: number, worth: number): void {
    const places = this.terms.get(term);
    if (!places) this.terms.set(term, new Map([[at, worth]]));
    else if ((places.get(at) ?? worths.length) > worth) places.set(at, worth);
  }

  /** Returns the number of pages that have a term. */
  frequencyOf = (term: string): number => this.terms.get(term)?.size ?? 0;

  /**
   * Answers a question.
   * @param work what knows how much of a question is said of work
   */
  ask(query: string, work: Engine): Looked {
    const asked = [...new Set(termsOf(query))];
    if (asked.length > longest) return { first: [], all: [] };
    const terms = rarestOf(asked, maxTerms, term => Math.max(1, this.frequencyOf(term)));
    const rarities = terms.map(term => {
      const entries = work.documentCount + this.#pages.length;
      return Math.log(1 + entries / (1 + work.frequencyOf(term) + this.frequencyOf(term)));
    });
    const all = rarities.reduce((sum, rarity) => sum + rarity, 0);
    const shares = new Map<number, number>();
    for (const [at, term] of terms.entries()) {
      for (const [id, worth] of this.#worthOf(term, work))
        shares.set(id, (shares.get(id) ?? 0) + (worth * rarities[at]!) / all);
    }
    const ranked = [...shares]
      .map(([id, share]) => ({
        id,
        page: this.#pages[id]!,
        share,
        rank: this.#rankOf(id, share, terms),
      }))
      .sort((a, b) => b.rank - a.rank || a.id - b.id);
    const enough =
      asked.length > maxLooked || terms.some(term => this.#mayMeanWork(term, work))
        ? Infinity
        : Math.max(least, lead * this.#workShare(terms, rarities, all, work));
    return {
      first: ranked
        .filter(
          ({ page, share }) =>
            (share + wholeTitle(page, asked)) * (firstShare[page.kind] ?? 1) >= enough &&
            isMeant(page, asked),
        )
        .slice(0, maxFirst)
        .map(({ page }) => page),
      all: ranked.map(({ page }) => page),
    };
  }

  #rankOf(id: number, share: number, terms: readonly string[]): number {
    const part = Math.max(...this.#namesOf(id).map(name => sharedPart(name, terms)));
    return (share + titleShare * part) * (kindShare[this.#pages[id]!.kind] ?? 1);
  }

  /** Returns the terms of the title and of the slug of a page, and keeps them for later questions. */
  #namesOf(id: number): readonly ReadonlySet<string>[] {
    const page = this.#pages[id]!;
    this.#names[id] ??= [page.title ?? '', slugOf(page)].map(name => new Set(termsOf(name)));
    return this.#names[id];
  }

  /**
   * Returns the pages that have a term, each with its worth. For a term that no page has, terms that begin with it or resemble
   * it count less.
   */
  #worthOf(term: string, work: Engine): Iterable<[number, number]> {
    const places = this.terms.get(term);
    if (places?.size) return [...places].map(([id, place]) => [id, worths[place]!]);
    if (work.frequencyOf(term) > 0 || term.length < 4) return [];
    const best = new Map<number, number>();
    for (const near of this.near(term).slice(0, maxNear))
      for (const [id, place] of this.terms.get(near) ?? [])
        best.set(id, Math.max(best.get(id) ?? 0, worths[place]! * nearShare));
    return best;
  }

  /** Returns the share of the terms, from 0 to 1, in the entry about work that answers most of them. */
  #workShare(terms: readonly string[], rarities: readonly number[], all: number, work: Engine): number {
    const shares = new Map<number, number>();
    for (const [at, term] of terms.entries()) {
      for (const id of work.entriesOf(term)) {
        const worth = id >= this.#worked ? situationWorth : saysWhatItIs(this.#pages[id]!) ? workWorth : 0;
        shares.set(id, (shares.get(id) ?? 0) + (worth * rarities[at]!) / all);
      }
    }
    return Math.max(0, ...shares.values());
  }

  /** Tells whether a word that no page has may be a misspelled word of a page about work. */
  #mayMeanWork(term: string, work: Engine): boolean {
    return this.frequencyOf(term) + work.frequencyOf(term) === 0 && work.near(term, typosIn(term)).length > 0;
  }

  /** Returns the terms that begin with a word, then the terms that resemble it, each group in alphabetical order. */
  near(word: string): string[] {
    const typos = typosIn(word);
    const nearly = typos === 0 ? [] : this.terms.fuzzyGet(word, typos).keys();
    return [...new Set([...[...this.terms.atPrefix(word).keys()].sort(), ...[...nearly].sort()])];
  }
}

/** Returns the share of the words of a name that the question contains, from 0 to 1. */
const sharedPart = (name: ReadonlySet<string>, terms: readonly string[]): number =>
  name.size === 0 ? 0 : terms.filter(term => name.has(term)).length / name.size;

/** The addition to the score of a guide or page of rules whose whole title the question contains. */
const wholeShare = 0.3;

const wholeTitle = ({ kind, title = '' }: PageEntry, asked: readonly string[]): number => {
  if (kind !== 'contract' && kind !== 'guide') return 0;
  const own = termsOf(title);
  return own.length > 0 && own.every(term => asked.includes(term)) ? wholeShare : 0;
};

/**
 * Tells whether a page may be meant. The files of a team are meant only if the question names their runtime, in a word that is
 * not part of the name of the team.
 */
function isMeant(page: PageEntry, asked: readonly string[]): boolean {
  const { target, team } = renditionOf(page) ?? {};
  if (target === undefined) return true;
  const [runtime = ''] = termsOf(target);
  return asked.includes(runtime) && !termsOf(team!).includes(runtime);
}

/** Tells whether a page of work has a subject of its own; a domain has something to say of everything in it. */
const saysWhatItIs = ({ kind }: PageEntry): boolean => kind !== 'domain' && ofWork.has(kind);
