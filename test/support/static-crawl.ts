/** Promises that a site of plain files does not keep, found by reading every page and file that anything on it names. */
import { staticNote } from '#document/text/static-note.ts';
import {
  anchorsOf,
  headingsOf,
  linksOf,
  nodesWithin,
  parseBody,
} from '../../build/catalog/source/markdown.ts';

interface StaticCrawl {
  /** The paths that were read. */
  paths: ReadonlySet<string>;
  /** A line each. */
  faults: string[];
}

/** The addresses and headers that only the server has. */
const promises =
  /\/mcp\b(?!-registry|\.(?:md|html))|\/v1\/(?!0)|\/search\.md\?|\?(?:task_class|since)=|Use-Ticket|If-None-Match|\bETag\b|Repr-Digest|\/readyz|\/livez|Artifact-Status: /;

interface Named {
  path: string;
  /** With its sign; empty where none is named. */
  anchor: string;
  by: string;
}

const local = (address: string, baseUrl: string): string | undefined => {
  const path = address.startsWith(baseUrl) ? address.slice(baseUrl.length) || '/' : address;
  return path.startsWith('/') && !path.startsWith('//') ? path : undefined;
};

/** An address as it is read on a page: pages for people name others relative to themselves. The search takes its question in the browser. */
function absolute(address: string, page: string): string {
  if (/^(?:[a-z]+:|#|\/)/i.test(address)) return address;
  const { pathname, hash } = new URL(address, `http://host${page === '/404.html' ? '/' : page}`);
  return pathname + hash;
}

/** The addresses that a file names, by its form. */
function namedIn(path: string, text: string): string[] {
  if (path.endsWith('.html') || path === '/')
    return [...text.matchAll(/ (?:href|src|action)="([^"]*)"/g)].map(([, address]) =>
      absolute(unescaped(address!), path),
    );
  if (path.endsWith('.txt') && path !== '/llms.txt') return text.match(/https?:\/\/\S+/g) ?? [];
  if (path.endsWith('.xml')) return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!);
  if (path.endsWith('.json')) return stringsIn(JSON.parse(text)).filter(each => !each.includes('{'));
  if (!/\.(?:md|txt)$/.test(path)) return [];
  return linksOf(nodesWithin(parseBody(withoutFront(text), 1))).map(({ url }) => url);
}

const withoutFront = (text: string): string => text.replace(/^---\n[\s\S]*?\n---\n/, '');
const unescaped = (address: string): string => address.replaceAll('&amp;', '&').replaceAll('&#x26;', '&');

/** Values that look like addresses and lead nowhere: examples of a schema, and the names of entries of a feed. */
const notLinks: ReadonlySet<string> = new Set(['examples', 'id']);

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^(?:\/|https?:)\S+$/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (notLinks.has(key) ? [] : stringsIn(inner)));
}

function anchorsIn(path: string, text: string): Set<string> {
  if (path.endsWith('.html') || path === '/')
    return new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!));
  const body = withoutFront(text);
  const ids = [...text.matchAll(/^ *- id: (\S+)$/gm)].map(([, id]) => id!);
  return new Set([...anchorsOf(headingsOf(nodesWithin(parseBody(body, 1)))), ...ids]);
}

/**
 * Reads a site from its beginnings on.
 * @param url where it is served
 * @param baseUrl the address that its pages name as theirs
 * @param also paths that its manifest names
 */
export async function crawlStatic(
  url: string,
  baseUrl: string,
  also: readonly string[],
): Promise<StaticCrawl> {
  const begin = [
    ...['/', '/llms.txt', '/robots.txt', '/sitemap.txt', '/sitemap.xml', '/.well-known/ard.json'],
    '/docs/openapi.json',
  ];
  const waiting: Named[] = [...begin, ...also].map(path => ({ path, anchor: '', by: 'the manifest' }));
  const texts = new Map<string, string>();
  const anchors = new Map<string, Set<string>>();
  const faults: string[] = [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { path, anchor, by } = next;
    if (path.includes('?')) faults.push(`${by} names ${path}, and a host of files reads no query`);
    let text = texts.get(path);
    if (text === undefined) {
      const answer = await fetch(url + path);
      text = answer.ok ? await answer.text() : '';
      texts.set(path, text);
      if (answer.status !== 200) faults.push(`${by} names ${path}, which answers with ${answer.status}`);
      else {
        faults.push(...promisesIn(path, text));
        for (const address of namedIn(path, text)) {
          const [plain = '', own] = (
            local(address, baseUrl) ?? (address.startsWith('#') ? path + address : '')
          ).split('#');
          if (plain !== '') waiting.push({ path: plain, anchor: own ?? '', by: path });
        }
      }
    }
    if (anchor === '' || !/(?:\.md|\.html|^\/)$/.test(path)) continue;
    if (!anchors.has(path)) anchors.set(path, anchorsIn(path, text));
    if (!anchors.get(path)!.has(anchor)) faults.push(`${by} names ${path}#${anchor}, which is not there`);
  }
  return { paths: new Set(texts.keys()), faults };
}

/** Finds a promise of the server in a file, unless that says that this copy has none. Texts of versions never change. */
function promisesIn(path: string, text: string): string[] {
  const isFixed =
    /^\/(?:manifest|reading|artifacts|exports|starters\/[^/]+\/\d|formations\/.*\/\d|docs\/(?:recompute|vectors|schemas))/.test(
      path,
    );
  const [found] = promises.exec(text) ?? [];
  const note = staticNote.slice(2, 50);
  if (found === undefined || isFixed || text.includes(note)) return [];
  return [
    `${path} names ${found}: ${text.slice(Math.max(0, text.indexOf(found) - 60), text.indexOf(found) + 60)}`,
  ];
}
