/**
 * Reads a live site: its manifest, and then every page that the manifest and the fixed addresses name. The served bytes are
 * compared with the digests of the manifest, so a mirror can add and change nothing unseen: a link to anything else is a link to
 * no page.
 */
import { covers } from '#document/text/tree.ts';
import type { CheckFault } from '../support/fault.ts';
import { type Answer, get } from '../support/http.ts';
import type { Progress } from '../support/progress.ts';
import { answerFaults, codedFaults, fetchBody } from './answer.ts';
import { differenceFrom } from './folder.ts';
import { isLivePath, statusTwinFaults } from './live-status.ts';
import { optionalPaths, requiredPaths } from './required-paths.ts';
import { concurrency, readSigned, type Signed, unlistedFaults } from './signed-site.ts';
import { isStaticTree, type Page, type Tree } from './tree.ts';

interface Reading {
  url: string;
  signed: Signed;
  pages: Map<string, Page>;
  redirects: Map<string, string>;
  refused: Map<string, number>;
  faults: CheckFault[];
  answerFaults: CheckFault[];
}

/**
 * Reads the site at a URL. An address that does not answer is a fault of the tree. So is a manifest that cannot be read: then
 * nothing says what the pages must be, and the tree has none.
 * @throws Error when the first page does not answer, so that there is no site
 */
export async function readSite(url: string, progress: Progress): Promise<Tree> {
  await get(`${url}/`);
  const faults: CheckFault[] = [];
  const signed = await readSigned(url, progress, faults);
  const read = { url, pages: new Map(), redirects: new Map(), refused: new Map(), faults, answerFaults: [] };
  const tree = { ...read, name: url, baseUrl: '', isSite: true, placeOf: (path: string) => url + path };
  if (!signed) return tree;
  await (isStaticTree(signed) ? readFiles : readPages)({ ...read, signed }, progress);
  return {
    ...tree,
    baseUrl: signed.manifest.base_url,
    proof: signed.proof,
    manifest: { ...signed.manifest, pages: [...signed.entries.values()] },
  };
}

/** Fetches pages, several at a time. */
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

/**
 * Reads every page at the address of its file. A host of plain files sets no headers of the manifest, so only status and bytes
 * are compared.
 */
async function readFiles({ url, signed, pages, faults }: Reading, progress: Progress): Promise<void> {
  const fetchFile = async (path: string, where: string) => {
    const entry = signed.entries.get(path)!;
    const bytes = await fetchBody(where, faults);
    if (!bytes) return;
    if (!covers(entry, bytes)) faults.push({ where, message: differenceFrom(entry, bytes) });
    pages.set(path, { path, where, bytes, mediaType: entry.media_type, entry });
  };
  const paths = [...signed.entries.keys()];
  await fetchAll(paths, path => fetchFile(path, `${url}/${signed.entries.get(path)!.file}`), progress);
  if (signed.entries.has('/index.html')) await fetchFile('/index.html', `${url}/`);
  faults.push(...(await unlistedFaults(url, signed, [''])));
}

async function readPages(reading: Reading, progress: Progress): Promise<void> {
  const { url, signed, pages } = reading;
  const { base_url, redirects } = signed.manifest;
  const known = [...signed.entries.keys(), ...redirects.map(({ path }) => path)];
  const paths = [...new Set([...requiredPaths, ...optionalPaths, ...known])];
  await fetchAll(paths, path => fetchPage(reading, path), progress);
  reading.answerFaults.push(
    ...(await unlistedFaults(url, signed, ['', '/patterns', '/guides', '/starters', '/exports'])),
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
  const { signed, answerFaults: found } = reading;
  const entry = signed.entries.get(path);
  found.push(...answerFaults(where, answer, entry, signed.manifest.base_url));
  if (entry) found.push(...(await codedFaults(where, entry, Buffer.from(body))));
  else found.push({ where, message: 'It is served, but the manifest does not list it.' });
  const isLive = isLivePath(path);
  reading.pages.set(path, {
    path,
    where,
    bytes: entry && isLive ? body.slice(0, entry.size) : body,
    headers,
    ...(isLive && { served: body }),
    mediaType: entry?.media_type ?? headers['content-type'] ?? '',
    ...(entry && { entry }),
  });
}

function keepRedirect(reading: Reading, path: string, where: string, { headers }: Answer): void {
  const to = headers.location ?? '';
  reading.redirects.set(path, to);
  const listed = reading.signed.manifest.redirects.find(each => each.path === path)?.to;
  if (listed === to) return;
  const message = `It redirects to \`${to.slice(0, 200)}\`, but the manifest says ${listed ?? 'of no redirect here'}.`;
  reading.answerFaults.push({ where, message });
}

/** Returns a fault for each page or redirect of the manifest that was not served. */
function missingFaults({ url, signed, pages, redirects, refused }: Reading): CheckFault[] {
  const found = (path: string) =>
    redirects.has(path) ? 'a redirect' : `status ${refused.get(path) || 'none'}`;
  const paths = [...signed.entries.keys()].filter(path => !pages.has(path));
  const aliases = signed.manifest.redirects.filter(({ path }) => !redirects.has(path));
  return [
    ...paths.map(path => ({
      where: url + path,
      message: `The manifest lists it, but it answers with ${found(path)}.`,
    })),
    ...aliases.map(({ path, to }) => {
      const answer = pages.has(path) ? 'a page' : found(path);
      return {
        where: url + path,
        message: `The manifest redirects it to ${to}, but it answers with ${answer}.`,
      };
    }),
  ];
}
