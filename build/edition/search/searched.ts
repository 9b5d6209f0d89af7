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

/** The names that people use for such a page, which has no other names, by its path. */
export const alsoCalled: Readonly<Record<string, readonly string[]>> = {
  '/changes.md': [
    'changelog',
    'release notes',
    'what changed',
    'what is new in this release',
    'recent updates',
  ],
  '/status.md': [
    'can I trust this catalog',
    'how reliable is this site',
    'how good is the evidence of this catalog',
    'what this site does not know',
    'weak points of the data on this site',
    'are the numbers here checked',
    'who checked these claims',
    'limits and gaps of the catalog',
  ],
  '/tools.md': ['tools that a role may have', 'which tools only read', 'which tools write or run code'],
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
    'quand vaut-il mieux une équipe',
    'wann lohnt sich ein team',
    'cuándo conviene un equipo de agentes',
    'how do I choose for my task',
  ],
  '/publishers/catalog.md': [
    'publisher',
    'contact',
    'imprint',
    'about us',
    'who publishes the catalog',
    'who answers for it',
    'who is responsible for this catalog',
    'who runs this site',
  ],
};
