/**
 * Query expansion: texts from all over the catalog that say for which work a page is right. A question that is like such a text
 * is taken to ask for that page too, whatever words the page itself uses.
 */
import type { PageEntry, SearchEntry, SearchSituation } from '#document/text/manifest.ts';
import { taskAddress } from './joined-task.ts';

export interface Expansion {
  text: string;
  /** The pages for which the text is right, each with a weight. */
  targets: Target[];
}

export interface Target {
  path: string;
  weight: number;
}

/** Yields all expansions that the searched pages contain. */
export function* expansionsOf(pages: readonly PageEntry[]): Generator<Expansion> {
  const made = madeFor(pages);
  for (const { kind, path, search } of pages) {
    if (!search) continue;
    if (kind === 'domain') yield* taskExpansions(path, search, made);
    if (kind === 'pattern') yield* patternExpansions(search);
    yield* mentionExpansions(search);
  }
}

/** The number of expansions for a page above which each counts less for it. A page that very many texts name says little. */
const usual = 40;

/** Returns the expansions with lower weights for pages that very many of them name, such as the control of most tasks. */
export function weighed(expansions: readonly Expansion[]): Expansion[] {
  const times = new Map<string, number>();
  for (const { targets } of expansions)
    for (const { path } of targets) times.set(path, (times.get(path) ?? 0) + 1);
  const share = (path: string) => Math.min(1, Math.sqrt(usual / times.get(path)!));
  return expansions.map(({ text, targets }) => ({
    text,
    targets: targets.map(({ path, weight }) => ({ path, weight: weight * share(path) })),
  }));
}

/** The weight of a situation, which is written only for search, compared with a sentence that is written for readers. */
const situationWeight = 3;

/**
 * Makes an expansion from each situation of a pattern, for the pattern and, with falling weights, for the patterns under `also`.
 */
function patternExpansions({ names = [], situations = [] }: SearchEntry): Expansion[] {
  return situations.map(({ phrases, also = [] }) => {
    const targets = [names[0]!, ...also].map((slug, position) => ({
      path: patternPath(slug),
      weight: situationWeight * 0.8 ** position,
    }));
    return { text: textOf(phrases), targets };
  });
}

/** Joins phrases with semicolons, so that words of two phrases are never taken for neighbours. */
const textOf = (phrases: readonly string[]): string => phrases.join('; ');

const patternPath = (slug: string): string => `/patterns/${slug}.md`;

/** Returns the pages of starters and formations by the task class that they are made for. */
function madeFor(pages: readonly PageEntry[]): Map<string, PageEntry[]> {
  const made = new Map<string, PageEntry[]>();
  for (const page of pages) {
    if (page.kind !== 'starter' && page.kind !== 'formation') continue;
    for (const task of page.search?.task_classes ?? []) {
      const pagesOfTask = made.get(task);
      if (pagesOfTask) pagesOfTask.push(page);
      else made.set(task, [page]);
    }
  }
  return made;
}

/**
 * Yields an expansion for each task of a domain, and for each of its situations. They count for the page of the
 * task and for related pages and patterns.
 */
function* taskExpansions(
  domainPath: string,
  search: SearchEntry,
  made: Map<string, PageEntry[]>,
): Generator<Expansion> {
  const { domains = [], tasks = [], situations = [] } = search;
  for (const task of tasks) {
    const { name, description } = task;
    const taskClass = `${domains[0]}.${name}`;
    const page: Target = { path: taskAddress(domainPath, domains[0] ?? '', task), weight: 1 };
    const targets: [Target, ...Target[]] = [page, ...taskTargets(name, search, made.get(taskClass) ?? [])];
    yield { text: `${name.replaceAll('_', ' ')}. ${description}`, targets };
    for (const situation of situations) if (situation.task === name) yield taskSituation(situation, targets);
  }
}

/**
 * Makes an expansion from a situation of a task. It counts mostly for the page of the task, because
 * patterns have situations of their own.
 */
const taskSituation = (
  { phrases }: SearchSituation,
  [page, ...others]: readonly [Target, ...Target[]],
): Expansion => ({
  text: textOf(phrases),
  targets: [{ ...page, weight: situationWeight }, ...others],
});

/**
 * Returns the pages for which a task counts: the pages made for it, the patterns that its domain names
 * for it, and the patterns of those pages.
 */
function taskTargets(name: string, { mentions = [] }: SearchEntry, pages: readonly PageEntry[]): Target[] {
  const named = mentions
    .filter(({ text }) => text.split(/\W+/).includes(name))
    .flatMap(each => each.patterns);
  const used = pages.flatMap(page => page.search?.patterns ?? []).filter(slug => !named.includes(slug));
  // Where nothing is said of a task, the control holds with which the advice of every domain begins.
  const control = named.length + pages.length === 0 ? (mentions[0]?.patterns ?? []) : [];
  return [
    ...pages.map(({ path }): Target => ({ path, weight: 1 })),
    ...targetsOf(named, 1),
    ...targetsOf(used, 0.5),
    ...targetsOf(control, 0.5),
  ];
}

const targetsOf = (slugs: readonly string[], weight: number): Target[] =>
  [...new Set(slugs)].map(slug => ({ path: patternPath(slug), weight }));

/** Makes an expansion from each text that links to patterns. It counts mostly for the first pattern. */
function mentionExpansions({ mentions = [] }: SearchEntry): Expansion[] {
  return mentions.map(({ patterns, text }) => ({
    text,
    targets: patterns.map((slug, position) => ({
      path: patternPath(slug),
      weight: position === 0 ? 1 : 0.7,
    })),
  }));
}
