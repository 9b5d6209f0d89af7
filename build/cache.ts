/**
 * What a build keeps for the next one: what was compiled from every source, under the stamp and digest of its file.
 *
 * The cache is one file of lines: the version, then a line a source, of three parts with tabs between them: what tells whether
 * it is still true, its facts, its page. The last two are checked and parsed when somebody asks for them. A later line of a
 * name counts, so that a changed source is one line appended.
 */
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import { byText } from '#document/manifest.ts';
import type { Compiled } from './catalog.ts';
import type { Facts } from './facts.ts';
import type { Stamp } from './read.ts';

export interface Cache {
  /** Of the builder and the base address; a cache of another version is not used. */
  version: string;
  sources: ReadonlyMap<string, CachedSource>;
  /** The whole file, and how many lines of it are out of date. */
  bytes: Buffer;
  outdated: number;
}

/** The folder of what is kept between builds, and its files. */
export const cacheFolder = (dataDir: string): string => join(dataDir, 'build-cache');
export const pageStorePath = (dataDir: string): string => join(cacheFolder(dataDir), 'pages');
const sourcesPath = (dataDir: string): string => join(cacheFolder(dataDir), 'sources');

/** A cache that knows nothing. */
export const emptyCache = (version: string): Cache => {
  return { version, sources: new Map(), bytes: Buffer.alloc(0), outdated: 0 };
};

/** Reads the cache of this version; an absent, damaged or foreign one is empty. */
export function readCache(dataDir: string, version: string): Cache {
  const empty = emptyCache(version);
  if (!existsSync(sourcesPath(dataDir))) return empty;
  const bytes = readFileSync(sourcesPath(dataDir));
  const sources = new Map<string, CachedSource>();
  let lines = 0;
  let start = bytes.indexOf(newline) + 1;
  if (bytes.toString('utf8', 0, start) !== `${version}\n`) return empty;
  while (start < bytes.length) {
    const line = readLine(bytes, start);
    // What a killed build wrote by half is the end of the file.
    if (!line) break;
    sources.set(line.name, line.source);
    lines += 1;
    start = line.end;
  }
  return { version, sources, bytes, outdated: lines - sources.size };
}

/** Writes the cache beside the old one and renames it into place. */
export function writeCache(dataDir: string, { version, sources }: Pick<Cache, 'version' | 'sources'>): void {
  mkdirSync(cacheFolder(dataDir), { recursive: true });
  const path = sourcesPath(dataDir);
  const next = `${path}.${process.pid}`;
  writeFileSync(next, Buffer.concat([Buffer.from(`${version}\n`), ...linesOf(sources)]));
  renameSync(next, path);
}

/** Appends sources that take the place of those of their names. */
export function appendToCache(dataDir: string, sources: Cache['sources']): void {
  appendFileSync(sourcesPath(dataDir), Buffer.concat(linesOf(sources)));
}

const tab = '\t'.charCodeAt(0);
const newline = Buffer.from('\n');

const linesOf = (sources: Cache['sources']): Buffer[] =>
  [...sources].flatMap(([name, source]) => [source.headOf(name), source.text, newline]);

/** What was compiled from a source, as the cache holds it. Threads hand it over like this, since a text is cheap to pass on. */
export const writeCompiled = ({ facts, page }: Compiled): string =>
  `${JSON.stringify(facts)}\t${JSON.stringify(page ?? null)}`;

/** A compiled source, whose facts and page are checked and parsed when they are asked for. */
export class CachedSource implements Stamp, Compiled {
  readonly size: number;
  readonly changed: string;
  /** The SHA-256 of the bytes of its file, hexadecimal. */
  readonly digest: string;
  /** As `writeCompiled` gives it. */
  readonly text: Buffer;
  readonly #check: string;
  #isWhole: boolean;
  #facts: Facts | undefined;

  /** @param check tells whether the text is as it was written; absent for one that was just made */
  constructor({ size, changed }: Stamp, digest: string, text: Buffer, check?: string) {
    this.size = size;
    this.changed = changed;
    this.digest = digest;
    this.text = text;
    this.#check = check ?? checkOf(text);
    this.#isWhole = check === undefined;
  }

  get facts(): Facts {
    this.#facts ??= parse<Facts>(this.#checked().toString('utf8', 0, this.text.indexOf(tab)));
    return this.#facts;
  }

  get page(): string | undefined {
    return parse<string | null>(this.#checked().toString('utf8', this.text.indexOf(tab) + 1)) ?? undefined;
  }

  /** The same source in a file that was touched. */
  withStamp(stamp: Stamp): CachedSource {
    return new CachedSource(stamp, this.digest, this.text, this.#check);
  }

  /** The first part of its line. */
  headOf(name: string): Buffer {
    const head: Head = [name, this.size, this.changed, this.digest, this.#check, this.text.length];
    return Buffer.from(`${JSON.stringify(head)}\t`);
  }

  #checked(): Buffer {
    this.#isWhole ||= checkOf(this.text) === this.#check;
    if (!this.#isWhole) throw new DamagedCache();
    return this.text;
  }
}

/** `length` is that of the text, so that a reader who wants heads alone steps over it. */
type Head = [name: string, size: number, changed: string, digest: string, check: string, length: number];

/** Reads the line that begins at a place; undefined when the file ends before the line does. */
function readLine(
  bytes: Buffer,
  start: number,
): { name: string; source: CachedSource; end: number } | undefined {
  const textStart = bytes.indexOf(tab, start) + 1;
  if (textStart === 0) return undefined;
  const head = parse<Head>(bytes.toString('utf8', start, textStart - 1));
  const [name, size, changed, digest, check, length] = head;
  const end = textStart + length;
  if (end >= bytes.length) return undefined;
  if (bytes[end] !== newline[0]) throw new DamagedCache();
  const text = bytes.subarray(textStart, end);
  return { name, source: new CachedSource({ size, changed }, digest, text, check), end: end + 1 };
}

/** Tells whether bytes are those that were written. */
const checkOf = (bytes: Buffer): string => sha256Hex(bytes).slice(0, 32);

/** Thrown when the cache turns out to be damaged while it is used. */
export class DamagedCache extends Error {
  override name = 'DamagedCache';
  override message = 'The cache is damaged.';
}

function parse<Value>(text: string): Value {
  try {
    return JSON.parse(text) as Value;
  } catch (error) {
    throw new DamagedCache(undefined, { cause: error });
  }
}

/** Removes everything that is kept between builds. */
export function removeCache(dataDir: string): void {
  rmSync(cacheFolder(dataDir), { recursive: true, force: true });
}

/**
 * The version of the builder: a digest of its own files and of the lock file, so that any change of code or library
 * makes everything anew.
 */
export function builderVersion(projectFolder: string, ...more: string[]): string {
  const hash = createHash('sha256');
  const folder = join(projectFolder, 'build');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.ts'),
  );
  for (const name of [...files.sort(byText).map(file => join('build', file)), 'package-lock.json']) {
    const path = join(projectFolder, name);
    if (existsSync(path)) hash.update(`${name}\0`).update(readFileSync(path)).update('\0');
  }
  const { node, zlib, brotli } = process.versions;
  return hash.update(JSON.stringify([node.split('.')[0], zlib, brotli, ...more])).digest('hex');
}

/** The folder of the project, from which messages name files. */
export const projectFolder = dirname(import.meta.dirname);
