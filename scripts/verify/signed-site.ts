/** Reads the manifest that a site serves, with its parts. It says what the site must answer, whoever serves it. */
import { sha256Hex } from '#document/text/digest.ts';
import {
  type ManifestFile,
  manifestFile,
  manifestSignatureFile,
  type PageEntry,
} from '#document/text/manifest.ts';
import { readManifest, readPart } from '#document/text/tree.ts';
import { limits } from '../support/client/limits.ts';
import type { CheckFault } from '../support/fault.ts';
import { get } from '../support/http.ts';
import type { Progress } from '../support/progress.ts';
import type { Proof } from './tree.ts';

/** The most bytes of pages and the most addresses that are read, so that a site cannot fill the memory of whoever verifies it. */
const maxBytes = 1024 ** 3;
const maxPaths = 500_000;

/** The number of concurrent requests: enough to be quick, and few enough not to be a burden. */
export const concurrency = 8;

/** The manifest of a site, its proof, and the entries of its pages by path. */
export interface Signed {
  proof: Proof;
  manifest: ManifestFile;
  entries: ReadonlyMap<string, PageEntry>;
}

/**
 * Reads the manifest of a site and its parts. If there is no readable manifest, returns undefined and adds a fault.
 * @throws Error when the site has more pages or bytes than are read
 */
export async function readSigned(
  url: string,
  progress: Progress,
  faults: CheckFault[],
): Promise<Signed | undefined> {
  const [where, signatureAt] = [manifestFile, manifestSignatureFile].map(file => `${url}/${file}`);
  const bytes = await file(where!, limits.manifest, faults);
  if (!bytes) return undefined;
  const parsed = readManifest(bytes);
  if (!parsed.ok) {
    faults.push({ where: where!, message: parsed.message });
    return undefined;
  }
  const { value: manifest } = parsed;
  const entries: PageEntry[] = [];
  for (const [at, part] of manifest.parts.entries()) {
    progress.step('fetching the manifest', at + 1, manifest.parts.length);
    const place = `${url}/${part.file}`;
    const found = await file(place, limits.part, faults);
    const reading = found && readPart(found, part);
    if (reading?.ok) entries.push(...reading.value);
    else if (reading) faults.push({ where: place, message: reading.message });
    const size = entries.reduce((sum, entry) => sum + entry.size, 0);
    if (entries.length > maxPaths || size > maxBytes)
      throw new Error(
        `The site has more than ${maxPaths} pages, or ${maxBytes} bytes of them: more than is read. Verify its folder.`,
      );
  }
  const signature = {
    where: signatureAt!,
    bytes: await file(signatureAt!, limits.signature, []),
  };
  const proof = { builder: manifest.builder, manifest: { where: where!, bytes }, signature };
  return { proof, manifest, entries: new Map(entries.map(entry => [entry.path, entry])) };
}

/** Returns the bytes at an address. If nothing is served there, returns undefined and adds a fault. */
async function file(where: string, limit: number, faults: CheckFault[]): Promise<Buffer | undefined> {
  const answer = await get(where, undefined, limit).catch((error: Error) => error.message);
  if (typeof answer !== 'string' && answer.status === 200) return Buffer.from(answer.body);
  const reason = typeof answer === 'string' ? answer : `status ${answer.status}`;
  faults.push({
    where,
    message: `It is not served (${reason}), and nothing else says what the pages must be.`,
  });
  return undefined;
}

/** Requests a page that cannot exist in each folder, and returns a fault for each that is not answered with 404. */
export async function unlistedFaults(
  url: string,
  { proof }: Signed,
  folders: readonly string[],
): Promise<CheckFault[]> {
  const word = sha256Hex(proof.manifest.bytes).slice(0, 16);
  const faults: CheckFault[] = [];
  for (const folder of folders) {
    const where = `${url}${folder}/no-page-${word}.md`;
    const { status } = await get(where);
    const message = `Nobody published this page, but it answers with status ${status}; expected 404.`;
    if (status !== 404) faults.push({ where, message });
  }
  return faults;
}
