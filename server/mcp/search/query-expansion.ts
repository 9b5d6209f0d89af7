/** Clues: sentences that say of pages for what they are right, gathered from all over the catalog. */
import type { PageEntry, SearchEntry } from '#document/manifest.ts';
import { type Situation, situations } from './situations.ts';

export interface Clue {
  text: string;
  /** The pages it speaks for, each with how much. */
  targets: Target[];
}

interface Target {
  path: string;
  weight: number;
}

/** All clues of the pages that are searched. */
export function cluesOf(pages: readonly PageEntry[]): Clue[] {
  const made = madeFor(pages);
  const clues = pages.flatMap(({ kind, search }) => [
    ...(kind === 'domain' && search ? taskClues(search, made) : []),
    ...mentionClues(search),
  ]);
  return [...clues, ...situations.map(situationClue)];
}

/** A situation is written for search alone, so it speaks louder than a sentence that stands somewhere else for a reader. */
const situationWeight = 3;

function situationClue({ fits, said }: Situation): Clue {
  const targets = fits.split(' ').map((slug, position) => ({
    path: `/patterns/${slug}.md`,
    weight: situationWeight * 0.8 ** position,
  }));
  return { text: said, targets };
}

/** Starters and formations by the task class that they are for. */
function madeFor(pages: readonly PageEntry[]): Map<string, PageEntry[]> {
  const made = new Map<string, PageEntry[]>();
  for (const page of pages) {
    if (page.kind !== 'starter' && page.kind !== 'formation') continue;
    for (const task of page.search?.task_classes ?? []) made.set(task, [...(made.get(task) ?? []), page]);
  }
  return made;
}

/** Each task of a domain speaks for what is made for it, and for the patterns that the domain names for it. */
function taskClues({ domains = [], tasks = [], mentions = [] }: SearchEntry, made: Map<string, PageEntry[]>) {
  return tasks.map(({ name, description }): Clue => {
    const pages = made.get(`${domains[0]}.${name}`) ?? [];
    const named = mentions
      .filter(({ text }) => text.split(/\W+/).includes(name))
      .flatMap(each => each.patterns);
    const used = pages.flatMap(page => page.search?.patterns ?? []);
    // Where nothing is said of a task, the control holds with which the advice of every domain begins.
    const control = named.length + pages.length === 0 ? (mentions[0]?.patterns ?? []) : [];
    const targets = [
      ...pages.map(({ path }): Target => ({ path, weight: 1 })),
      ...targetsOf(named, 1),
      ...targetsOf(
        used.filter(slug => !named.includes(slug)),
        0.5,
      ),
      ...targetsOf(control, 0.5),
    ];
    return { text: `${name.replaceAll('_', ' ')}. ${description}`, targets };
  });
}

const targetsOf = (slugs: readonly string[], weight: number): Target[] =>
  [...new Set(slugs)].map(slug => ({ path: `/patterns/${slug}.md`, weight }));

/** What stands beside a link to a pattern speaks for it, and a little less for others linked there. */
function mentionClues(search: SearchEntry | undefined): Clue[] {
  return (search?.mentions ?? []).map(({ patterns, text }) => ({
    text,
    targets: patterns.map((slug, position) => ({
      path: `/patterns/${slug}.md`,
      weight: position === 0 ? 1 : 0.7,
    })),
  }));
}
