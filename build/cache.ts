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

/** A compiled source as the cache holds it. */
export interface CachedSource extends Stamp {
  /** The SHA-256 of its bytes, hexadecimal. */
  digest: string;
  compiled: Compiled;
}

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
  let start = bytes.indexOf('\n') + 1;
  if (bytes.toString('utf8', 0, start) !== `${version}\n`) return empty;
  // What a killed build wrote by half does not end in a newline.
  for (let end = bytes.indexOf('\n', start); end >= 0; end = bytes.indexOf('\n', start)) {
    const line = new CachedLine(bytes.subarray(start, end));
    sources.set(line.name, line);
    lines += 1;
    start = end + 1;
  }
  return { version, sources, bytes, outdated: lines - sources.size };
}

/** Writes the cache beside the old one and renames it into place. */
export function writeCache(dataDir: string, { version, sources }: Pick<Cache, 'version' | 'sources'>): void {
  mkdirSync(cacheFolder(dataDir), { recursive: true });
  const path = sourcesPath(dataDir);
  const next = `${path}.${process.pid}`;
  writeFileSync(next, Buffer.concat([Buffer.from(`${version}\n`), ...[...sources].flatMap(lineOf)]));
  renameSync(next, path);
}

/** Appends sources that take the place of those of their names. */
export function appendToCache(dataDir: string, sources: ReadonlyMap<string, CachedSource>): void {
  appendFileSync(sourcesPath(dataDir), Buffer.concat([...sources].flatMap(lineOf)));
}

type Head = [name: string, size: number, changed: string, digest: string, check: string];

const tab = '\t'.charCodeAt(0);
const newline = Buffer.from('\n');

function lineOf([name, source]: [string, CachedSource]): Buffer[] {
  if (source instanceof CachedLine) return [source.line, newline];
  const { size, changed, digest, compiled } = source;
  const rest = Buffer.from(`${JSON.stringify(compiled.facts)}\t${JSON.stringify(compiled.page ?? null)}\n`);
  const head: Head = [name, size, changed, digest, checkOf(rest.subarray(0, -1))];
  return [Buffer.from(`${JSON.stringify(head)}\t`), rest];
}

/** Tells whether bytes are those that were written. */
const checkOf = (bytes: Buffer): string => sha256Hex(bytes).slice(0, 32);

/** A line of the cache, whose facts and page are parsed when they are asked for. */
class CachedLine implements CachedSource {
  readonly line: Buffer;
  readonly name: string;
  readonly size: number;
  readonly changed: string;
  readonly digest: string;
  readonly compiled: Compiled;

  constructor(line: Buffer) {
    this.line = line;
    const head = line.indexOf(tab);
    const [name, size, changed, digest, check] = parse<Head>(line.toString('utf8', 0, head));
    this.name = name;
    this.size = size;
    this.changed = changed;
    this.digest = digest;
    this.compiled = new LazyCompiled(line.subarray(head + 1), check);
  }
}

class LazyCompiled implements Compiled {
  readonly #text: Buffer;
  readonly #check: string;
  #facts: Facts | undefined;
  #isWhole = false;

  constructor(text: Buffer, check: string) {
    this.#text = text;
    this.#check = check;
  }

  get facts(): Facts {
    this.#facts ??= parse<Facts>(this.#checked().toString('utf8', 0, this.#text.indexOf(tab)));
    return this.#facts;
  }

  get page(): string | undefined {
    const start = this.#text.indexOf(tab) + 1;
    return parse<string | null>(this.#checked().toString('utf8', start)) ?? undefined;
  }

  #checked(): Buffer {
    this.#isWhole ||= checkOf(this.#text) === this.#check;
    if (!this.#isWhole) throw new DamagedCache();
    return this.#text;
  }
}

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
