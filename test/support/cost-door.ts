/** Every door that strangers may use, with the sizes in a request that may grow. The routes of the API are in `cost-route.ts`. */
import { callTool } from './cost-entry-mcp.ts';
import { bodyBudget, pageBudget } from './cost-limit.ts';
import type { CostlyCall } from './cost-route.ts';
import type { Sent } from './cost-server.ts';
import { longestQuestion, questionFamilies } from './question.ts';

/** What a search may cost, and a page that is rendered on request. */
const searchBudget = 15;

const get = (path: string, headers: Record<string, string> = {}): Sent => ({ method: 'GET', path, headers });

/** What an address has room for. */
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
    {
      ...{ route: 'search', name: `search.md: ${name}`, budget: searchBudget, most: { ...most, limit: 20 } },
      request: ({ question, limit }) => get(`/search.md?limit=${limit}&q=${inAddress(make(question!))}`),
    },
    {
      ...{
        route: 'search',
        name: `search.html: ${name}`,
        budget: searchBudget,
        most: { ...most, limit: 20 },
      },
      request: ({ question, limit }) => get(`/search.html?limit=${limit}&q=${inAddress(make(question!))}`),
    },
    {
      ...{ route: 'mcp', name: `MCP search: ${name}`, budget: searchBudget, most: { ...most, limit: 20 } },
      request: ({ question, limit }) => callTool('search', { query: make(question!), limit }),
    },
    {
      ...{ route: 'openai', name: `OpenAI search: ${name}`, budget: searchBudget, most },
      request: ({ question }) => ({ ...callTool('search', { query: make(question!) }), path: '/mcp/openai' }),
    },
  ]);
  return [...searches, ...others];
}

let turns = 0;
const another = (length: number): string =>
  `${(++turns).toString(36)}${'abcde-'.repeat(400)}`.slice(0, length);

const tags = (count: number): string => Array.from({ length: count }, (_, at) => `"${at}"`).join(', ');

const others: readonly CostlyCall[] = [
  {
    ...{ route: 'page', name: 'a page', budget: pageBudget, most: { tags: 1500, codings: 200 } },
    request: ({ tags: count, codings }) =>
      get('/llms.txt', {
        'If-None-Match': tags(count!),
        'Accept-Encoding': Array.from({ length: codings! }, (_, at) => `c${at};q=0.${at % 10}`).join(', '),
      }),
  },
  {
    ...{ route: 'page', name: 'the largest pages', budget: bodyBudget, most: {} },
    request: () => get('/sitemap.txt', { 'Accept-Encoding': 'identity' }),
  },
  {
    route: 'receipt',
    name: 'a receipt of nothing',
    budget: pageBudget,
    most: { body: 4096 },
    request: ({ body }) => ({
      ...get('/v1/use-receipts'),
      method: 'POST',
      body: Buffer.from('x'.repeat(body!)),
    }),
  },
  {
    ...{ route: 'mcp', name: 'MCP fetch of an unknown page', budget: pageBudget, most: { length: 2000 } },
    request: ({ length }) => callTool('fetch', { path: `/patterns/${another(length!)}.md` }),
  },
  {
    ...{ route: 'mcp', name: 'MCP get_pattern of none', budget: pageBudget, most: { length: 200 } },
    request: ({ length }) => callTool('get_pattern', { pattern: another(length!) }),
  },
  {
    ...{ route: 'mcp', name: 'MCP list_starters', budget: pageBudget, most: {} },
    request: () => callTool('list_starters', {}),
  },
  {
    ...{ route: 'mcp', name: 'MCP report of nothing', budget: pageBudget, most: { note: 2000 } },
    request: ({ note }) =>
      callTool('report_outcome', { ticket: another(60), outcome: 'worked', note: another(note!) }),
  },
  {
    ...{ route: 'mcp', name: 'MCP arguments that nobody takes', budget: bodyBudget, most: { count: 12_000 } },
    request: ({ count }) =>
      callTool('search', Object.fromEntries(Array.from({ length: count! }, (_, at) => [`k${at}`, at]))),
  },
  { route: 'probe', name: 'a probe', budget: pageBudget, most: {}, request: () => get('/readyz?strict') },
  {
    route: 'proof',
    name: 'the manifest',
    budget: bodyBudget,
    most: {},
    request: () => get('/manifest.json'),
  },
  {
    ...{ route: 'other', name: 'nothing', budget: pageBudget, most: { length: 2000 } },
    request: ({ length }) => get(`/patterns/${another(length!)}.md`),
  },
  {
    ...{ route: 'other', name: 'nothing, as a page', budget: searchBudget, most: { length: 90, names: 40 } },
    request: ({ length, names }) =>
      get(`/${`${another(length!)}/`.repeat(names!).slice(0, 1900)}patterns/verifier-gat${another(1)}.html`),
  },
  {
    ...{ route: 'other', name: 'a page with a query', budget: pageBudget, most: { length: 1900 } },
    request: ({ length }) => get(`/starters/index.md?task_class=${another(length!)}`),
  },
  {
    ...{ route: 'other', name: 'a method that is not taken', budget: pageBudget, most: { body: 262_144 } },
    request: ({ body }) => ({ ...get('/manifest.json'), method: 'POST', body: Buffer.alloc(body!) }),
  },
];
