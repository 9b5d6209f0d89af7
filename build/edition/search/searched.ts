/** Which pages search finds. */
import type { PageEntry } from '#document/text/manifest.ts';

/** Tells whether search finds a page: not signatures, statuses, further pages of lists or files for machines. */
export function isSearched({ listed, search, kind, title, path }: PageEntry): boolean {
  if (search !== undefined) return true;
  if (!listed || title === undefined) return false;
  return kind === 'doc' || directories.has(path);
}

/** Lists and pages of the service that people look for by name. */
const directories: ReadonlySet<string> = new Set([
  ...['patterns', 'starters', 'formations', 'research', 'guides', 'domains', 'tasks', 'comparisons'].map(
    folder => `/${folder}/index.md`,
  ),
  ...['/changes.md', '/status.md', '/tools.md', '/trust/keys.md', '/publishers/catalog.md'],
]);

/** The names that people have for such a page, which has no others of its own, by its path. */
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
