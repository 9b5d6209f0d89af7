/** The build, from top to bottom: read, compile, check, make pages, publish. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import type { Fault, FieldPath, Place } from '#document/fault.ts';
import { readDocument } from '#document/front-matter.ts';
import type { LogFiles } from '#document/log/files.ts';
import { byText, type Manifest, type PageEntry } from '#document/manifest.ts';
import type { KeyRing } from '#document/signature.ts';
import {
  builderVersion,
  type Cache,
  type CachedSource,
  projectFolder,
  readCache,
  writeCache,
} from './cache.ts';
import { type Catalog, type Compiled, makeCatalog } from './catalog.ts';
import { catalogChecks } from './check/index.ts';
import { checkPageLengths } from './check/length.ts';
import { checkOperatorFiles } from './check/operator-file.ts';
import { compile } from './compile.ts';
import { discoveryPages, discoveryPaths } from './discovery/index.ts';
import { describeService } from './discovery/service.ts';
import { readLogFolder, writeLogFolder } from './log-store.ts';
import { type Message, sortMessages } from './message.ts';
import { pageMakers, schemaReferencePaths } from './page/index.ts';
import { trustPages } from './page/trust.ts';
import type { Page } from './page.ts';
import { type Progress, silent } from './progress.ts';
import { type Publication, publish, readManifest } from './publish.ts';
import { listSources, readOperatorFiles } from './read.ts';
import { makeTrust, signManifest, type Trust } from './trust.ts';

export interface BuildOptions {
  contentDir: string;
  distDir: string;
  /** Where the build keeps what spares it work the next time; absent: nothing is kept. */
  cacheDir?: string;
  /** The address that the pages name as theirs, without a slash at the end. */
  baseUrl: string;
  /** The keys that sign what is published. */
  keys: KeyRing;
  /** Where the transparency log is kept between builds. */
  logDir: string;
  progress?: Progress;
}

export type BuildResult =
  | ({ ok: true; compiled: number; sources: number } & Publication)
  | { ok: false; messages: Message[] };

/** Pages whose paths are known before the content is. */
const fixedPaths = [
  '/',
  '/patterns/index.md',
  '/domains/index.md',
  '/research/index.md',
  '/formations/index.md',
  '/starters/index.md',
  '/docs/index.md',
  ...schemaReferencePaths,
  ...discoveryPaths,
];

/**
 * Builds the content into `dist`. With any fault nothing is published and every fault is returned.
 * @throws when a file cannot be read or written
 */
export function build(options: BuildOptions): BuildResult {
  const { distDir, cacheDir, baseUrl, progress = silent } = options;
  const version = builderVersion(projectFolder, baseUrl);
  const checked = checkContent(options, version);
  if (checked.messages.length > 0) return { ok: false, messages: checked.messages };
  const { catalog, sources, operatorFiles } = checked;
  const before = readManifest(distDir);
  const trust = trustOf(catalog, options, before);
  const pages = allPages(catalog, trust, options, operatorFiles);
  const check = (entries: readonly PageEntry[]) =>
    sortMessages(checkPageLengths(entries, catalog.fileOf, baseUrl));
  // The log goes first: what was never served may be in it, never the other way round.
  const beforeCommit = () => writeLogFolder(options.logDir, trust.log);
  const sign = (manifest: Uint8Array) => signManifest(manifest, options.keys);
  const setting = { baseUrl, version, before, progress, check, sign, beforeCommit };
  const publication = publish(distDir, pages, redirectsOf(catalog), setting);
  if (cacheDir !== undefined && sources.changed) writeCache(cacheDir, { version, sources: sources.kept });
  progress.end();
  if (!publication.ok) return publication;
  return { compiled: sources.compiledCount, sources: catalog.sources.length, ...publication };
}

/** Reads and checks the content without publishing it; `messages` are all faults, in order. */
export function checkContent(
  {
    contentDir,
    cacheDir,
    baseUrl,
    progress = silent,
  }: Pick<BuildOptions, 'contentDir' | 'cacheDir' | 'baseUrl' | 'progress'>,
  version = builderVersion(projectFolder, baseUrl),
) {
  const cache = cacheDir === undefined ? { version, sources: {} } : readCache(cacheDir, version);
  const sources = compileAll(contentDir, baseUrl, cache, progress);
  const operatorFiles = readOperatorFiles(contentDir);
  const catalog = catalogOf(contentDir, sources);
  const messages = sortMessages([
    ...sources.messages,
    ...checkOperatorFiles(operatorFiles, catalog.fileOf),
    ...catalogChecks.flatMap(check => check(catalog)),
  ]);
  progress.end();
  return { messages, catalog, sources, operatorFiles };
}

