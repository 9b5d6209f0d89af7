/**
 * What a build keeps for the next one: what was compiled from every source, under the stamp and digest of its file.
 *
 * Facts and pages lie in a file that is only appended to, and are read, checked and parsed when somebody asks for them. What
 * every build reads is the index: the version, then a line for each source of fields with tabs between them: its name, what tells
 * whether it is still true, and the rest as JSON. A later line of a name counts, so that a changed source is one line
 * appended. After the lines that were written together comes one with their digest.
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
import { dirname, join, resolve } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import { byText } from '#document/manifest.ts';
import type { Extent } from '#document/pack.ts';
import type { Compiled } from '../catalog.ts';
import type { Facts } from '../source/facts.ts';
import type { Stamp } from '../source/read.ts';
import type { AppendFile } from './append-file.ts';

export interface Cache {
  /** Of the builder and the base address; a cache of another version is not used. */
  version: string;
  sources: ReadonlyMap<string, CachedSource>;
  /** Where the facts and pages of all sources lie. */
  texts: AppendFile;
  /** How many lines of the index are out of date. */
  outdated: number;
}

/** The folder of what is kept between builds, and its files. */
export const cacheFolder = (dataDir: string): string => join(dataDir, 'build-cache');
export const pageStorePath = (dataDir: string): string => join(cacheFolder(dataDir), 'pages');
export const ranksPath = (dataDir: string): string => join(cacheFolder(dataDir), 'ranks');
export const textsPath = (dataDir: string): string => join(cacheFolder(dataDir), 'texts');
const indexPath = (dataDir: string): string => join(cacheFolder(dataDir), 'sources');

/** Reads the cache of this version; an absent or foreign one is empty. @throws DamagedCache */
export function readCache(dataDir: string, version: string, texts: AppendFile): Cache {
  const index = existsSync(indexPath(dataDir)) ? readFileSync(indexPath(dataDir), 'utf8') : '';
  const sources = new Map<string, CachedSource>();
  if (!index.startsWith(`${version}\n`)) return { version, sources, texts, outdated: 0 };
  const { lines, isTorn } = checkedLines(index.slice(version.length + 1));
  for (const line of lines) {
    const [name, size, modified, changed, digest, rest] = line.split('\t');
    if (rest === undefined) throw new DamagedCache();
    const stamp = { size: Number(size), modified: Number(modified), changed: Number(changed) };
    sources.set(name!, new CachedSource(stamp, digest!, rest, texts));
  }
  // What a killed build wrote by half is gone when all is written again.
  const outdated = isTorn ? Number.POSITIVE_INFINITY : lines.length - sources.size;
  return { version, sources, texts, outdated };
}

/** What the line begins with that tells whether those since the last such line are as they were written together. */
const checkMark = '=\t';

/** The lines that were written whole. @throws DamagedCache */
function checkedLines(text: string): { lines: string[]; isTorn: boolean } {
  let lines: string[] = [];
  let begin = 0;
  while (begin < text.length) {
    const end = text.indexOf(`\n${checkMark}`, begin) + 1;
    const next = end === 0 ? 0 : text.indexOf('\n', end) + 1;
    if (next === 0) return { lines, isTorn: true };
    const part = text.slice(begin, end);
    if (text.slice(end, next) !== checkLineOf(part)) throw new DamagedCache();
    lines = lines.concat(part.slice(0, -1).split('\n'));
    begin = next;
  }
  return { lines, isTorn: false };
}

const checkLineOf = (part: string): string => `${checkMark}${sha256Hex(part)}\n`;

/** Writes the index beside the old one and renames it into place. */
export function writeCache(
  dataDir: string,
  { version, sources, texts }: Pick<Cache, 'version' | 'sources' | 'texts'>,
): void {
  const live = [...sources.values()].reduce((sum, source) => sum + source.extent.length, 0);
  // What no source has any more is left out once that is more than what sources have.
  const kept = texts.end - texts.begin > 2 * live ? compact(sources, texts) : sources;
  replaceFile(indexPath(dataDir), `${version}\n${linesOf(kept)}`);
}

/** Writes a file beside its place and renames it into it, so that nobody finds half of it. */
export function replaceFile(path: string, contents: Uint8Array | string): void {
  const next = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(next, contents);
  renameSync(next, path);
}

