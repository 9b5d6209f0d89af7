/**
 * Length: what a reader pays for a page, in tokens of the o200k encoding, has a limit by the kind of page.
 *
 * A pattern of 951 tokens is refused with its count and the limit, and so is a page that the build puts together, such as an
 * index. Whoever reaches a limit first asks what the reader could do without; the limit is raised last.
 */
import type { PageEntry } from '#document/manifest.ts';
import type { Catalog } from '../catalog.ts';
import { addressTokens } from '../keep/token.ts';
import type { Message } from '../source/message.ts';

/** A page without the tokens of the site's address. */
type Measured = Pick<PageEntry, 'path' | 'tokens'>;

interface Limit {
  /** Whether it lists other pages, and so grows with the catalog. */
  grows?: true;
  /** The pages that it holds for, as a message names them. */
  page: string;
  paths: RegExp;
  tokens: number;
  /** The sources to shorten, relative to `content/`, with `$1` for what the path captured; absent when none makes it. */
  source?: string;
}

/**
 * The first row that fits a path holds. None is for files that programs read rather than models (sitemap, keys), nor for pages
 * that grow with what happens (statuses, receipts): nobody could shorten those.
 */
const limits: readonly Limit[] = [
  { page: '`/llms.txt`', paths: /^\/llms\.txt$/, tokens: 600, source: 'site.md' },
  { page: 'the introduction', paths: /^\/$/, tokens: 600, source: 'site.md' },
  { grows: true, page: 'the status page', paths: /^\/status\.md$/, tokens: 800, source: 'status.md' },
  {
    grows: true,
    page: 'the pattern index',
    paths: /^\/patterns\/index\.md$/,
    tokens: 3500,
    source: 'patterns',
  },
  { grows: true, page: 'the domain index', paths: /^\/domains\/index\.md$/, tokens: 800, source: 'domains' },
  {
    grows: true,
    page: 'the research index',
    paths: /^\/research\/index\.md$/,
    tokens: 4500,
    source: 'research',
  },
  {
    grows: true,
    page: 'a list of starters for a task',
    paths: /^\/starters\/index\.md\?/,
    tokens: 500,
    source: 'starters',
  },
  {
    grows: true,
    page: 'the starter index',
    paths: /^\/starters\/index\.md$/,
    tokens: 2500,
    source: 'starters',
  },
  {
    grows: true,
    page: 'the formation index',
    paths: /^\/formations\/index\.md$/,
    tokens: 1500,
    source: 'formations',
  },
  {
    grows: true,
    page: 'the findings on a pattern',
    paths: /^\/(patterns\/[^/]+)\/findings\.md$/,
    tokens: 3000,
    source: '$1.md',
  },
  {
    grows: true,
    page: 'the findings in a domain',
    paths: /^\/(domains\/[^/]+)\/findings\.md$/,
    tokens: 5500,
    source: '$1.md',
  },
  { page: 'a pattern', paths: /^\/(patterns\/[^/]+\.md)$/, tokens: 950, source: '$1' },
  { grows: true, page: 'a domain', paths: /^\/(domains\/[^/]+\.md)$/, tokens: 1800, source: '$1' },
  { page: 'a research record', paths: /^\/(research\/[^/]+\.md)$/, tokens: 1100, source: '$1' },
  { page: 'a starter', paths: /^\/(starters\/[^/]+\/[^/]+\.md)$/, tokens: 2400, source: '$1' },
  { page: 'a formation', paths: /^\/(formations\/[^/]+\/[^/]+\/[^/]+\.md)$/, tokens: 2400, source: '$1' },
  { page: 'a publisher', paths: /^\/(publishers\/[^/]+\.md)$/, tokens: 400, source: '$1' },
  { page: 'the contract directory', paths: /^\/docs\/index\.md$/, tokens: 2200 },
  { page: 'a schema reference', paths: /^\/docs\/schemas\//, tokens: 3500 },
  { page: 'a page of the contract', paths: /^\/(docs\/[^/]+\.md)$/, tokens: 2500, source: '$1' },
  { page: 'a guide', paths: /^\/(guides\/[^/]+\.md)$/, tokens: 1750, source: '$1' },
];

/** Pages that one source makes by itself. */
export function checkLengths({
  sources,
  fileOf,
}: Pick<Catalog, 'fileOf'> & { sources: readonly Lone[] }): Message[] {
  return sources.flatMap(({ path, facts: { tokens } }) =>
    path && tokens !== undefined ? lengthMessages({ path, tokens }, fileOf) : [],
  );
}

/** What the length of a page that one source makes is known from. */
interface Lone {
  path?: string;
  facts: { tokens?: number };
}

/** Pages in their final form, those included that the build put together. */
export function checkPageLengths(
  pages: readonly Measured[],
  fileOf: Catalog['fileOf'],
  baseUrl: string,
): Message[] {
  const address = addressTokens(baseUrl);
  const isLarge = pages.length > largeCatalog;
  return pages.flatMap(({ path, tokens }) =>
    lengthMessages({ path, tokens: tokens - address }, fileOf, isLarge),
  );
}

/** Past so many pages the limits of lists do not hold: they are for a catalog whose lists a model reads whole. */
const largeCatalog = 1200;

function lengthMessages({ path, tokens }: Measured, fileOf: Catalog['fileOf'], isLarge = false): Message[] {
  const limit = limits.find(({ paths }) => paths.test(path));
  if (!limit || tokens <= limit.tokens || (isLarge && limit.grows)) return [];
  const source = limit.source && path.replace(limit.paths, limit.source).split('?')[0];
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
