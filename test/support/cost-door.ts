/** Every door that strangers may use, with the sizes in a request that may grow. The routes of the API are in `cost-route.ts`. */
import { methodOf, paths } from '#document/message/door.ts';
import { publicDoors } from '#document/message/public.ts';
import { mcpPath, openAiPath } from '#document/text/protocol.ts';
import { callTool } from './cost-entry-mcp.ts';
import { type CostlyCall, costly, doorNamed, pageBudget } from './cost-limit.ts';
import type { Sent } from './cost-server.ts';
import { exampleOf } from './door.ts';
import { longestQuestion, questionFamilies } from './question.ts';
import { manifestIn } from './shared.ts';

/** The most milliseconds that a search over MCP may cost, or a page that is rendered on request. */
const searchBudget = doorNamed(paths.search)!.cost!;

const get = (path: string, headers: Record<string, string> = {}): Sent => ({ method: 'GET', path, headers });

/** The most characters of a question that an address has room for. */
const maxInAddress = 1900;

/** A question in the form in which an address may hold it. */
export const inAddress = (query: string): string =>
  encodeURIComponent(query)
    .replaceAll('%20', '+')
    .slice(0, maxInAddress)
    .replace(/%.?$/, '')
    .replace(/(?:%[89A-F].)+$/, '');

/** @param distDir the catalog that is served */
export async function doorCalls(distDir: string): Promise<CostlyCall[]> {
  const families = await questionFamilies(distDir);
  const most = { question: longestQuestion };
  const searches = families.flatMap(({ name, make }): CostlyCall[] => [
    ...[paths.search, paths.searchTwin].map(path =>
      costly(path, name, { ...most, limit: 20 }, ({ question, limit }) =>
        get(`${path}?limit=${limit}&q=${inAddress(make(question!))}`),
      ),
    ),
    costly(
      mcpPath,
      `search: ${name}`,
      { ...most, limit: 20 },
      ({ question, limit }) => callTool('search', { query: make(question!), limit }),
      searchBudget,
    ),
    costly(
      openAiPath,
      `search: ${name}`,
      most,
      ({ question }) => ({ ...callTool('search', { query: make(question!) }), path: openAiPath }),
      searchBudget,
    ),
  ]);
  return [...searches, ...others, ...reads(distDir)];
}

/** Every public door that is read, as it is declared, with the headers that take most to read. */
function reads(distDir: string): CostlyCall[] {
  const site = { paths: manifestIn(distDir).pages.map(({ path }) => path) };
  return publicDoors.flatMap(door => {
    const path = methodOf(door) === 'GET' ? exampleOf(door, site) : undefined;
    const headers = (count: number, codings: number) => ({
      'If-None-Match': tags(count),
      'Accept-Encoding': Array.from({ length: codings }, (_, at) => `c${at};q=0.${at % 10}`).join(', '),
    });
    return path === undefined
      ? []
      : [
          costly(door.path, path, { tags: 1500, codings: 200 }, ({ tags: count, codings }) =>
            get(path, headers(count!, codings!)),
          ),
        ];
  });
}

let turns = 0;
const another = (length: number): string =>
  `${(++turns).toString(36)}${'abcde-'.repeat(400)}`.slice(0, length);

const tags = (count: number): string => Array.from({ length: count }, (_, at) => `"${at}"`).join(', ');

const others: readonly CostlyCall[] = [
  costly('/sitemap.txt', 'as it is', {}, () => get('/sitemap.txt', { 'Accept-Encoding': 'identity' })),
  costly('postUseReceipt', 'a receipt of nothing', { body: 4096 }, ({ body }) => ({
    ...get(paths.receipt),
    method: 'POST',
    body: Buffer.from('x'.repeat(body!)),
  })),
  costly(
    mcpPath,
    'fetch of an unknown page',
    { length: 2000 },
    ({ length }) => callTool('fetch', { path: `/patterns/${another(length!)}.md` }),
    pageBudget,
  ),
  costly(
    mcpPath,
    'get_pattern of none',
    { length: 200 },
    ({ length }) => callTool('get_pattern', { pattern: another(length!) }),
    pageBudget,
  ),
  costly(mcpPath, 'list_starters', {}, () => callTool('list_starters', {}), pageBudget),
  costly(
    mcpPath,
    'report of nothing',
    { note: 2000 },
    ({ note }) =>
      callTool('report_outcome', { ticket: another(60), outcome: 'worked', note: another(note!) }),
    pageBudget,
  ),
  costly(mcpPath, 'arguments that nobody takes', { count: 12_000 }, ({ count }) =>
    callTool('search', Object.fromEntries(Array.from({ length: count! }, (_, at) => [`k${at}`, at]))),
  ),
  costly(paths.ready, 'with the database', {}, () => get(`${paths.ready}?strict`)),
  costly(
    'nothing',
    'no page',
    { length: 2000 },
    ({ length }) => get(`/patterns/${another(length!)}.md`),
    pageBudget,
  ),
  costly(
    'nothing',
    'no page of the reading edition',
    { length: 90, names: 40 },
    ({ length, names }) =>
      get(`/${`${another(length!)}/`.repeat(names!).slice(0, 1900)}patterns/verifier-gat${another(1)}.html`),
    searchBudget,
  ),
  costly('/starters/index.md', 'with a query', { length: 1900 }, ({ length }) =>
    get(`/starters/index.md?task_class=${another(length!)}`),
  ),
  costly(
    '/manifest.json',
    'by a method that is refused',
    { body: 262_144 },
    ({ body }) => ({ ...get('/manifest.json'), method: 'POST', body: Buffer.alloc(body!) }),
    pageBudget,
  ),
];
