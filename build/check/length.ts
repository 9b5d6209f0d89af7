/**
 * Length: each kind of page has a limit on what it costs a reader, in tokens of the o200k encoding.
 *
 * A pattern of 1,401 tokens is refused with its count and the limit, and so is a generated page, such as an
 * index. If you reach a limit, cut what readers can do without; raise the limit only as a last resort.
 */
import type { PageEntry } from '#build/text/manifest.ts';
import type { Catalog } from '../source/catalog.ts';
import type { SourceFault } from '../source/source-fault.ts';
import { addressTokens } from '../source/token-count.ts';

/** A page without the tokens of the site's address. */
type Measured = Pick<PageEntry, 'path' | 'tokens'>;

interface Limit {
  /** Whether it lists other pages, and so grows with the catalog. */
  grows?: true;
  /** The pages that it applies to, as a message names them. */
  page: string;
  paths: RegExp;
  tokens: number;
  /** The sources to shorten, relative to `content/`, with `$1` for what the path captured. Absent if no source makes the page. */
  source?: string;
}

/**
 * The first row that matches a path applies. There is none for files that programs read (sitemap, keys), nor for pages
 * that grow with events (statuses, receipts): nobody could shorten those.
 */
const limits: readonly Limit[] = [
  { page: '`/llms.txt`', paths: /^\/llms\.txt$/, tokens: 640, source: 'site.md' },
  { page: 'the skill', paths: /^\/skills\//, tokens: 1200 },
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
    tokens: 6500,
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
    tokens: 3200,
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
    tokens: 4500,
    source: '$1.md',
  },
  {
    grows: true,
    page: 'the findings in a domain',
    paths: /^\/(domains\/[^/]+)\/findings\.md$/,
    tokens: 8000,
    source: '$1.md',
  },
  { page: 'a pattern', paths: /^\/(patterns\/[^/]+\.md)$/, tokens: 1400, source: '$1' },
  { grows: true, page: 'a domain', paths: /^\/(domains\/[^/]+\.md)$/, tokens: 2000, source: '$1' },
  { grows: true, page: 'the index of tasks', paths: /^\/tasks\/index\.md$/, tokens: 3000, source: 'domains' },
  {
    grows: true,
    page: 'a task',
    paths: /^\/tasks\/([a-z]+)\.[a-z0-9_]+\.md$/,
    tokens: 900,
    source: 'domains/$1.md',
  },
  { page: 'a research record', paths: /^\/(research\/[^/]+\.md)$/, tokens: 1100, source: '$1' },
  { page: 'a starter', paths: /^\/(starters\/[^/]+\/[^/]+\.md)$/, tokens: 2900, source: '$1' },
  { page: 'a formation', paths: /^\/(formations\/[^/]+\/[^/]+\/[^/]+\.md)$/, tokens: 3300, source: '$1' },
  { page: 'the tool vocabulary', paths: /^\/(tools\.md)$/, tokens: 4000, source: '$1' },
  // They state every number that follows from a table, with the digests of all files that it is from.
  {
    page: 'a comparison',
    paths: /^\/(comparisons\/(?!index\.|method\.)[^/]+\.md)$/,
    tokens: 32_000,
    source: '$1',
  },
  { page: 'the method of comparisons', paths: /^\/(comparisons\/method\.md)$/, tokens: 6000, source: '$1' },
  {
    grows: true,
    page: 'the index of comparisons',
    paths: /^\/comparisons\/index\.md$/,
    tokens: 5000,
    source: 'comparisons',
  },
  { page: 'a publisher', paths: /^\/(publishers\/[^/]+\.md)$/, tokens: 400, source: '$1' },
  { page: 'the contract directory', paths: /^\/docs\/index\.md$/, tokens: 3200 },
  // They state every number by which a decision or comparison can be computed again.
  {
    page: 'the schema of evidence, decisions or comparisons',
    paths: /^\/docs\/schemas\/(?:evidence_snapshot|recommendation|comparison)\/.*\.md$/,
    tokens: 6000,
  },
  { page: 'a schema reference', paths: /^\/docs\/schemas\/.*\.md$/, tokens: 4000 },
  { page: 'a page of the contract', paths: /^\/(docs\/[^/]+\.md)$/, tokens: 2500, source: '$1' },
  { page: 'a guide', paths: /^\/(guides\/[^/]+\.md)$/, tokens: 1750, source: '$1' },
];

/** Pages made from a single source. */
export function checkLengths({
  sources,
  fileOf,
}: Pick<Catalog, 'fileOf'> & { sources: readonly Lone[] }): SourceFault[] {
  return sources.flatMap(({ path, facts: { tokens } }) =>
    path && tokens !== undefined ? lengthMessages({ path, tokens }, fileOf) : [],
  );
}

/** What determines the length of a page that is made from one source. */
interface Lone {
  path?: string;
  facts: { tokens?: number };
}

/** Pages in their final form, including generated ones. */
export function checkPageLengths(
  pages: readonly Measured[],
  fileOf: Catalog['fileOf'],
  baseUrl: string,
): SourceFault[] {
  const address = addressTokens(baseUrl);
  const isLarge = pages.filter(({ path }) => !isForm.test(path)).length > largeCatalog;
  return pages.flatMap(({ path, tokens }) =>
    lengthMessages({ path, tokens: tokens - address }, fileOf, isLarge),
  );
}

/** Another form of a page, which makes no list longer. */
const isForm = /^\/exports\/|\.(?:html|svg)$/;

/** Above this number of pages the limits on lists do not apply: they are for a catalog whose lists a model reads in full. */
const largeCatalog = 1200;

function lengthMessages(
  { path, tokens }: Measured,
  fileOf: Catalog['fileOf'],
  isLarge = false,
): SourceFault[] {
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
