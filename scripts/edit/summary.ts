/** The program `scripts/summary.ts`: two folders compared, as Markdown: first what the change means, then what it costs. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDocument } from '#document/text/front-matter.ts';
import { byText, type PageEntry } from '#document/text/manifest.ts';
import { plural } from '../../build/document/text/plain-text.ts';
import { readManifestFile, readTree } from '../../build/publish/tree.ts';
import type { Host } from '../support/host.ts';
import { meaningOf, type ReadPage } from './meaning.ts';

/** How many pages or links a list names before it only counts them. */
const maxListed = 20;

/** Tells whether a page is one that readers look at: Markdown, and not made by the build for a version or the log. */
const isRead = ({ media_type, kind, same_as, path }: PageEntry): boolean =>
  media_type.startsWith('text/markdown') &&
  same_as === undefined &&
  kind !== 'discovery' &&
  !/^\/(?:artifacts|exports|log|trust)\//.test(path);

function pagesOf(folder: string): Map<string, PageEntry> {
  const tree = existsSync(folder) ? readTree(folder) : undefined;
  const entries = (tree?.packs ?? []).flatMap(({ pages }) => pages);
  return new Map(entries.sort((a, b) => byText(a.path, b.path)).map(entry => [entry.path, entry]));
}

function list(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const more = lines.length > maxListed ? [`and ${lines.length - maxListed} more`] : [];
  const items = [...lines.slice(0, maxListed), ...more].map(line => `- ${line}\n`);
  return `### ${title} (${lines.length})\n\n${items.join('')}\n`;
}

const tokensOf = (pages: Iterable<PageEntry>): number =>
  [...pages].filter(isRead).reduce((sum, { tokens }) => sum + tokens, 0);

const figure = (count: number): string => count.toLocaleString('en');
const signed = (count: number): string => (count < 0 ? `−${figure(-count)}` : `+${figure(count)}`);

/** The addresses outside the catalog that pages name. */
function outsideLinks(folder: string, pages: Iterable<PageEntry>): Set<string> {
  const texts = [...pages].filter(isRead).map(({ file }) => readFileSync(join(folder, file), 'utf8'));
  return new Set(texts.flatMap(text => text.match(/https?:\/\/[^\s<>()"\]`|]+/g) ?? []));
}

/** The pages with their fields, as reviewers compare them. */
function readablePages(folder: string, pages: ReadonlyMap<string, PageEntry>): Map<string, ReadPage> {
  const read = [...pages.values()].filter(isRead).flatMap(({ path, kind, file }): [string, ReadPage][] => {
    const parsed = readDocument(readFileSync(join(folder, file), 'utf8'));
    return parsed.ok ? [[path, { path, kind, ...parsed.document }]] : [];
  });
  return new Map(read);
}

const isVersion = (path: string): boolean => /^\/(?:starters|formations)\//.test(path);

/** Published versions that would have other bytes, or none. */
const broken = (before: ReadonlyMap<string, PageEntry>, after: ReadonlyMap<string, PageEntry>): PageEntry[] =>
  [...before.values()].filter(
    ({ artifact, same_as, path, digest }) =>
      artifact && same_as === undefined && isVersion(path) && after.get(path)?.digest !== digest,
  );

function compare([from, to]: readonly string[], { stdout, stderr }: Host): number {
  if (from === undefined || to === undefined) {
    stderr.write('Usage: npx tsx scripts/summary.ts BEFORE AFTER, two folders that the build wrote.\n');
    return 2;
  }
  const [before, after] = [pagesOf(from), pagesOf(to)];
  if (after.size === 0) {
    stderr.write(`${to} has no catalog. Build it first.\n`);
    return 2;
  }
  const pages = [...after.values()];
  const added = pages.filter(page => isRead(page) && !before.has(page.path));
  const changed = pages.filter(
    page => isRead(page) && before.has(page.path) && before.get(page.path)!.digest !== page.digest,
  );
  const removed = [...before.values()].filter(page => isRead(page) && !after.has(page.path));
  const artifacts = added.filter(({ artifact }) => artifact);
  const known = outsideLinks(from, before.values());
  const own = readManifestFile(to)?.base_url ?? '';
  const links = [...outsideLinks(to, after.values())].filter(
    link => !known.has(link) && !link.startsWith(own),
  );
  const lost = broken(before, after);
  const [formerly, now] = [tokensOf(before.values()), tokensOf(pages)];
  const parts = [
    `## What this changes\n\n${plural(added.length, 'page')} added, ${changed.length} changed, ${removed.length} removed. `,
    `All pages: ${figure(now)} tokens (${signed(now - formerly)}).\n\n`,
    list('What it means', meaningOf(readablePages(from, before), readablePages(to, after))),
    list(
      'Published versions that would change',
      lost.map(({ path }) => `\`${path}\`: restore it and publish a new version`),
    ),
    list(
      'Versions to be published',
      artifacts.map(({ path, artifact }) => `\`${path}\` sha256:${artifact!.digest}`),
    ),
    list(
      'Added',
      added.map(({ path, tokens }) => `\`${path}\`, ${figure(tokens)} tokens`),
    ),
    list(
      'Changed',
      changed.map(page => {
        const difference = page.tokens - before.get(page.path)!.tokens;
        return `\`${page.path}\`, ${figure(page.tokens)} tokens (${signed(difference)})`;
      }),
    ),
    list(
      'Removed',
      removed.map(({ path }) => `\`${path}\``),
    ),
    list('New links to other sites', links.sort(byText)),
  ];
  stdout.write(parts.join(''));
  return lost.length === 0 ? 0 : 1;
}

/** Compares the two folders that the words of a host name. */
export function summary(host: Host): void {
  const { positionals } = parseArgs({ args: host.argv.slice(2), allowPositionals: true });
  host.exitCode = compare(positionals, host);
}
