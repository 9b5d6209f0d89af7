/** The phrases in which people ask for pages. */
import type { PageEntry } from '#document/text/manifest.ts';
import { inEnglish } from './foreign.ts';
import { taskAddress } from './joined-task.ts';
import { askedOfLists } from './searched.ts';

/** Returns the phrases of each page by its path, translated as questions are. The phrases of a task are those that its domain has for it. */
export function askedFor(pages: readonly PageEntry[]): Map<string, string[]> {
  const asked = new Map<string, string[]>(
    Object.entries(askedOfLists).map(([path, phrases]) => [path, phrases.map(inEnglish)]),
  );
  for (const { path, search = {} } of pages) {
    const { domains: [domain = ''] = [], tasks = [], situations = [] } = search;
    for (const { task, phrases } of situations) {
      const named = tasks.find(({ name }) => name === task);
      const address = named ? taskAddress(path, domain, named) : path;
      asked.set(address, [...(asked.get(address) ?? []), ...phrases.map(inEnglish)]);
    }
  }
  return asked;
}
