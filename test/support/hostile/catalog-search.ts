/** Answers to a search that are no list of results. */
import { writeDocument } from '#document/text/front-matter.ts';
import { type Attack, honest, newVersion } from './catalog-attack.ts';

/** Answers a search in another way, and all else as it is. */
function searchAnswer(
  change: (fields: Record<string, unknown>) => Record<string, unknown>,
): NonNullable<Attack['wire']> {
  return (socket, path, bytes) => {
    if (!path.startsWith('/search.md')) return socket.write(bytes);
    const text = writeDocument(change(searchFields), 'Results.\n');
    return socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
}

/** The front matter of an honest answer to a search. */
export const searchFields: Record<string, unknown> = {
  ...{ schema: 'formation.search_results/v0.1', kind: 'search_results', visibility: 'public' },
  ...{ canonical_url: 'http://catalog.test/search.md', path: '/search.md', product_api_version: 'v1' },
  ...{ schema_version: 'v0.1', title: 'Search', description: 'What was found.', query: 'fix a bug' },
  ...{ total: 1, offset: 0, limit: 8 },
  facets: { kind: [], domain: [], family: [], evidence: [] },
  results: [{ path: newVersion, kind: 'starter', title: 'Pair', tokens: 100 }],
};

export const searchRows: [string, () => string, Attack['touches'], RegExp, Partial<Attack>][] = [
  [
    'a search of the wrong kind',
    () => honest.dist,
    ['search'],
    /is not a document of the kind search_results/,
    { wire: searchAnswer(it => ({ ...it, kind: 'guide' })) },
  ],
  [
    'a search with a path out of the site',
    () => honest.dist,
    ['search'],
    /is not a document of the kind search_results: `results\.0\.path`/,
    {
      wire: searchAnswer(it => ({
        ...it,
        results: [{ path: '../../x', kind: 'starter', title: 'X', tokens: 1 }],
      })),
    },
  ],
  [
    'a search with control characters',
    () => honest.dist,
    ['search'],
    /`results\.0\.title`/,
    {
      wire: searchAnswer(it => ({
        ...it,
        results: [{ path: '/x', kind: 'task', title: '\u001b[2J', tokens: 1 }],
      })),
    },
  ],
  [
    'a search with 10,000 results',
    () => honest.dist,
    ['search'],
    /is not a document of the kind search_results/,
    {
      wire: searchAnswer(it => ({
        ...it,
        results: Array(10_000).fill({ path: '/x', kind: 'starter', title: 'X', tokens: 1 }),
      })),
    },
  ],
];
