/** The pages that a task names: the starters and formations that are made for it, and the patterns that its domain names for it. */
import type { PageEntry, SearchEntry } from '#document/text/manifest.ts';
import { taskAddress } from './joined-task.ts';

/** The weight of a pattern that only a page made for the task uses. */
const usedShare = 0.5;

/** Returns, by the path of each task, the paths of the pages that it names, each with a weight of at most 1. */
export function taskPages(pages: readonly PageEntry[]): Map<string, Map<string, number>> {
  const made = madeFor(pages);
  const named = new Map<string, Map<string, number>>();
  for (const { kind, path, search } of pages) {
    if (kind !== 'domain' || !search) continue;
    const { domains: [domain = ''] = [], tasks = [] } = search;
    for (const task of tasks)
      named.set(
        taskAddress(path, domain, task),
        namedFor(task.name, search, made.get(`${domain}.${task.name}`) ?? []),
      );
  }
  return named;
}

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

function namedFor(
  name: string,
  { mentions = [] }: SearchEntry,
  made: readonly PageEntry[],
): Map<string, number> {
  const named = mentions
    .filter(({ text }) => text.split(/\W+/).includes(name))
    .flatMap(({ patterns }) => patterns);
  const used = made.flatMap(({ search }) => search?.patterns ?? []);
  return new Map([
    ...used.map((slug): [string, number] => [patternPath(slug), usedShare]),
    ...named.map((slug): [string, number] => [patternPath(slug), 1]),
    ...made.map(({ path }): [string, number] => [path, 1]),
  ]);
}

const patternPath = (slug: string): string => `/patterns/${slug}.md`;
