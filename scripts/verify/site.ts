/** Reads a live site: from its fixed addresses along the sitemap, the log and every link, until nothing is new. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { type Answer, get } from './http.ts';
import { namedPaths } from './named-paths.ts';
import type { Progress } from './progress.ts';
import { optionalPaths, requiredPaths } from './required-paths.ts';
import type { Page, Tree } from './tree.ts';

/** Concurrent requests: enough to be quick, few enough not to be a burden. */
const concurrency = 8;

interface Reading {
  url: string;
  baseUrl: string;
  pages: Map<string, Page>;
  redirects: Map<string, string>;
  refused: Map<string, number>;
  faults: Fault[];
  seen: Set<string>;
  waiting: string[];
}

/**
 * Reads the site at a URL. An address that does not answer is a fault of the tree.
 * @throws Error when the first page does not answer: then there is no site.
 */
export async function readSite(url: string, progress: Progress): Promise<Tree> {
  const reading: Reading = {
    url,
    baseUrl: await nameOf(url),
    pages: new Map(),
    redirects: new Map(),
    refused: new Map(),
    faults: [],
    seen: new Set([...requiredPaths, ...optionalPaths]),
    waiting: [...requiredPaths, ...optionalPaths],
  };
  await Promise.all(Array.from({ length: concurrency }, () => work(reading, progress)));
  const { baseUrl, pages, redirects, refused, faults } = reading;
  return { name: url, baseUrl, pages, redirects, refused, faults, whereOf: path => url + path };
}

/** The address that the site states as its own. It may be reached at another one, as a mirror is. */
async function nameOf(url: string): Promise<string> {
  const { body } = await get(`${url}/trust/keys.md`);
  const canonical = /^canonical_url: (https?:\/\/[^/\s]+)\/trust\/keys\.md$/m.exec(
    Buffer.from(body).toString(),
  );
  return canonical?.[1] ?? url;
}

const pauseMilliseconds = 5;

/** Fetches what is queued. Ends when everything that was found has been answered. */
async function work(reading: Reading, progress: Progress): Promise<void> {
  while (answered(reading) < reading.seen.size) {
    const path = reading.waiting.shift();
    if (path === undefined) {
      await sleep(pauseMilliseconds); // Another worker may find more in the page that it is fetching.
      continue;
    }
    await fetchPage(reading, path);
    progress.step('fetching pages', answered(reading), reading.seen.size);
  }
}

const answered = ({ pages, redirects, refused }: Reading) => pages.size + redirects.size + refused.size;

async function fetchPage(reading: Reading, path: string): Promise<void> {
  const where = reading.url + path;
  let answer: Answer;
  try {
    answer = await get(where);
  } catch (error) {
    reading.refused.set(path, 0);
    reading.faults.push({ where, message: `No answer: ${(error as Error).message}` });
    return;
  }
  if (answer.status === 200) keepPage(reading, path, where, answer);
  else if (answer.status === 308) keepRedirect(reading, path, answer);
  else reading.refused.set(path, answer.status);
}

function keepPage(reading: Reading, path: string, where: string, { headers, body }: Answer): void {
  // If the response carries a ticket after the document nevertheless, only the document counts.
  const length = Number(headers['use-ticket-document-length'] ?? body.length);
  const page = {
    path,
    where,
    bytes: body.slice(0, length),
    mediaType: headers['content-type'] ?? '',
    headers,
  };
  reading.pages.set(path, page);
  for (const next of namedPaths(page, reading.baseUrl)) enqueue(reading, next);
}

function keepRedirect(reading: Reading, path: string, { headers }: Answer): void {
  const to = headers.location ?? '';
  reading.redirects.set(path, to);
  if (to.startsWith('/')) enqueue(reading, to);
}

function enqueue(reading: Reading, path: string): void {
  if (reading.seen.has(path)) return;
  reading.seen.add(path);
  reading.waiting.push(path);
}
