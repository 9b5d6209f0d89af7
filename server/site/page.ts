/** A page that can be served, in the codings that clients accept. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { digestHeader, sha256Hex } from '#document/text/digest.ts';
import type { PageEntry } from '#document/text/manifest.ts';
import { htmlPage } from '#document/text/media-type.ts';
import { openTo } from './cors.ts';
import { discoveryLinks } from './links.ts';
import { Head } from './preserialized-headers.ts';
import { headersFor } from './security-headers.ts';

/** The content codings in which pages are offered, best first. */
export const codings = ['br', 'gzip'] as const;
export type Coding = (typeof codings)[number] | 'identity';

/** A page in one coding, such as gzip: the bytes and headers of its answers. */
export class Representation {
  readonly coding: Coding;
  readonly etag: string;
  /** The SHA-256 of the page without coding, in hexadecimal digits. */
  readonly digest: string;
  readonly body: Buffer;
  /** The headers of the answer with status 200, names and values in turn, as `writeHead` takes them. */
  readonly headers: readonly string[];
  readonly head: Head;
  readonly notModifiedHead: Head;

  /**
   * Makes a representation.
   * @param shared the headers that are also sent in an answer without a body
   */
  constructor(coding: Coding, body: Buffer, entry: PageEntry, shared: readonly string[]) {
    this.coding = coding;
    this.digest = entry.digest;
    this.body = body;
    // The tags of two codings of a page differ, since their bytes do (RFC 9110, 8.8.3).
    this.etag = coding === 'identity' ? `"${entry.digest}"` : `"${entry.digest}-${coding}"`;
    this.headers = [
      ...['Content-Type', entry.media_type, 'Content-Length', String(body.length)],
      ...(coding === 'identity' ? [] : ['Content-Encoding', coding]),
      // The digest covers the bytes as they are sent, content coding included (RFC 9530).
      ...['Repr-Digest', digestHeader(coding === 'identity' ? entry.digest : sha256Hex(body))],
      ...['ETag', this.etag],
      ...shared,
    ];
    this.head = new Head(200, this.headers);
    this.notModifiedHead = new Head(304, ['ETag', this.etag, ...shared]);
  }
}

/** The representations that were requested last, as many as fit into memory. */
export type PageCache = LRUCache<string, Representation>;

/** The facts that are the same for all pages of a site. */
interface Surroundings {
  baseUrl: string;
  /** The headers of every answer of the service. */
  common: readonly string[];
  /** The path of the page, where it answers a request for another path, such as `/`; absent anywhere else. */
  location?: string;
}

/** A page of the catalog. Its bytes are read when they are first needed, and kept while there is room. */
export class SitePage {
  readonly entry: PageEntry;
  readonly #surroundings: Surroundings;
  readonly #read: () => Promise<Buffer>;
  readonly #kept: PageCache;
  readonly #keys: Record<Coding, string>;
  readonly #making = new Map<Coding, Promise<Representation>>();

  /**
   * Makes the page of an entry.
   * @param read reads its bytes; an error that it throws is passed on to whoever asks for the page
   */
  constructor(entry: PageEntry, surroundings: Surroundings, read: () => Promise<Buffer>, kept: PageCache) {
    this.entry = entry;
    this.#surroundings = surroundings;
    this.#read = read;
    this.#kept = kept;
    const name = `${surroundings.location ?? ''} ${entry.path}`;
    this.#keys = { identity: name, br: `${name} br`, gzip: `${name} gzip` };
  }

  isOffered(coding: Coding): boolean {
    return coding === 'identity' || isCompressed(this.entry);
  }

  /** Returns the page in a coding in which it is offered: at once if that representation is in memory, otherwise as a promise. */
  in(coding: Coding): Representation | Promise<Representation> {
    return this.#kept.get(this.#keys[coding]) ?? this.#make(coding);
  }

  /** Returns the page without coding. */
  plain(): Representation | Promise<Representation> {
    return this.in('identity');
  }

  async text(): Promise<string> {
    return (await this.plain()).body.toString('utf8');
  }

  /** Returns the time at which the page last changed, in seconds since 1970; undefined if it is not known. */
  get modifiedAt(): number | undefined {
    const { last_modified } = this.entry;
    return last_modified === undefined ? undefined : Date.parse(last_modified) / 1000;
  }