/** Appends sources that take the place of those of their names. */
export function appendToCache(dataDir: string, sources: Cache['sources']): void {
  appendFileSync(indexPath(dataDir), linesOf(sources));
}

function linesOf(sources: Cache['sources']): string {
  const lines = [...sources].map(
    ([name, { size, modified, changed, digest, rest }]) =>
      `${[name, size, modified, changed, digest, rest].join('\t')}\n`,
  );
  const part = lines.join('');
  return part === '' ? '' : part + checkLineOf(part);
}

/** The rest of a line: the digests of the sentences (see `Sentences`), the facts, the page. */
type Rest = [sentences: string, facts: Part, page: Part | null];

/** A text that lies at a place; `check` tells whether it is as it was written. */
type Part = [offset: number, length: number, check: string];

/** What was compiled from a source, in the form in which it is kept. Threads hand it over like this, since a text is cheap. */
export interface CompiledTexts {
  facts: string;
  page: string | undefined;
  sentences: string;
}

export const writeCompiled = ({ facts, page }: Compiled): CompiledTexts => {
  return { facts: JSON.stringify(facts), page, sentences: facts.sentences.digests };
};

/** Keeps what was compiled from a file with a digest. */
export function keepCompiled(stamp: Stamp, digest: string, compiled: CompiledTexts, texts: AppendFile) {
  const { facts, page, sentences } = compiled;
  const both = [facts, ...(page === undefined ? [] : [page])].map(text => Buffer.from(text));
  let { offset } = texts.append(Buffer.concat(both));
  const parts = both.map((bytes): Part => {
    offset += bytes.length;
    return [offset - bytes.length, bytes.length, checkOf(bytes)];
  });
  const rest: Rest = [sentences, parts[0]!, parts[1] ?? null];
  return new CachedSource(stamp, digest, JSON.stringify(rest), texts);
}

/** A compiled source, whose facts and page are read, checked and parsed when they are asked for. */
export class CachedSource implements Stamp, Compiled {
  readonly size: number;
  readonly modified: number;
  readonly changed: number;
  /** The SHA-256 of the bytes of its file, hexadecimal. */
  readonly digest: string;
  /** The rest of its line. */
  readonly rest: string;
  readonly #texts: AppendFile;
  #facts: Facts | undefined;

  constructor({ size, modified, changed }: Stamp, digest: string, rest: string, texts: AppendFile) {
    this.size = size;
    this.modified = modified;
    this.changed = changed;
    this.digest = digest;
    this.rest = rest;
    this.#texts = texts;
  }

  get facts(): Facts {
    this.#facts ??= parse<Facts>(this.#read(this.#parts[1]));
    return this.#facts;
  }

  get page(): string | undefined {
    const part = this.#parts[2];
    return part ? this.#read(part) : undefined;
  }

  /** The digests of its sentences, one after the other. */
  get sentences(): string {
    return this.#parts[0];
  }

  /** Where its texts lie, one after the other. */
  get extent(): Extent {
    const [, [offset, length], page] = this.#parts;
    return { offset, length: length + (page?.[1] ?? 0) };
  }

  /** The same source in a file that was touched. */
  withStamp(stamp: Stamp): CachedSource {
    return new CachedSource(stamp, this.digest, this.rest, this.#texts);
  }

  /** The same source with its texts at another place. */
  movedTo(offset: number): CachedSource {
    const [sentences, [, length, check], page] = this.#parts;
    const facts: Part = [offset, length, check];
    const rest: Rest = [sentences, facts, page && [offset + length, page[1], page[2]]];
    return new CachedSource(this, this.digest, JSON.stringify(rest), this.#texts);
  }

  get #parts(): Rest {
    return parse<Rest>(this.rest);
  }

  #read([offset, length, check]: Part): string {
    const bytes = this.#texts.read({ offset, length });
    if (checkOf(bytes) !== check) throw new DamagedCache();
    return bytes.toString();
  }
}

/** Leaves out the texts that no source has any more. */
function compact(sources: Cache['sources'], texts: AppendFile): Cache['sources'] {
  texts.keep([...sources.values()].map(source => source.extent));
  let offset = texts.begin;
  return new Map(
    [...sources].map(([name, source]) => {
      const { length } = source.extent;
      offset += length;
      return [name, source.movedTo(offset - length)];
    }),
  );
}

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
export const projectFolder = resolve(import.meta.dirname, '../..');
