/**
 * The profile for a host of plain files: pages that such a host cannot answer are left out, and answers that the server computes
 * become pages (docs/handbook.md#16). An address is then the name of a file, and the answer is only its bytes.
 */

import semverCompare from 'semver/functions/compare.js';
import type { Kind } from '#document/kind/kind.ts';
import { paths } from '#document/message/door.ts';
import { doc } from '#document/message/index.ts';
import { staticNote } from '#document/text/static-note.ts';
import { composedPage, indexLine, type Page, type Setting } from './compose/page.ts';

/** The addresses that only the server answers, and those of files that describe only such addresses. */
const ofServer =
  /^\/(?:mcp(?:\/.*)?|v1\/.*|livez|readyz|search\.(?:md|html)|agent-topology\.tgz(?:\.sha256)?|server\.json|\.well-known\/(?:mcp(?!-registry-auth).*|agent(?:-card)?\.json|api-catalog))$/;

const { search: searchPath } = paths;

/** Tells whether only the server can answer at an address, as at any address with a query. */
export const needsServer = (path: string): boolean => path.includes('?') || ofServer.test(path);

/** Returns the address of the list of starters for a task; on the server, it has a query. */
export const startersFor = (task: string, { isStatic }: Pick<Setting, 'isStatic'>): string =>
  isStatic ? `/starters/index/${task}.md` : `/starters/index.md?task_class=${task}`;

/** The words in a text that refer to answers which only the server gives. */
const promises =
  /\/mcp\b|\/v1\/|\/search\.md|\?task_class=|\?since=|Use-Ticket|use ticket|use receipt|If-None-Match|\bETag\b|Repr-Digest|\/readyz|\/livez|agent-topology tenant|redirect/;

/** The kinds of pages of prose, which may be about the server too. Lists and versions are not. */
const proseKinds: ReadonlySet<string> = new Set(['contract', 'guide', 'doc']);

/**
 * Tells whether a text names something that a server has and a host of plain files lacks: `/mcp`, use tickets, redirects and the
 * like.
 */
export const isAboutServer = (text: string): boolean => promises.test(text);

/**
 * Returns a page as a host of plain files serves it. If its text refers to answers of the server, a
 * note says that this copy has none.
 */
function asFile(page: Page): Page {
  if (!proseKinds.has(page.kind) || page.path === '/404.md') return page;
  const { tokens: _, ...rest } = page;
  return {
    ...rest,
    text: () => {
      const text = String(page.text());
      // Front matter has no line that begins like a title.
      const body = text.indexOf('\n', text.indexOf('\n# ') + 1) + 1;
      return isAboutServer(text) ? `${text.slice(0, body)}\n${staticNote}${text.slice(body)}` : text;
    },
  };
}

/** Makes a copy of a page at another path, because a host of plain files cannot redirect. */
const copyAt = (path: string, page: Page): Page => {
  const { search: _, ticket: __, artifact: ___, ...rest } = page;
  return { ...rest, path, file: path.slice(1), same_as: page.path, canonical: page.path, listed: false };
};

/**
 * Returns the pages of a tree for a host of plain files, with copies in place of redirects, `/404.md` and a page that searches.
 * @param otherNames the addresses that the server redirects, each with its target
 */
export function staticPages(
  pages: readonly Page[],
  setting: Setting,
  otherNames: readonly (readonly [path: string, of: string])[],
): Page[] {
  const kept = pages.filter(({ path }) => !needsServer(path)).map(asFile);
  const byPath = new Map(kept.map(page => [page.path, page]));
  const copies = [...otherNames, ...newestNames(kept)].flatMap(([path, to]) => {
    const page = byPath.get(to.split('#')[0]!);
    return page ? [copyAt(path, page)] : [];
  });
  return [...kept, ...copies, missingPage(setting), browserSearchPage(setting), plainMark];
}

/**
 * Returns the addresses of teams and of their exports without a version, each with the path of the
 * newest active version (docs/command.md#6).
 */
function newestNames(pages: readonly Page[]): [name: string, path: string][] {
  const newest = new Map<string, { path: string; version: string }>();
  for (const { path, artifact } of pages) {
    const [, team, version] = /^\/(?:starters|formations)\/(.+)\/(\d+\.\d+\.\d+)\.md$/.exec(path) ?? [];
    if (team === undefined || artifact?.status !== 'active') continue;
    const known = newest.get(team);
    if (!known || semverCompare(version!, known.version) > 0) newest.set(team, { path, version: version! });
  }
  const form = /^(\/(?:starters|formations|exports\/[^/]+))\/(.+)\/(\d+\.\d+\.\d+)\.md$/;
  return pages.flatMap(({ path }): [string, string][] => {
    const [, above, team, version] = form.exec(path) ?? [];
    return team !== undefined && newest.get(team)?.version === version ? [[`${above}/${team}.md`, path]] : [];
  });
}

/** Makes the page whose twin is `/404.html`, with which most hosts answer at an address that has no file. */
const missingPage = (setting: Setting): Page =>
  composedPage({
    kind: doc as unknown as Kind,
    path: '/404.md',
    title: 'No page here',
    description: 'Nothing is published at this address.',
    body: () => `${rooms}\n`,
    setting,
    listed: false,
  });

/** Makes `/search.md`, whose twin `/search.html` searches in the browser by a script. */
const browserSearchPage = (setting: Setting): Page => {
  const body = [
    'The search runs in your browser.',
    'Without a script, begin at one of the lists:',
    rooms.slice(rooms.indexOf('\n\n') + 2),
  ].join('\n\n');
  return composedPage({
    kind: doc as unknown as Kind,
    path: searchPath,
    title: 'Search',
    description: 'Say what the work is, or name a task, a team, a pattern, a source or a term.',
    body: () => `${body}\n`,
    setting,
    listed: false,
  });
};

const rooms = [
  'Begin at one of these:',
  '',
  indexLine('Start', '/index.html', 'what this catalog is'),
  indexLine('Patterns', '/patterns/index.md', 'ways to organise agents'),
  indexLine('Domains', '/domains/index.md', 'kinds of work, and where to start in each'),
  indexLine('For agents', '/llms.txt', 'the index of everything'),
].join('\n');

/** The file that tells GitHub Pages to serve every file, also those whose names begin with a dot. */
const plainMark: Page = {
  ...{ path: '/.nojekyll', file: '.nojekyll', kind: 'discovery', mediaType: 'text/plain; charset=utf-8' },
  ...{ listed: false, text: () => '\n' },
};