interface CompiledSources {
  compiled: Map<string, Compiled & { digest: string }>;
  failed: Set<string>;
  messages: Message[];
  kept: Cache['sources'];
  compiledCount: number;
  /** Whether the cache must be written. */
  changed: boolean;
}

/** Compiles every source that changed since the cache was written; takes the others from it. */
function compileAll(contentDir: string, baseUrl: string, cache: Cache, progress: Progress): CompiledSources {
  const files = listSources(contentDir);
  const result: CompiledSources = {
    compiled: new Map(),
    failed: new Set(),
    messages: [],
    kept: {},
    compiledCount: 0,
    changed: files.length !== Object.keys(cache.sources).length,
  };
  for (const [at, file] of files.entries()) {
    const known = cache.sources[file.name];
    if (known && known.size === file.size && known.changed === file.changed) {
      keep(result, file.name, known);
      continue;
    }
    result.changed = true;
    const bytes = readFileSync(join(contentDir, file.name));
    const digest = sha256Hex(bytes);
    if (known?.digest === digest) {
      keep(result, file.name, { ...known, size: file.size, changed: file.changed });
      continue;
    }
    progress.step('reading sources', at + 1, files.length);
    result.compiledCount += 1;
    const compilation = compile(file.name, bytes, baseUrl);
    if (compilation.ok) {
      keep(result, file.name, {
        size: file.size,
        changed: file.changed,
        digest,
        compiled: compilation.compiled,
      });
    } else {
      result.failed.add(file.name);
      result.messages.push(...compilation.faults.map(fault => inFile(contentDir, file.name, fault)));
    }
  }
  return result;
}

function keep(result: CompiledSources, name: string, source: CachedSource): void {
  result.kept[name] = source;
  result.compiled.set(name, { ...source.compiled, digest: source.digest });
}

const inFile = (contentDir: string, name: string, fault: Fault): Message => ({
  file: join(shown(contentDir), name),
  ...fault,
});

/** The folder of the content as messages name it: relative to where the command runs. */
const shown = (contentDir: string): string => relative(process.cwd(), contentDir) || '.';

function catalogOf(contentDir: string, { compiled, failed }: CompiledSources): Catalog {
  return makeCatalog({
    shownFolder: shown(contentDir),
    compiled,
    failed,
    generatedPaths: fixedPaths,
    placeOf: (name, path) => placeIn(join(contentDir, name), path),
  });
}

/** The place of a field, found by reading the file again: only a fault asks for it. */
function placeIn(file: string, path: FieldPath): Place {
  const reading = readDocument(readFileSync(file, 'utf8'));
  return reading.ok ? reading.document.place(path) : { line: 1, column: 1 };
}

/** Signatures, statuses and log of everything that is published, in the order of its publication. */
function trustOf(catalog: Catalog, options: BuildOptions, before: Manifest | undefined): Trust {
  const { keys: ring, logDir, distDir, baseUrl } = options;
  const texts = new Map(catalog.versions.map(({ path, page }) => [path, page!]));
  const artifacts = [...catalog.publications.values()].map(({ path, digest, published_at }) => {
    return { path, digest, published_at, bytes: Buffer.from(texts.get(path)!) };
  });
  // Whoever lost DATA_DIR but not `dist` still has a log, which must go on and not begin anew.
  const log = readLogFolder(logDir) ?? publishedLog(distDir, before);
  return makeTrust({ artifacts, changes: catalog.statusChanges, ring, baseUrl, log });
}

/** The log as `dist` holds it; undefined when it holds none. */
function publishedLog(distDir: string, before: Manifest | undefined): LogFiles | undefined {
  const pages = before?.pages.filter(page => page.kind === 'log') ?? [];
  if (pages.length === 0) return undefined;
  return new Map(
    pages.map(({ path, file }) => [path.replace(/^\/log\//, ''), readFileSync(join(distDir, file))]),
  );
}

function allPages(
  catalog: Catalog,
  trust: Trust,
  { baseUrl }: BuildOptions,
  operatorFiles: ReturnType<typeof readOperatorFiles>,
): Page[] {
  const pages = [...pageMakers.flatMap(make => make(catalog, { baseUrl })), ...trustPages(catalog, trust)];
  const service = describeService(catalog, baseUrl, operatorFiles, pages);
  return service ? [...pages, ...discoveryPages(service)] : pages;
}

/** Aliases answer with the address of their pattern (decisions, Aliases). */
function redirectsOf(catalog: Catalog): Manifest['redirects'] {
  return [...catalog.aliases]
    .map(([alias, slug]) => ({ path: `/patterns/${alias}.md`, to: `/patterns/${slug}.md` }))
    .sort((a, b) => byText(a.path, b.path));
}
