/** The pages that search finds. */
import type { PageEntry } from '#document/text/manifest.ts';

/** Tells whether search finds a page. It does not find signatures, statuses, further pages of lists, or files for programs. */
export function isSearched({ listed, search, kind, title, path }: PageEntry): boolean {
  if (search !== undefined) return true;
  if (!listed || title === undefined) return false;
  return kind === 'doc' || directories.has(path);
}

/** The paths of pages of the service, lists among them, that search finds because people look for them by name. */
const directories: ReadonlySet<string> = new Set([
  ...['patterns', 'starters', 'formations', 'research', 'guides', 'domains', 'tasks', 'comparisons'].map(
    folder => `/${folder}/index.md`,
  ),
  ...['/changes.md', '/status.md', '/tools.md', '/trust/keys.md', '/publishers/catalog.md'],
]);

/** The phrases in which people ask for generated lists, which have no source that could hold them, by the path of the list. */
export const askedOfLists: Readonly<Record<string, readonly string[]>> = {
  '/changes.md': ['release notes', 'what changed', 'what is new in this release', 'recent updates'],
  '/exports/index.md': [
    'which runtimes are supported',
    'which runtime blocks a tool',
    'use a team in my editor',
  ],
  '/comparisons/index.md': ['published results that were computed again', 'results checked a second time'],
  '/patterns/index.md': ['all ways to organise agents', 'catalog of agent architectures'],
  '/starters/index.md': ['all ready-made teams', 'limits in dollars of each team'],
  '/tasks/index.md': [
    'one agent or several for my task',
    'is a team worth it for my task',
    'how do I choose for my task',
    "quand vaut-il mieux une équipe d'agents",
    'wann lohnt sich ein team statt eines agenten',
    'cuándo conviene un equipo de agentes',
  ],
};
