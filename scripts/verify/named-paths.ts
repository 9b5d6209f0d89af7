/** The addresses that a page names apart from its text. */
import type { Page } from './tree.ts';

/** Where the log is served. */
export const logPrefix = '/log/';

export const isSitemap = (path: string): boolean => /^\/sitemap(-\d+)?\.txt$/.test(path);

/** The addresses in a sitemap, one a line. */
export const sitemapLines = (text: string): string[] => text.split('\n').filter(line => line !== '');

/** The targets in the `Link` header of a page (RFC 8288), or in what the manifest says in its place. */
export function linkTargets({ headers, entry }: Page): string[] {
  const links = [headers?.link ?? '', ...(entry?.links ?? [])].join(', ');
  const targets = [...links.matchAll(/<([^<>]*)>/g)].map(found => found[1]!);
  return [...targets, ...[entry?.described_by, entry?.canonical].filter(path => path !== undefined)];
}
