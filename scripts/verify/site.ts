/**
 * Reads a live site: its manifest and packs, and then every page that they, the fixed addresses, the sitemap, the log and every
 * link name, until nothing is new. What is served is compared with the packs, so a mirror can add and change nothing unseen.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readDocument } from '#document/text/front-matter.ts';
import type { CheckFault } from '../support/fault.ts';
import { type Answer, get } from '../support/http.ts';
import type { Progress } from '../support/progress.ts';
import { answerFaults, codedFaults } from './answer.ts';
import { isLivePath, statusTwinFaults } from './live-status.ts';
import { namedPaths } from './named-paths.ts';
import { plainBytes } from './pack.ts';
import {
  concurrency,
  maxBytes,
  maxPaths,
  type Packed,
  readPacks,
  tooMuch,
  unlistedFaults,
} from './packed-site.ts';
import { optionalPaths, requiredPaths } from './required-paths.ts';
import { readStaticSite } from './static-site.ts';
import { isStaticTree, type Page, type Tree } from './tree.ts';

interface Crawl {
  url: string;
  baseUrl: string;
  packed: Packed | undefined;
  pages: Map<string, Page>;
  redirects: Map<string, string>;
  refused: Map<string, number>;
  /** How many bytes the pages have. */
  bytes: number;
  faults: CheckFault[];
  answerFaults: CheckFault[];
  seen: Set<string>;
  waiting: string[];
}

/**
 * Reads the site at a URL. An address that does not answer is a fault of the tree.
 * @throws Error when the first page does not answer: then there is no site.
 */
export async function readSite(url: string, progress: Progress): Promise<Tree> {
  const faults: CheckFault[] = [];
  const named = await nameOf(url);
  const packed = await readPacks(url, progress, faults);
  if (packed && isStaticTree(packed)) return readStaticSite(url, packed, faults, progress);
  const known = [
    ...(packed?.pages.keys() ?? []),
    ...(packed?.manifest.redirects ?? []).map(({ path }) => path),
  ];
  const seen = new Set([...requiredPaths, ...optionalPaths, ...known]);
  const reading: Crawl = {
    url,
    baseUrl: packed?.manifest.base_url ?? named,
    packed,
    faults,
    answerFaults: [],
    bytes: 0,
    pages: new Map(),
    redirects: new Map(),
    refused: new Map(),
    seen,
    waiting: [...seen],
  };
  await Promise.all(Array.from({ length: concurrency }, () => work(reading, progress)));
  if (packed)
    reading.answerFaults.push(
      ...(await unlistedFaults(url, packed, ['', '/patterns', '/guides', '/starters', '/exports'])),
    );
  reading.answerFaults.push(...missingFaults(reading), ...statusTwinFaults(reading.pages, reading.baseUrl));
  const { baseUrl, pages, redirects, refused } = reading;
  return {
    name: url,
    baseUrl,
    pages,
    redirects,
    refused,
    faults,
    answerFaults: reading.answerFaults,
    ...(packed && {
      proof: packed.proof,
      manifest: { ...packed.manifest, pages: Array.from(packed.pages.values(), ({ entry }) => entry) },
    }),
    isSite: true,
    placeOf: path => url + path,
  };
}

/** The address that the site states as its own. It may be reached at another one, as a mirror is. */
async function nameOf(url: string): Promise<string> {
  const { body } = await get(`${url}/trust/keys.md`);
  const page = readDocument(Buffer.from(body).toString());
  const canonical = page.ok ? String(page.document.value.canonical_url) : '';
  return URL.canParse(canonical) ? new URL(canonical).origin : url;
}

const pauseMilliseconds = 5;

/** Fetches what is queued. Ends when everything that was found has been answered. */
async function work(reading: Crawl, progress: Progress): Promise<void> {
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

const answered = ({ pages, redirects, refused }: Crawl) => pages.size + redirects.size + refused.size;

async function fetchPage(reading: Crawl, path: string): Promise<void> {
  const where = reading.url + path;
  let answer: Answer;
  try {
    answer = await get(where);
  } catch (error) {
    reading.refused.set(path, 0);
    reading.faults.push({ where, message: `No answer: ${(error as Error).message}` });
    return;
  }
  if (answer.status === 200) await keepPage(reading, path, where, answer);
  else if (answer.status === 308) keepRedirect(reading, path, where, answer);
  else reading.refused.set(path, answer.status);
}

async function keepPage(reading: Crawl, path: string, where: string, answer: Answer): Promise<void> {
  const { headers, body } = answer;
  const known = reading.packed?.pages.get(path);
  const signed = known && plainBytes(known);
  reading.answerFaults.push(
    ...answerFaults(where, answer, known && { ...known, bytes: signed }, reading.baseUrl),
  );
  if (known && signed) reading.answerFaults.push(...(await codedFaults(where, known.entry, signed)));
  else if (reading.packed)
    reading.answerFaults.push({ where, message: 'It is served, and the manifest does not list it.' });
  const page = {
    path,
    where,
    bytes: signed ?? body,
    headers,
    ...(isLivePath(path) && { served: body }),
    mediaType: known?.entry.media_type ?? headers['content-type'] ?? '',
    ...(known && { entry: known.entry }),
  };
  reading.pages.set(path, page);
  reading.bytes += page.bytes.length;
  if (reading.bytes > maxBytes || reading.seen.size > maxPaths) throw tooMuch();
  for (const next of namedPaths(page, reading.baseUrl)) enqueue(reading, next);
}

function keepRedirect(reading: Crawl, path: string, where: string, { headers }: Answer): void {
  const to = headers.location ?? '';
  reading.redirects.set(path, to);
  const { packed } = reading;
  const listed = packed?.manifest.redirects.find(each => each.path === path)?.to;
  if (packed && listed !== to) {
    const message = `It redirects to \`${to.slice(0, 200)}\`, and the manifest says ${listed ?? 'of no redirect here'}.`;
    reading.answerFaults.push({ where, message });
  }
  if (to.startsWith('/')) enqueue(reading, to.split('#')[0]!);
}

function enqueue(reading: Crawl, path: string): void {
  if (reading.seen.has(path)) return;
  reading.seen.add(path);
  reading.waiting.push(path);
}

/** Pages and redirects of the manifest that were not served. */
function missingFaults({ url, packed, pages, redirects, refused }: Crawl): CheckFault[] {
  const found = (path: string) =>
    redirects.has(path) ? 'a redirect' : `status ${refused.get(path) || 'none'}`;
  const paths = [...(packed?.pages.keys() ?? [])].filter(path => !pages.has(path));
  const aliases = (packed?.manifest.redirects ?? []).filter(({ path }) => !redirects.has(path));
  return [
    ...paths.map(path => ({
      where: url + path,
      message: `The manifest lists it, and it answers with ${found(path)}.`,
    })),
    ...aliases.map(({ path, to }) => {
      const answer = pages.has(path) ? 'a page' : found(path);
      return {
        where: url + path,
        message: `The manifest redirects it to ${to}, and it answers with ${answer}.`,
      };
    }),
  ];
}
