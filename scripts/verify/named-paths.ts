/** The paths that a page names, which are read next. */

import { domain } from '#document/message/index.ts';
import { artifactPath } from '#document/proof/document/page.ts';
import { readBundle } from '#document/proof/log/bundle.ts';
import { readCheckpoint } from '#document/proof/log/checkpoint.ts';
import { readEntry } from '#document/proof/log/entry.ts';
import { NoteError, parseNote } from '#document/proof/log/note.ts';
import { tilePath, tilesOf } from '#document/proof/log/tile.ts';
import { readDocument } from '#document/text/front-matter.ts';
import { bodyOf, isMarkdown } from './markdown.ts';
import { localPath, type Page, textOf } from './tree.ts';

/** Where the log is served. */
export const logPrefix = '/log/';

/** The most entries of a log that are read: a checkpoint must not cause requests without end. */
const maxEntries = 5_000_000;

/** The local paths in a page: links, lines of the sitemap, tiles of the log, pages about a logged artifact. */
export function namedPaths(page: Page, baseUrl: string): string[] {
  const { path } = page;
  if (path === `${logPrefix}checkpoint`) return tilePaths(page.bytes);
  if (path.startsWith(`${logPrefix}tile/entries/`)) return artifactPaths(page.bytes);
  const addresses = [...addressesIn(page), ...linkTargets(page), ...startersByTask(page)];
  return addresses.flatMap(address => localPath(address.split('#')[0]!, baseUrl) ?? []);
}

function addressesIn(page: Page): readonly string[] {
  if (isSitemap(page.path)) return sitemapLines(textOf(page));
  if (page.path === '/robots.txt') return sitemapsIn(textOf(page));
  return isMarkdown(page.mediaType) ? bodyOf(page).links : [];
}

/** The page of a domain declares its tasks, and the index of starters answers for each (docs/http.md#2). */
function startersByTask(page: Page): string[] {
  const [, named] = /^\/tasks\/([a-z0-9_]+\.[a-z0-9_]+)\.md$/.exec(page.path) ?? [];
  if (named) return [`/starters/index.md?task_class=${named}`];
  if (!/^\/domains\/[a-z0-9_]+\.md$/.test(page.path)) return [];
  const parsed = readDocument(textOf(page));
  if (!parsed.ok) return [];
  const { data } = domain.fields.pick({ domain: true, tasks: true }).loose().safeParse(parsed.document.value);
  return (data?.tasks ?? []).map(task => `/starters/index.md?task_class=${data!.domain}.${task.name}`);
}

export const isSitemap = (path: string): boolean => /^\/sitemap(-\d+)?\.txt$/.test(path);

/** The addresses in a sitemap, one a line. */
export const sitemapLines = (text: string): string[] => text.split('\n').filter(line => line !== '');

const sitemapsIn = (text: string) => [...text.matchAll(/^Sitemap: *(\S+)$/gim)].map(found => found[1]!);

/** The targets in the `Link` header of a page (RFC 8288), or in what the manifest says in its place. */
export function linkTargets({ headers, entry }: Page): string[] {
  const links = [headers?.link ?? '', ...(entry?.links ?? [])].join(', ');
  const targets = [...links.matchAll(/<([^<>]*)>/g)].map(found => found[1]!);
  return [...targets, ...[entry?.described_by, entry?.canonical].filter(path => path !== undefined)];
}

function tilePaths(checkpoint: Uint8Array): string[] {
  try {
    const { size } = readCheckpoint(parseNote(checkpoint).text);
    return size > maxEntries ? [] : tilesOf(size).map(tile => logPrefix + tilePath(tile));
  } catch (error) {
    if (error instanceof NoteError) return []; // The check of the log says what is wrong with it.
    throw error;
  }
}

function artifactPaths(bundle: Uint8Array): string[] {
  const entries = (readBundle(bundle) ?? []).map(entry => readEntry(Buffer.from(entry).toString()));
  return entries.flatMap(entry =>
    entry === undefined || entry.type === 'continued'
      ? []
      : [entry.path, ...(['', 'signature', 'status'] as const).map(page => artifactPath(entry.digest, page))],
  );
}
