/**
 * Reads a live site: its manifest and packs, and then every page that these and the fixed addresses name. What is served is compared with
 * the packs, so a mirror can add and change nothing unseen: a link that leads to anything else leads to no page.
 */
import type { CheckFault } from '../support/fault.ts';
import { type Answer, get } from '../support/http.ts';
import type { Progress } from '../support/progress.ts';
import { answerFaults, bodyFaults, codedFaults } from './answer.ts';
import { isLivePath, statusTwinFaults } from './live-status.ts';
import { plainBytes } from './pack.ts';
import { concurrency, type Packed, readPacks, unlistedFaults } from './packed-site.ts';
import { optionalPaths, requiredPaths } from './required-paths.ts';
import { isStaticTree, type Page, type Tree } from './tree.ts';

interface Reading {
  url: string;
  packed: Packed;
  pages: Map<string, Page>;
  redirects: Map<string, string>;
  refused: Map<string, number>;
  faults: CheckFault[];
  answerFaults: CheckFault[];
}

/**
 * Reads the site at a URL. An address that does not answer is a fault of the tree, and so is a manifest that cannot be read: then nothing
 * says what the pages must be, and the tree has none.
 * @throws Error when the first page does not answer: then there is no site.
 */
export async function readSite(url: string, progress: Progress): Promise<Tree> {
  await get(`${url}/`);
  const faults: CheckFault[] = [];
  const packed = await readPacks(url, progress, faults);
  const read = { url, pages: new Map(), redirects: new Map(), refused: new Map(), faults, answerFaults: [] };
  const tree = { ...read, name: url, baseUrl: '', isSite: true, placeOf: (path: string) => url + path };
  if (!packed) return tree;
  await (isStaticTree(packed) ? readFiles : readPages)({ ...read, packed }, progress);
  const entries = Array.from(packed.pages.values(), ({ entry }) => entry);
  return {
    ...tree,
    baseUrl: packed.manifest.base_url,
    proof: packed.proof,
    manifest: { ...packed.manifest, pages: entries },
  };
}

/** Fetches several pages at a time. */
async function fetchAll(
  paths: readonly string[],
  fetchOne: (path: string) => Promise<void>,
  progress: Progress,
): Promise<void> {
  const waiting = paths.entries();
  const work = async () => {
    for (const [at, path] of waiting) {
      await fetchOne(path);
      progress.step('fetching pages', at + 1, paths.length);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

/** Every page at the address of its file: a host of files says nothing of its own, so only status and bytes are compared. */
async function readFiles({ url, packed, pages, faults }: Reading, progress: Progress): Promise<void> {
  const fetchFile = async (path: string) => {
    const page = packed.pages.get(path)!;
    const { entry } = page;
    const where = `${url}/${entry.file}`;
    const bytes = plainBytes(page);
    faults.push(...(await bodyFaults(where, bytes)));
    if (bytes) pages.set(path, { path, where, bytes, mediaType: entry.media_type, entry });
  };
  await fetchAll([...packed.pages.keys()], fetchFile, progress);
  const home = packed.pages.get('/index.html');
  if (home) faults.push(...(await bodyFaults(`${url}/`, plainBytes(home))));
  faults.push(...(await unlistedFaults(url, packed, [''])));
}

async function readPages(reading: Reading, progress: Progress): Promise<void> {
  const { url, packed, pages } = reading;
  const { base_url, redirects } = packed.manifest;
  const known = [...packed.pages.keys(), ...redirects.map(({ path }) => path)];
  const paths = [...new Set([...requiredPaths, ...optionalPaths, ...known])];
  await fetchAll(paths, path => fetchPage(reading, path), progress);
  reading.answerFaults.push(
    ...(await unlistedFaults(url, packed, ['', '/patterns', '/guides', '/starters', '/exports'])),
    ...missingFaults(reading),
    ...statusTwinFaults(pages, base_url),
  );
}

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
  if (answer.status === 200) await keepPage(reading, path, where, answer);
  else if (answer.status === 308) keepRedirect(reading, path, where, answer);
  else reading.refused.set(path, answer.status);
}

async function keepPage(reading: Reading, path: string, where: string, answer: Answer): Promise<void> {
  const { headers, body } = answer;
  const { packed, answerFaults: found } = reading;
  const known = packed.pages.get(path);
  const signed = known && plainBytes(known);
  found.push(...answerFaults(where, answer, known && { ...known, bytes: signed }, packed.manifest.base_url));
  if (known && signed) found.push(...(await codedFaults(where, known.entry, signed)));
  else found.push({ where, message: 'It is served, and the manifest does not list it.' });
  reading.pages.set(path, {
    path,
    where,
    bytes: signed ?? body,
    headers,
    ...(isLivePath(path) && { served: body }),
    mediaType: known?.entry.media_type ?? headers['content-type'] ?? '',
    ...(known && { entry: known.entry }),
  });
}

function keepRedirect(reading: Reading, path: string, where: string, { headers }: Answer): void {
  const to = headers.location ?? '';
  reading.redirects.set(path, to);
  const listed = reading.packed.manifest.redirects.find(each => each.path === path)?.to;
  if (listed === to) return;
  const message = `It redirects to \`${to.slice(0, 200)}\`, and the manifest says ${listed ?? 'of no redirect here'}.`;
  reading.answerFaults.push({ where, message });
}

/** Pages and redirects of the manifest that were not served. */
function missingFaults({ url, packed, pages, redirects, refused }: Reading): CheckFault[] {
  const found = (path: string) =>
    redirects.has(path) ? 'a redirect' : `status ${refused.get(path) || 'none'}`;
  const paths = [...packed.pages.keys()].filter(path => !pages.has(path));
  const aliases = packed.manifest.redirects.filter(({ path }) => !redirects.has(path));
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
