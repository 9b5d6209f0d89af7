/** The site in memory: every page with its answers made ready, so that a request costs a look-up and a write. */
import { digestHeader } from '#document/digest.ts';
import { type Coding, codings, type PageEntry, type Variant } from '#document/manifest.ts';
import type { Dist, DistPage } from './dist.ts';
import { Head } from './http/head.ts';
import { discoveryLinks } from './links.ts';

/** One representation of a page: its bytes, and its answers, each made ready when it is first given. */
export class Representation {
  readonly coding: Coding | 'identity';
  readonly etag: string;
  readonly body: Buffer;
  /** Of this representation alone. Headers are names and values in turn, as `writeHead` takes them. */
  readonly #own: readonly string[];
  /** What an answer without a body has too. */
  readonly #shared: readonly string[];
  #head: Head | undefined;
  #notModifiedHead: Head | undefined;

  constructor(
    coding: Coding | 'identity',
    variant: Variant,
    body: Buffer,
    entry: PageEntry,
    shared: readonly string[],
  ) {
    this.coding = coding;
    // RFC 9110, 8.8.3: the tags of two codings of one page differ, since their bytes do.
    this.etag = coding === 'identity' ? `"${entry.digest}"` : `"${entry.digest}-${coding}"`;
    this.body = body;
    this.#shared = shared;
    this.#own = [
      'Content-Type',
      entry.media_type,
      'Content-Length',
      String(body.length),
      ...(coding === 'identity' ? [] : ['Content-Encoding', coding]),
      // RFC 9530: the digest of the representation as it is sent, content coding included.
      'Repr-Digest',
      digestHeader(variant.digest),
    ];
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

/** What a page answers with. */
export interface Answers {
  identity: Representation;
  /** By coding; only codings that pay. */
  encoded: Partial<Record<Coding, Representation>>;
  /** Seconds since 1970, where it is known when the page last changed. */
  modifiedAt: number | undefined;
}

/** What all pages of a site share. */
interface Surroundings {
  baseUrl: string;
  common: CommonHeaders;
}

/** Where a page comes from. */
type PageSource = Pick<DistPage, 'readEntry' | 'bytes'>;

/** A page that can be served. All about it is made ready when it is first asked for: most pages of a large catalog seldom are. */
export class SitePage {
  readonly #source: PageSource;
  readonly #surroundings: Surroundings;
  #entry: PageEntry | undefined;
  #answers: Answers | undefined;

  constructor(source: PageSource, surroundings: Surroundings) {
    this.#source = source;
    this.#surroundings = surroundings;
  }

  get entry(): PageEntry {
    this.#entry ??= this.#source.readEntry();
    return this.#entry;
  }

  get answers(): Answers {
    this.#answers ??= this.#makeAnswers();
    return this.#answers;
  }

  get identity(): Representation {
    return this.answers.identity;
  }

  #makeAnswers(): Answers {
    const { entry } = this;
    const { baseUrl, common } = this.#surroundings;
    const shared = [...common, ...pageHeaders(entry, baseUrl)];
    const make = (coding: Coding | 'identity', variant: Variant) =>
      new Representation(coding, variant, this.#source.bytes(entry, coding), entry, shared);
    const encoded: Answers['encoded'] = {};
    for (const coding of codings) {
      const variant = entry.encodings[coding];
      if (variant) encoded[coding] = make(coding, variant);
    }
    const modifiedAt = entry.last_modified === undefined ? undefined : Date.parse(entry.last_modified) / 1000;
    return { identity: make('identity', entry), encoded, modifiedAt };
  }
}

export interface Site {
  baseUrl: string;
  /** By path, with its query where the page is one of a set; in the order of paths. */
  pages: ReadonlyMap<string, SitePage>;
  /** Other names of pages. */
  redirects: ReadonlyMap<string, string>;
  /** What is known of every page, in the order of paths. All of it is read when somebody first asks for this. */
  readonly entries: readonly PageEntry[];
}

/** Headers that every answer of the service has. */
export type CommonHeaders = readonly string[];

/** Makes a site of a built catalog. */
export function makeSite({ base_url: baseUrl, redirects, pages }: Dist, common: CommonHeaders): Site {
  const surroundings = { baseUrl, common };
  const byPath = new Map(
    Array.from(pages, ([path, page]): [string, SitePage] => [path, new SitePage(page, surroundings)]),
  );
  let entries: PageEntry[] | undefined;
  return {
    baseUrl,
    pages: byPath,
    redirects: new Map(redirects.map(({ path, to }) => [path, to])),
    get entries() {
      entries ??= Array.from(byPath.values(), page => page.entry);
      return entries;
    },
  };
}

const day = 86_400;

function pageHeaders(entry: PageEntry, baseUrl: string): string[] {
  const modified = entry.last_modified;
  return [
    'Cache-Control',
    cacheControl(entry),
    'Vary',
    'Accept-Encoding',
    'Link',
    linkHeader(entry, baseUrl),
    ...(modified ? ['Last-Modified', new Date(modified).toUTCString()] : []),
    ...(entry.artifact && entry.artifact.status !== 'active'
      ? ['Artifact-Status', entry.artifact.status]
      : []),
    'Access-Control-Allow-Origin',
    '*',
    'Access-Control-Expose-Headers',
    'ETag, Link, Repr-Digest',
  ];
}

/** How long an answer may be reused (decisions, HTTP 2; discovery, Common to all). */
function cacheControl(entry: PageEntry): string {
  if (entry.immutable) return `public, max-age=${365 * day}, immutable`;
  // What may come with a ticket is asked for anew on each use.
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
