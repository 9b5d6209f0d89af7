/** The site in memory: every page with prepared responses, so that a request costs a look-up and a write. */
import { digestHeader, sha256Hex } from '#document/text/digest.ts';
import {
  type Coding,
  manifestFile,
  manifestSignatureFile,
  type PageEntry,
  type Variant,
} from '#document/text/manifest.ts';
import { htmlPage } from '#document/text/media-type.ts';
import { packFile } from '#document/text/pack.ts';
import { openTo } from './cors.ts';
import { type Dist, type DistPage, isHeld } from './dist.ts';
import { discoveryLinks } from './links.ts';
import { Head } from './preserialized-headers.ts';
import { headersFor } from './security-headers.ts';

/** One representation of a page: its bytes, and its answers, each made ready when it is first given. */
export class Representation {
  readonly coding: Coding | 'identity';
  readonly etag: string;
  readonly #read: () => Buffer;
  /** Whether the bytes are in memory anyway. */
  readonly #isHeld: boolean;
  #body: Buffer | undefined;
  /** The headers of this representation alone: names and values in turn, as `writeHead` takes them. */
  readonly #own: readonly string[];
  /** The headers that an answer without a body has too. */
  readonly #shared: readonly string[];
  #head: Head | undefined;
  #notModifiedHead: Head | undefined;

