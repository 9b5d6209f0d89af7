/** The manifest and the packs that a site serves: what it must answer with, whoever serves it. */
import { sha256Hex } from '#document/text/digest.ts';
import { type ManifestFile, manifestFile, manifestSignatureFile } from '#document/text/manifest.ts';
import { packFile } from '#document/text/pack.ts';
import { limits } from '../support/client/limits.ts';
import type { CheckFault } from '../support/fault.ts';
import { get } from '../support/http.ts';
import type { Progress } from '../support/progress.ts';
import { readManifest } from '../support/signed/manifest.ts';
import { checkForms, type PackedPage, pagesOfPacks, plainBytes, readPack } from './pack.ts';
import type { Proof } from './tree.ts';

/** The most bytes of pages, unpacked, and the most addresses that are read: a site must not fill the memory of who verifies it. */
const maxBytes = 1024 ** 3;
const maxPaths = 500_000;

/** Concurrent requests: enough to be quick, few enough not to be a burden. */
export const concurrency = 8;

/** The manifest, its proof and the pages, as the packs of a site give them. */
export interface Packed {
  proof: Proof;
  manifest: ManifestFile;
  pages: ReadonlyMap<string, PackedPage>;
}

/** The manifest and the pages of its packs; undefined, and a fault, when there is no manifest that can be read. */
export async function readPacks(
  url: string,
  progress: Progress,
  faults: CheckFault[],
): Promise<Packed | undefined> {
  const [where, signatureAt] = [manifestFile, manifestSignatureFile].map(file => `${url}/${file}`);
  const bytes = await file(where!, faults);
  if (!bytes) return undefined;
  const parsed = readManifest(bytes);
  if (!parsed.ok) {
    faults.push({ where: where!, message: parsed.message });
    return undefined;
  }
  const { value: manifest } = parsed;
  const read: PackedPage[] = [];
  for (const [at, pack] of manifest.packs.entries()) {
    progress.step('fetching packs', at + 1, manifest.packs.length);
    const place = `${url}/${packFile(pack)}`;
    const found = await file(place, faults);
    if (found) read.push(...readPack(found, pack, place, faults));
    if (read.length > maxPaths || sizeOf(read) > maxBytes) throw tooMuch();
  }
  const pages = pagesOfPacks(read);
  for (const page of pages) checkForms(page, plainBytes(page), faults);
  const signature = { where: signatureAt!, bytes: await file(signatureAt!, []) };
  const proof = { builder: manifest.builder, manifest: { where: where!, bytes }, signature };
  return { proof, manifest, pages: new Map(pages.map(page => [page.entry.path, page])) };
}

const sizeOf = (pages: readonly PackedPage[]): number =>
  pages.reduce((sum, { entry, bytes }) => sum + Math.max(entry.size, bytes.length), 0);

const tooMuch = (): Error =>
  new Error(
    `The site has more than ${maxPaths} pages, or ${maxBytes} bytes of them: more than is read. Verify its folder.`,
  );

/** The bytes at an address; undefined, and a fault, when nothing is served there. */
async function file(where: string, faults: CheckFault[]): Promise<Buffer | undefined> {
  const answer = await get(where, undefined, limits.pack).catch((error: Error) => error.message);
  if (typeof answer !== 'string' && answer.status === 200) return Buffer.from(answer.body);
  const reason = typeof answer === 'string' ? answer : `status ${answer.status}`;
  faults.push({
    where,
    message: `It is not served (${reason}), and nothing else says what the pages must be.`,
  });
  return undefined;
}

/** Requests pages that cannot have been published: a site that answers them serves what no manifest lists. */
export async function unlistedFaults(
  url: string,
  { proof }: Packed,
  folders: readonly string[],
): Promise<CheckFault[]> {
  const word = sha256Hex(proof.manifest.bytes).slice(0, 16);
  const faults: CheckFault[] = [];
  for (const folder of folders) {
    const where = `${url}${folder}/no-page-${word}.md`;
    const { status } = await get(where);
    const message = `Nobody published this page, and it answers with status ${status}; expected 404.`;
    if (status !== 404) faults.push({ where, message });
  }
  return faults;
}
