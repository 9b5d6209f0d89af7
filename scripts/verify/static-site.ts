/**
 * Reads a site of plain files: every page of its manifest at the address of its file. A host of files says nothing of its own, so only
 * status and bytes are compared; its headers are those of the host.
 */
import type { CheckFault } from '../support/fault.ts';
import { get } from '../support/http.ts';
import type { Progress } from '../support/progress.ts';
import { differenceOf } from './derive/difference.ts';
import { type PackedPage, plainBytes } from './pack.ts';
import { concurrency, type Packed, unlistedFaults } from './packed-site.ts';
import type { Page, Tree } from './tree.ts';

/** Reads the site that the packs describe. What it does not serve, or serves otherwise, is a fault of the tree. */
export async function readStaticSite(
  url: string,
  site: Packed,
  faults: CheckFault[],
  progress: Progress,
): Promise<Tree> {
  const { manifest, pages: packed, proof } = site;
  const pages = new Map<string, Page>();
  const waiting = [...packed.values()];
  const count = waiting.length;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const page = await readPage(url, next, faults);
      if (page) pages.set(page.path, page);
      progress.step('fetching pages', count - waiting.length, count);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const home = packed.get('/index.html');
  if (home) faults.push(...(await faultsAt(`${url}/`, plainBytes(home))));
  faults.push(...(await unlistedFaults(url, site, [''])));
  return {
    ...{
      name: url,
      baseUrl: manifest.base_url,
      pages,
      redirects: new Map(),
      refused: new Map(),
      proof,
      faults,
    },
    manifest: { ...manifest, pages: Array.from(packed.values(), ({ entry }) => entry) },
    isSite: true,
    placeOf: path => url + path,
  };
}

/** A page as its pack has it; undefined where that cannot be read. */
async function readPage(url: string, packed: PackedPage, faults: CheckFault[]): Promise<Page | undefined> {
  const { entry } = packed;
  const where = `${url}/${entry.file}`;
  const bytes = plainBytes(packed);
  faults.push(...(await faultsAt(where, bytes)));
  return bytes && { path: entry.path, where, bytes, mediaType: entry.media_type, entry };
}

const names = { found: 'is', expected: 'the signed pack has' };

/** What is wrong with the file at an address. */
async function faultsAt(where: string, bytes: Buffer | undefined): Promise<CheckFault[]> {
  const answer = await get(where).catch((error: Error) => error.message);
  const message =
    typeof answer === 'string'
      ? `No answer: ${answer}`
      : answer.status === 200
        ? bytes && differenceOf(answer.body, bytes, names)
        : `The manifest lists this file, and it answers with status ${answer.status}.`;
  return message === undefined ? [] : [{ where, message }];
}
