/** Reads a built folder: every file that the manifest names, and whether there are others. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import {
  folderLockFile,
  type Manifest,
  type ManifestFile,
  manifestFile,
  manifestSignatureFile,
  type PageEntry,
} from '#document/text/manifest.ts';
import { packFile } from '#document/text/pack.ts';
import type { CheckFault } from '../support/fault.ts';
import type { Progress } from '../support/progress.ts';
import { readManifest } from '../support/signed/manifest.ts';
import { checkDigest, checkForms, type PackedPage, pagesOfPacks, readPack } from './pack.ts';
import type { Page, Proof, Tree } from './tree.ts';

/** Reads a folder. Anything missing, different from its digest, or not in the manifest is a fault of the tree. */
export function readFolder(folder: string, progress: Progress): Tree {
  const faults: CheckFault[] = [];
  const file = loadManifest(folder, faults);
  const packed = pagesOfPacks(
    (file?.packs ?? []).flatMap((pack, at) => {
      progress.step('reading packs', at + 1, file!.packs.length);
      const where = join(folder, packFile(pack));
      const bytes = readRegular(where, faults);
      return bytes ? readPack(bytes, pack, where, faults) : [];
    }),
  );
  const pages = new Map<string, Page>();
  for (const [at, each] of packed.entries()) {
    progress.step('reading files', at + 1, packed.length);
    const { path } = each.entry;
    if (pages.has(path)) faults.push(inManifest(folder, `The path ${path} appears twice.`));
    const page = readPage(folder, each, faults);
    if (page) pages.set(path, page);
  }
  const entries = packed.map(({ entry }) => entry);
  // Either may be wrong: a pack that is gone, or a manifest that names another.
  if (file && packed.length === 0) faults.push(inManifest(folder, 'No pack that it names can be read.'));
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

/** The bytes of a file, or undefined and a fault when it is absent or not a file: a link could lead anywhere. */
function readRegular(path: string, faults: CheckFault[]): Buffer | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) return readFileSync(path);
  faults.push({ where: path, message: found ? 'It is not a regular file.' : 'The file is missing.' });
  return undefined;
}

/** The page as its file has it. If that differs from the pack, it is a fault, and reading continues. */
function readPage(folder: string, packed: PackedPage, faults: CheckFault[]): Page | undefined {
  const { entry } = packed;
  const where = join(folder, entry.file);
  const bytes = readRegular(where, faults);
  if (bytes) checkDigest(bytes, entry, where, faults);
  checkForms(packed, bytes, faults);
  const { path, media_type: mediaType } = entry;
  return bytes && { path, where, bytes, mediaType, entry };
}

/** GitHub Pages reads the domain of a site from a file, which anyone who publishes adds: it may name that of the manifest alone. */
const isDomainOf = ({ base_url, profile }: ManifestFile, folder: string, name: string): boolean =>
  profile === 'static' &&
  name === 'CNAME' &&
  readFileSync(join(folder, name), 'utf8').trim() === new URL(base_url).hostname;

/** Files that the manifest does not list, other than itself and its signature. */
function strayFiles(folder: string, manifest: ManifestFile, pages: readonly PageEntry[]): CheckFault[] {
  const named = [...manifest.packs.map(packFile), ...pages.map(({ file }) => file)];
  const known = new Set([manifestFile, manifestSignatureFile, ...named]);
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => !entry.isDirectory())
      .map(entry => join(entry.parentPath, entry.name))
      .map(path => ({ path, name: relative(folder, path).split(sep).join('/') }))
      // A killed build leaves its lock behind. It says nothing about the catalog, and the next build removes it.
      .filter(
        ({ name }) =>
          !known.has(name) && !name.startsWith(folderLockFile) && !isDomainOf(manifest, folder, name),
      )
      .map(({ path }) => path)
      .sort()
      .map(where => ({ where, message: 'The manifest does not name this file.' }))
  );
}
