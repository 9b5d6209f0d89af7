/** Reads a built folder: every file that the manifest names. Finds files that it does not name. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import {
  type Covered,
  folderLockFile,
  journalFile,
  type Manifest,
  type ManifestFile,
  manifestFile,
  manifestSignatureFile,
  type PageEntry,
} from '#document/text/manifest.ts';
import { covers, readManifest, readPart, stagedSuffix } from '#document/text/tree.ts';
import type { CheckFault } from '../support/fault.ts';
import type { Progress } from '../support/progress.ts';
import type { Page, Proof, Tree } from './tree.ts';

/** Reads a folder. Anything missing, different from its digest, or not in the manifest is a fault of the tree. */
export function readFolder(folder: string, progress: Progress): Tree {
  const faults: CheckFault[] = [];
  const file = loadManifest(folder, faults);
  const entries = (file?.parts ?? []).flatMap(part => {
    const bytes = readListed(folder, part.file, part, faults);
    // Bytes with another digest are a fault already.
    const reading = bytes && covers(part, bytes) ? readPart(bytes, part) : undefined;
    if (reading?.ok === false) faults.push(inManifest(folder, reading.message));
    return reading?.ok ? reading.value : [];
  });
  const pages = new Map<string, Page>();
  for (const [at, entry] of entries.entries()) {
    progress.step('reading files', at + 1, entries.length);
    const { path, media_type: mediaType } = entry;
    if (pages.has(path)) faults.push(inManifest(folder, `The path ${path} appears twice.`));
    const bytes = readListed(folder, entry.file, entry, faults);
    if (bytes) pages.set(path, { path, where: join(folder, entry.file), bytes, mediaType, entry });
  }
  // Either may be wrong: a part that is gone, or a manifest that names another.
  if (file && entries.length === 0) faults.push(inManifest(folder, 'No part that it names can be read.'));
  if (file) faults.push(...strayFiles(folder, file, entries));
  return {
    name: folder,
    baseUrl: file?.base_url ?? '',
    pages,
    redirects: new Map(file?.redirects.map(({ path, to }) => [path, to])),
    refused: new Map(),
    ...(file && { manifest: manifestOf(file, entries) }),
    ...(file && { proof: proofOf(folder, file) }),
    isSite: false,
    faults,
    placeOf: path => join(folder, path.slice(1)),
  };
}

const manifestOf = ({ base_url, profile, redirects }: ManifestFile, pages: PageEntry[]): Manifest => ({
  ...{ base_url, pages, redirects },
  ...(profile && { profile }),
});

function proofOf(folder: string, { builder }: ManifestFile): Proof {
  const [manifest, signature] = [manifestFile, manifestSignatureFile].map(name => join(folder, name));
  const isFile = lstatSync(signature!, { throwIfNoEntry: false })?.isFile();
  return {
    builder,
    manifest: { where: manifest!, bytes: readFileSync(manifest!) },
    signature: { where: signature!, bytes: isFile ? readFileSync(signature!) : undefined },
  };
}

const inManifest = (folder: string, message: string): CheckFault => ({
  where: join(folder, manifestFile),
  message,
});

function loadManifest(folder: string, faults: CheckFault[]): ManifestFile | undefined {
  const bytes = readRegular(join(folder, manifestFile), faults);
  if (bytes === undefined) return undefined;
  const parsed = readManifest(bytes);
  if (parsed.ok) return parsed.value;
  faults.push(inManifest(folder, parsed.message));
  return undefined;
}

/** Returns the bytes of a file. If the file is missing or not regular, such as a link, returns undefined and adds a fault. */
function readRegular(path: string, faults: CheckFault[]): Buffer | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) return readFileSync(path);
  faults.push({ where: path, message: found ? 'It is not a regular file.' : 'The file is missing.' });
  return undefined;
}

/** Returns the bytes of a file that the manifest lists. Bytes with another digest are returned too, and add a fault. */
function readListed(folder: string, name: string, listed: Covered, faults: CheckFault[]): Buffer | undefined {
  const where = join(folder, name);
  const staged = where + stagedSuffix;
  const found = lstatSync(where, { throwIfNoEntry: false })?.isFile() ? readFileSync(where) : undefined;
  if (found && covers(listed, found)) return found;
  // A build that was killed while it put files in place is finished by the next one.
  if (lstatSync(staged, { throwIfNoEntry: false })?.isFile() && covers(listed, readFileSync(staged)))
    return readFileSync(staged);
  const bytes = readRegular(where, faults);
  if (bytes) faults.push({ where, message: differenceFrom(listed, bytes) });
  return bytes;
}

/** Writes a sentence on how bytes differ from those that the manifest lists. */
export const differenceFrom = ({ size, digest }: Covered, bytes: Uint8Array): string =>
  `The manifest says ${size} bytes with SHA-256 ${digest}; found ${bytes.length} with ${sha256Hex(bytes)}.`;

/** Tells whether a file names the domain of the site for GitHub Pages. It must be the domain in the manifest. */
const isDomainOf = ({ base_url, profile }: ManifestFile, folder: string, name: string): boolean =>
  profile === 'static' &&
  name === 'CNAME' &&
  readFileSync(join(folder, name), 'utf8').trim() === new URL(base_url).hostname;

/** Returns a fault for each file that the manifest does not list, apart from the manifest and its signature. */
function strayFiles(folder: string, manifest: ManifestFile, pages: readonly PageEntry[]): CheckFault[] {
  const named = [...manifest.parts, ...pages].map(({ file }) => file);
  const known = new Set([manifestFile, manifestSignatureFile, journalFile, ...named]);
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => !entry.isDirectory())
      .map(entry => join(entry.parentPath, entry.name))
      .map(path => ({ path, name: relative(folder, path).split(sep).join('/') }))
      // A killed build leaves its lock behind. It says nothing about the catalog, and the next build removes it.
      .filter(
        ({ name }) =>
          !known.has(name.endsWith(stagedSuffix) ? name.slice(0, -stagedSuffix.length) : name) &&
          !name.startsWith(folderLockFile) &&
          !isDomainOf(manifest, folder, name),
      )
      .map(({ path }) => path)
      .sort()
      .map(where => ({ where, message: 'The manifest does not name this file.' }))
  );
}