  /** Makes a representation. Clients that ask for the same one at the same time wait for one reading. */
  #make(coding: Coding): Promise<Representation> {
    const making = this.#making.get(coding) ?? this.#represent(coding);
    this.#making.set(coding, making);
    return making;
  }

  async #represent(coding: Coding): Promise<Representation> {
    try {
      const plain = this.#kept.get(this.#keys.identity)?.body ?? (await this.#read());
      // A copy, because zlib returns the beginning of a buffer of 16 KiB, which would be kept whole.
      const body =
        coding === 'identity' ? plain : Buffer.from(await compressing(() => compress[coding](plain)));
      const { baseUrl, common, location } = this.#surroundings;
      const headers = headersFor(this.entry.media_type, common);
      const shared = [...headers, ...pageHeaders(this.entry, baseUrl, location)];
      const made = new Representation(coding, body, this.entry, shared);
      this.#kept.set(this.#keys[coding], made);
      return made;
    } finally {
      this.#making.delete(coding);
    }
  }
}

/**
 * A page of which a part is known only at the time of the request. Its bytes are in memory, and offered without compression.
 */
export class LivePage {
  readonly entry: PageEntry;
  readonly modifiedAt = undefined;
  readonly #only: Representation;

  constructor(entry: Omit<PageEntry, 'digest' | 'size'>, body: Buffer, { baseUrl, common }: Surroundings) {
    const { last_modified: _, ...timeless } = entry;
    this.entry = { ...timeless, digest: sha256Hex(body), size: body.length };
    const headers = [...headersFor(entry.media_type, common), ...pageHeaders(this.entry, baseUrl)];
    this.#only = new Representation('identity', body, this.entry, headers);
  }

  isOffered(coding: Coding): boolean {
    return coding === 'identity';
  }

  in(): Representation {
    return this.#only;
  }

  plain(): Representation {
    return this.#only;
  }

  async text(): Promise<string> {
    return this.#only.body.toString('utf8');
  }
}

/** Any page that can be served. */
export type ServedPage = SitePage | LivePage;

/** The fewest bytes of a page that is compressed. A shorter page fits into one packet. */
const minCompressed = 256;
const isOfText = /^text\/|^image\/svg|[/+](?:json|xml|javascript)\b/;

/**
 * Tells whether a page is offered compressed. That follows from its entry alone, so the tag of each coding is known before its
 * bytes.
 */
const isCompressed = ({ media_type, size }: PageEntry): boolean =>
  size >= minCompressed && isOfText.test(media_type);

/**
 * The most pages that are compressed at a time. Node.js would compress four, which takes the processor from the thread that
 * answers: on two cores, one in a hundred kept pages then waits 20 ms instead of 13 while strangers ask for 10,000 others.
 */
const compressing = pLimit(2);

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];

/** The quality of Brotli. At 5 it takes a fifth less time than at 9 on pages of this size, for a few bytes in a thousand. */
const brotliQuality = 5;

const compress = {
  br: (bytes: Buffer): Promise<Buffer> =>
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer): Promise<Buffer> => gzipped(bytes),
};

const day = 86_400;

function pageHeaders(entry: PageEntry, baseUrl: string, location?: string): string[] {
  const modified = entry.last_modified;
  const isNegotiated =
    location !== undefined ||
    (entry.path === '/' && entry.links !== undefined) ||
    (entry.kind === 'reading' && entry.media_type === htmlPage);
  return [
    ...['Cache-Control', cacheControl(entry)],
    ...['Vary', isNegotiated ? 'Accept, Accept-Encoding' : 'Accept-Encoding'],
    ...(location === undefined ? [] : ['Content-Location', location]),
    ...['Link', linkHeader(entry, baseUrl)],
    ...(modified ? ['Last-Modified', new Date(modified).toUTCString()] : []),
    ...(entry.artifact && entry.artifact.status !== 'active'
      ? ['Artifact-Status', entry.artifact.status]
      : []),
    ...(entry.ticket || entry.artifact ? openTo.artifact : openTo.page),
  ];
}

/** Returns the value of `Cache-Control`, which limits how long an answer may be reused (docs/http.md#5). */
function cacheControl(entry: PageEntry): string {
  if (entry.immutable) return `public, max-age=${365 * day}, immutable`;
  // A page that may come with a ticket is requested again for each use.
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
