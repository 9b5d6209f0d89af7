/** The site that is served: the pages of a catalog, each read when it is first requested. */
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { keysPath } from '#document/proof/document/keys.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { byText, manifestFile, manifestSignatureFile, type PageEntry } from '#document/text/manifest.ts';
import { htmlPage } from '#document/text/media-type.ts';
import { readCovered } from '#document/text/tree.ts';
import { type Dist, DistError, Entries, readIn } from './dist.ts';
import { type PageCache, type Representation, SitePage } from './page.ts';

/**
 * An error for a page whose file does not have the bytes that the manifest lists: the file is damaged, or a newer catalog was put
 * in place.
 */
export class PageGone extends Error {
  override name = 'PageGone';
}

/** The pages of a site by path. The path includes the query for a page that is one of a set. */
interface SitePages {
  get(path: string): SitePage | undefined;
  has(path: string): boolean;
  /** Returns all paths, in order. */
  keys(): readonly string[];
  values(): Iterable<SitePage>;
  readonly size: number;
}

export interface Site {
  baseUrl: string;
  pages: SitePages;
  /** The page that answers `/` for a client that asks for HTML; absent if the reading edition was not built. */
  start?: SitePage;
  /**
   * Finds the Markdown page from which a page of the reading edition was made, for a client that prefers it; undefined for any
   * other page.
   */
  source?(page: SitePage): SitePage | undefined;
  /** The paths of pages by their former and other paths. */
  redirects: ReadonlyMap<string, string>;
  /** The entries of all pages, in the order of their paths. They are all read at the first access. */
  readonly entries: readonly PageEntry[];
  /** Reads all entries in steps, between which requests can be answered. Absent if they are in memory already. */
  reading?(): Generator<undefined, void>;
  /** The text of the page that lists the signing keys; empty if there is none. */
  keys: string;
  /** The files that prove the pages, by path: the manifest, its signature and its parts. */
  proofs: ReadonlyMap<string, Proof>;
  /** The paths of pages whose files were found damaged. */
  damaged: ReadonlySet<string>;
}

/** A file in `dist/` that is not a page. */
interface Proof {
  bytes: Buffer;
  /** The SHA-256 of the file, in hexadecimal digits. */
  digest: string;
}

export interface SiteSetting {
  /** The headers of every answer of the service. */
  common: readonly string[];
  /** The most bytes of pages that are kept in memory. */
  cacheBytes: number;
}

/** The most files that are read at the same time. More would only wait for each other. */
const readers = 16;
/** The milliseconds after which reading a file is given up. If a disk hangs, requests must not fill the memory. */
const readLimit = 10_000;
/** The bytes of memory that a kept page takes beside its own, mostly for its headers. */
const keptOverhead = 4096;

/**
 * Opens the site of a built catalog.
 * @throws DistError when the list of its keys cannot be read
 */
export async function openSite(dist: Dist, { common, cacheBytes }: SiteSetting): Promise<Site> {
  const { base_url: baseUrl, folder } = dist;
  const listed = new Entries(dist);
  const damaged = new Set<string>();
  const kept: PageCache = new LRUCache<string, Representation>({
    maxSize: cacheBytes,
    sizeCalculation: ({ body }) => body.length + keptOverhead,
  });
  const limit = pLimit(readers);
  const read = async (entry: PageEntry): Promise<Buffer> => {
    const bytes = await limit(() =>
      readCovered(readIn(folder, AbortSignal.timeout(readLimit)), entry.file, entry),
    ).catch((cause: Error) => {
      damaged.add(entry.path);
      throw new PageGone(`${entry.file} of ${folder} cannot be read.`, { cause });
    });
    if (bytes) {
      damaged.delete(entry.path);
      return bytes;
    }
    damaged.add(entry.path);
    throw new PageGone(`${entry.file} of ${folder} does not have the bytes that the manifest states.`);
  };
  const pageOf = (entry: PageEntry, location?: string): SitePage =>
    new SitePage(
      entry,
      { baseUrl, common, ...(location !== undefined && { location }) },
      () => read(entry),
      kept,
    );
  const pages = pagesOf(listed, pageOf);
  const start = listed.get(startPath);
  let entries: PageEntry[] | undefined;
  const sources = new WeakMap<SitePage, SitePage>();
  return {
    baseUrl,
    pages,
    source(page) {
      const { path, kind, media_type } = page.entry;
      if (kind !== 'reading' || media_type !== htmlPage) return undefined;
      const location = path === startPath ? '/' : path.replace(/\.html(?=$|\?)/, '.md');
      const found = listed.get(location);
      const source = sources.get(page) ?? (found && pageOf(found, location));
      if (source) sources.set(page, source);
      return source;
    },
    ...(start && { start: pageOf(start, startPath) }),
    redirects: new Map(dist.redirects.map(({ path, to }) => [path, to])),
    get entries() {
      entries ??= [...listed.all()].sort((a, b) => byText(a.path, b.path));
      return entries;
    },
    reading: () => listed.reading(),
    keys: await keysIn(pages),
    proofs: new Map(proofsOf(dist)),
    damaged,
  };
}

/** The start page of the reading edition. */
const startPath = '/index.html';

/** Returns the pages of a site. Each is made when it is first needed. */
function pagesOf(listed: Entries, pageOf: (entry: PageEntry) => SitePage): SitePages {
  const known = new Map<string, SitePage>();
  let paths: string[] | undefined;
  const get = (path: string): SitePage | undefined => {
    const page = known.get(path);
    if (page) return page;
    const entry = listed.get(path);
    if (!entry) return undefined;
    const made = pageOf(entry);
    known.set(path, made);
    return made;
  };
  const keys = () => {
    paths ??= Array.from(listed.all(), ({ path }) => path).sort(byText);
    return paths;
  };
  return {
    get,
    has: path => known.has(path) || listed.get(path) !== undefined,
    keys,
    *values() {
      for (const path of keys()) yield get(path)!;
    },
    size: listed.size,
  };
}

/**
 * Returns the text of the page that lists the signing keys.
 * @throws DistError when it cannot be read: every signature depends on it, so a catalog without it is not served
 */
const keysIn = async (pages: SitePages): Promise<string> =>
  (await pages
    .get(keysPath)
    ?.text()
    .catch(({ message }: Error) => {
      throw new DistError(`${message} Remove the folder and run \`npm run build\`.`);
    })) ?? '';

function* proofsOf({ manifest, signature, parts }: Dist): Generator<[path: string, Proof]> {
  yield [`/${manifestFile}`, { bytes: manifest, digest: sha256Hex(manifest) }];
  if (signature) yield [`/${manifestSignatureFile}`, { bytes: signature, digest: sha256Hex(signature) }];
  for (const { part, bytes } of parts) yield [`/${part.file}`, { bytes, digest: part.digest }];
}
