/**
 * Length: what a reader pays for a page, in tokens of the o200k encoding, has a limit by the kind of page.
 *
 * A pattern of 951 tokens is refused with its count and the limit, and so is a page that the build puts together, such as an
 * index. Whoever reaches a limit first asks what the reader could do without; the limit is raised last.
 */
import type { PageEntry } from '#document/manifest.ts';
import type { Catalog } from '../catalog.ts';
import type { Message } from '../message.ts';
import { addressTokens } from '../token.ts';

/** A page without the tokens of the site's address. */
type Measured = Pick<PageEntry, 'path' | 'tokens'>;

interface Limit {
  /** The pages that it holds for, as a message names them. */
  page: string;
  paths: RegExp;
  tokens: number;
  /** The sources to shorten, relative to `content/`, with `$1` for what the path captured; absent when none makes it. */
  source?: string;
}

/** The first row that fits a path holds. Files that programs read rather than models (sitemap, keys) have none. */
const limits: readonly Limit[] = [
  { page: '`/llms.txt`', paths: /^\/llms\.txt$/, tokens: 600, source: 'site.md' },
  { page: 'the introduction', paths: /^\/$/, tokens: 600, source: 'site.md' },
  { page: 'the status page', paths: /^\/status\.md$/, tokens: 800, source: 'status.md' },
  { page: 'the pattern index', paths: /^\/patterns\/index\.md$/, tokens: 3500, source: 'patterns' },
  { page: 'the domain index', paths: /^\/domains\/index\.md$/, tokens: 800, source: 'domains' },
  { page: 'the research index', paths: /^\/research\/index\.md$/, tokens: 4500, source: 'research' },
  {
    page: 'a list of starters for a task',
    paths: /^\/starters\/index\.md\?/,
    tokens: 500,
    source: 'starters',
  },
  { page: 'the starter index', paths: /^\/starters\/index\.md$/, tokens: 2500, source: 'starters' },
  { page: 'the formation index', paths: /^\/formations\/index\.md$/, tokens: 1500, source: 'formations' },
  {
    page: 'findings',
    paths: /^\/((?:patterns|domains)\/[^/]+)\/findings\.md$/,
    tokens: 5000,
    source: '$1.md',
  },
  { page: 'a pattern', paths: /^\/(patterns\/[^/]+\.md)$/, tokens: 950, source: '$1' },
  { page: 'a domain', paths: /^\/(domains\/[^/]+\.md)$/, tokens: 1800, source: '$1' },
  { page: 'a research record', paths: /^\/(research\/[^/]+\.md)$/, tokens: 1100, source: '$1' },
  { page: 'a starter', paths: /^\/(starters\/[^/]+\/[^/]+\.md)$/, tokens: 2400, source: '$1' },
  { page: 'a formation', paths: /^\/(formations\/[^/]+\/[^/]+\/[^/]+\.md)$/, tokens: 2400, source: '$1' },
  { page: 'a publisher', paths: /^\/(publishers\/[^/]+\.md)$/, tokens: 400, source: '$1' },
  { page: 'an artifact', paths: /^\/artifacts\/sha256\/[0-9a-f]+\.md$/, tokens: 2400 },
  { page: 'a signature receipt', paths: /^\/artifacts\/sha256\/[0-9a-f]+\/signature\.md$/, tokens: 1500 },
  { page: 'the status of an artifact', paths: /^\/artifacts\/sha256\/[0-9a-f]+\/status\.md$/, tokens: 1000 },
  { page: 'the contract directory', paths: /^\/docs\/index\.md$/, tokens: 2000 },
  { page: 'a schema reference', paths: /^\/docs\/schemas\//, tokens: 2500 },
  { page: 'a guide', paths: /^\/(guides\/[^/]+\.md)$/, tokens: 1750, source: '$1' },
];

/** Pages that one source makes by itself. */
export function checkLengths(catalog: Catalog): Message[] {
  return catalog.sources.flatMap(({ path, facts }) =>
    path && facts.tokens !== undefined ? lengthMessages({ path, tokens: facts.tokens }, catalog.fileOf) : [],
  );
}

/** Pages in their final form, those included that the build put together. */
export function checkPageLengths(
  pages: readonly Measured[],
  fileOf: Catalog['fileOf'],
  baseUrl: string,
): Message[] {
  const address = addressTokens(baseUrl);
  return pages.flatMap(({ path, tokens }) => lengthMessages({ path, tokens: tokens - address }, fileOf));
}

function lengthMessages({ path, tokens }: Measured, fileOf: Catalog['fileOf']): Message[] {
  const limit = limits.find(({ paths }) => paths.test(path));
  if (!limit || tokens <= limit.tokens) return [];
  const source = limit.source && path.replace(limit.paths, limit.source).replace(/\?.*$/, '');
  const count = (value: number) => value.toLocaleString('en');
  return [
    {
      file: source ? fileOf(source) : path.slice(1),
      field: '',
      rule: 'page-length',
      message: `The page \`${path}\` has ${count(tokens)} tokens; ${limit.page} may have ${count(limit.tokens)}.`,
      help: 'Shorten what it is made from: say each thing once, and leave out what the reader could do without.',
      line: 1,
      column: 1,
    },
  ];
}
