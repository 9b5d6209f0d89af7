/**
 * Reads a live site: its manifest and packs, and then every page that these and the fixed addresses name. What is served is compared with
 * the packs, so a mirror can add and change nothing unseen: a link that leads to anything else leads to no page.
 */
import type { CheckFault } from '../support/fault.ts';
import { type Answer, get } from '../support/http.ts';
import type { Progress } from '../support/progress.ts';
import { answerFaults, codedFaults } from './answer.ts';
import { isLivePath, statusTwinFaults } from './live-status.ts';
import { plainBytes } from './pack.ts';
import { concurrency, type Packed, readPacks, unlistedFaults } from './packed-site.ts';
import { optionalPaths, requiredPaths } from './required-paths.ts';
import { readStaticSite } from './static-site.ts';
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
  if (isStaticTree(packed)) return readStaticSite(url, packed, faults, progress);
  const reading: Reading = { ...read, packed };
  await readPages(reading, progress);
  reading.answerFaults.push(
    ...(await unlistedFaults(url, packed, ['', '/patterns', '/guides', '/starters', '/exports'])),
    ...missingFaults(reading),
    ...statusTwinFaults(reading.pages, packed.manifest.base_url),
  );
  const entries = Array.from(packed.pages.values(), ({ entry }) => entry);
  return {
    ...tree,
    baseUrl: packed.manifest.base_url,
    proof: packed.proof,
    manifest: { ...packed.manifest, pages: entries },
  };
}

async function readPages(reading: Reading, progress: Progress): Promise<void> {
  const { pages, manifest } = reading.packed;
  const known = [...pages.keys(), ...manifest.redirects.map(({ path }) => path)];
  const paths = [...new Set([...requiredPaths, ...optionalPaths, ...known])];
  const waiting = paths.values();
  const work = async () => {
    for (const path of waiting) {
      await fetchPage(reading, path);
      progress.step('fetching pages', paths.indexOf(path) + 1, paths.length);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
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