  constructor(
    coding: Coding | 'identity',
    variant: Variant,
    read: () => Buffer,
    entry: PageEntry,
    shared: readonly string[],
  ) {
    this.coding = coding;
    // RFC 9110, 8.8.3: the tags of two codings of one page differ, since their bytes do.
    this.etag = coding === 'identity' ? `"${entry.digest}"` : `"${entry.digest}-${coding}"`;
    this.#read = read;
    this.#isHeld = isHeld(entry, coding);
    this.#shared = shared;
    this.#own = [
      'Content-Type',
      entry.media_type,
      'Content-Length',
      String(variant.size),
      ...(coding === 'identity' ? [] : ['Content-Encoding', coding]),
      // RFC 9530: the digest of the representation as it is sent, content coding included.
      'Repr-Digest',
      digestHeader(variant.digest),
    ];
  }

  /**
   * Its bytes. Unpacked bytes are not kept: few clients ask for them, and a client that asked for all would fill the memory.
   * @throws Error when the catalog holds another page in their place
   */
  get body(): Buffer {
    if (this.#body) return this.#body;
    const body = this.#read();
    if (this.#isHeld) this.#body = body;
    return body;
  }

  /** The headers of a 200. */
  get headers(): readonly string[] {
    return [...this.#own, 'ETag', this.etag, ...this.#shared];
  }

  get head(): Head {
    this.#head ??= new Head(200, this.headers);
    return this.#head;
  }

  get notModifiedHead(): Head {
    this.#notModifiedHead ??= new Head(304, ['ETag', this.etag, ...this.#shared]);
    return this.#notModifiedHead;
  }
}

/** The settings that all pages of a site share. */
interface Surroundings {
  baseUrl: string;
  common: CommonHeaders;
  /** Where the page is, when it answers for another path. */
  location?: string;
}

/** Where a page comes from. */
type PageSource = Pick<DistPage, 'readEntry' | 'bytes'>;

/** A page that can be served. What an answer needs is made ready when one is first given: most pages of a large catalog seldom are. */
export class SitePage {
  readonly #source: PageSource;
  readonly #surroundings: Surroundings;
  #entry: PageEntry | undefined;
  #shared: readonly string[] | undefined;
  #identity: Representation | undefined;
  #encoded: Partial<Record<Coding, Representation>> | undefined;

  constructor(source: PageSource, surroundings: Surroundings) {
    this.#source = source;
    this.#surroundings = surroundings;
  }

  get entry(): PageEntry {
    this.#entry ??= this.#source.readEntry();
    return this.#entry;
  }

  get identity(): Representation {
    this.#identity ??= this.#represent('identity', this.entry);
    return this.#identity;
  }

  /** The page in a coding; undefined where that one does not pay. */
  encoded(coding: Coding): Representation | undefined {
    const variant = this.entry.encodings[coding];
    if (!variant) return undefined;
    this.#encoded ??= {};
    this.#encoded[coding] ??= this.#represent(coding, variant);
    return this.#encoded[coding];
  }

  /** Seconds since 1970, where it is known when the page last changed. */
  get modifiedAt(): number | undefined {
    const { last_modified } = this.entry;
    return last_modified === undefined ? undefined : Date.parse(last_modified) / 1000;
  }

  #represent(coding: Coding | 'identity', variant: Variant): Representation {
    const { baseUrl, common, location } = this.#surroundings;
    this.#shared ??= [
      ...headersFor(this.entry.media_type, common),
      ...pageHeaders(this.entry, baseUrl, location),
    ];
    const read = () => this.#source.bytes(this.entry, coding);
    return new Representation(coding, variant, read, this.entry, this.#shared);
  }
}

export interface Site {
  baseUrl: string;
  /** By path, with its query where the page is one of a set; in the order of paths. */
  pages: ReadonlyMap<string, SitePage>;
  /** The page that `/` sends to a client that asks for HTML. */
  start?: SitePage;
  /** Finds the Markdown page behind a page of the reading edition, for a client that prefers it; undefined for any other page. */
  source?(page: SitePage): SitePage | undefined;
  /** Other names of pages. */
  redirects: ReadonlyMap<string, string>;
  /** The entries of all pages, in the order of paths. All are read when somebody first asks for this. */
  readonly entries: readonly PageEntry[];
  /** The files that prove the pages, by path: the manifest, its signature and the packs that it names. */
  proofs: ReadonlyMap<string, Proof>;
}

/** A file that is not a page, as it is in `dist/`. */
interface Proof {
  bytes: Buffer;
  /** SHA-256, hexadecimal. */
  digest: string;
  /** Whether its path holds its digest. */
  immutable: boolean;
}

/** Headers that every answer of the service has. */
type CommonHeaders = readonly string[];

/** Makes a site of a built catalog. */
export function makeSite(dist: Dist, common: CommonHeaders): Site {
  const { base_url: baseUrl, redirects, pages } = dist;
  const surroundings = { baseUrl, common };
  const byPath = new Map(
    Array.from(pages, ([path, page]): [string, SitePage] => [path, new SitePage(page, surroundings)]),
  );
  const start = pages.get(startPath);
  let entries: PageEntry[] | undefined;
  return {
    baseUrl,
    pages: byPath,
    source: sourcesIn(pages, surroundings),
    ...(start && { start: new SitePage(start, { ...surroundings, location: startPath }) }),
    redirects: new Map(redirects.map(({ path, to }) => [path, to])),
    get entries() {
      entries ??= Array.from(byPath.values(), page => page.entry);
      return entries;
    },
    proofs: new Map(proofsOf(dist)),
  };
}

/** Finds the Markdown of a page of the reading edition, and keeps the answers that were given. */
function sourcesIn(pages: Dist['pages'], surroundings: Surroundings): NonNullable<Site['source']> {
  const known = new WeakMap<SitePage, SitePage>();
  return page => {
    const { path, kind, media_type } = page.entry;
    if (kind !== 'reading' || media_type !== htmlPage) return undefined;
    const location = path === startPath ? '/' : path.replace(/\.html(?=$|\?)/, '.md');
    const found = pages.get(location);
    const source = known.get(page) ?? (found && new SitePage(found, { ...surroundings, location }));
    if (source) known.set(page, source);
    return source;
  };
}

/** The start page of the reading edition. */
const startPath = '/index.html';

function* proofsOf({ manifest, signature, packs }: Dist): Generator<[path: string, Proof]> {
  const changing = (bytes: Buffer): Proof => ({ bytes, digest: sha256Hex(bytes), immutable: false });
  yield [`/${manifestFile}`, changing(manifest)];
  if (signature) yield [`/${manifestSignatureFile}`, changing(signature)];
  for (const [digest, { bytes }] of packs)
    yield [`/${packFile({ digest })}`, { bytes, digest, immutable: true }];
}

const day = 86_400;

function pageHeaders(entry: PageEntry, baseUrl: string, location?: string): string[] {
  const modified = entry.last_modified;
  const isNegotiated =
    location !== undefined ||
    (entry.path === '/' && entry.links !== undefined) ||
    (entry.kind === 'reading' && entry.media_type === htmlPage);
  return [
    'Cache-Control',
    cacheControl(entry),
    'Vary',
    isNegotiated ? 'Accept, Accept-Encoding' : 'Accept-Encoding',
    ...(location === undefined ? [] : ['Content-Location', location]),
    'Link',
    linkHeader(entry, baseUrl),
    ...(modified ? ['Last-Modified', new Date(modified).toUTCString()] : []),
    ...(entry.artifact && entry.artifact.status !== 'active'
      ? ['Artifact-Status', entry.artifact.status]
      : []),
    ...(entry.ticket || entry.artifact ? openTo.artifact : openTo.page),
  ];
}

/** How long an answer may be reused (docs/http.md#8). */
function cacheControl(entry: PageEntry): string {
  if (entry.immutable) return `public, max-age=${365 * day}, immutable`;
  // What may come with a ticket is asked for again on each use.
  if (entry.ticket || entry.artifact) return 'public, no-cache';
  return entry.kind === 'discovery' ? 'public, max-age=3600' : 'public, max-age=300';
}

function linkHeader(entry: PageEntry, baseUrl: string): string {
  const canonical = `<${baseUrl}${entry.canonical ?? entry.path}>; rel="canonical"`;
  const described = entry.described_by
    ? [`<${entry.described_by}>; rel="describedby"; type="text/markdown"`]
    : [];
  return [canonical, ...described, ...(entry.links ?? []), ...discoveryLinks].join(', ');
}
