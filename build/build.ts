/** The build, from top to bottom: read, compile, check, make pages, publish. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Fault, FieldPath, Place } from '#document/fault.ts';
import { readDocument } from '#document/front-matter.ts';
import type { LogFiles } from '#document/log/files.ts';
import { byText, type Manifest, type PageEntry } from '#document/manifest.ts';
import type { KeyRing } from '#document/signature.ts';
import { amend } from './amend.ts';
import {
  builderVersion,
  type Cache,
  CachedSource,
  DamagedCache,
  emptyCache,
  pageStorePath,
  projectFolder,
  readCache,
  removeCache,
  writeCache,
} from './cache.ts';
import { type Catalog, makeCatalog } from './catalog.ts';
import { catalogChecks } from './check/index.ts';
import { checkPageLengths } from './check/length.ts';
import { checkOperatorFiles } from './check/operator-file.ts';
import type { CompiledFile } from './compile-job.ts';
import { discoveryPages, discoveryPaths } from './discovery/index.ts';
import { describeService } from './discovery/service.ts';
import { readLogFolder, writeLogFolder } from './log-store.ts';
import { type Message, sortMessages } from './message.ts';
import { digestOfOthers, digestOfSources, isNoted, noteOrigin } from './origin.ts';
import { pageMakers, schemaReferencePaths } from './page/index.ts';
import { trustPages } from './page/trust.ts';
import type { Page } from './page.ts';
import { PageStore } from './page-store.ts';
import { batches, Pool } from './pool.ts';
import { noProfile, type Profile } from './profile.ts';
import { type Progress, silent } from './progress.ts';
import { type Publication, type PublishSetting, publish } from './publish.ts';
import { type FoundFile, listSources, readOperatorFiles } from './read.ts';
import { finish } from './staged-writer.ts';
import { manifestOf, readSignature, readTree, type Tree } from './tree.ts';
import { makeTrust, signManifest, type Trust } from './trust.ts';
import { readWords, writeWords } from './word-file.ts';

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
  profile?: Profile;
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
  const { cacheDir, baseUrl } = options;
  const version = builderVersion(projectFolder, baseUrl);
  const pool = new Pool();
  const scratch = cacheDir === undefined ? mkdtempSync(join(tmpdir(), 'build-')) : undefined;
  const store = new PageStore(pageStorePath(cacheDir ?? scratch!), version);
  try {
    return buildWith(options, { version, pool, store });
  } catch (error) {
    if (cacheDir === undefined || !(error instanceof DamagedCache)) throw error;
    removeCache(cacheDir);
    return build(options);
  } finally {
    store.close();
    pool.close();
    if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true });
  }
}

/** What a build works with besides its options. */
interface Workshop {
  version: string;
  pool: Pool;
  store: PageStore;
}

function buildWith(options: BuildOptions, workshop: Workshop): BuildResult {
  const { distDir, cacheDir, progress = silent } = options;
  finish(distDir);
  if (cacheDir !== undefined) readWords(cacheDir, workshop.version);
  const found = findContent(options, workshop.version);
  const others = () => digestOfOthers(options.keys, found.operatorFiles, options.logDir);
  const { result, sources } =
    amended(options, workshop, found, others) ?? buildWhole(options, workshop, found);
  if (result.ok && cacheDir !== undefined) {
    const signature = Buffer.from(result.signature).toString('base64');
    writeWords(cacheDir, workshop.version);
    noteOrigin(cacheDir, { sources: digestOfSources(sources), others: others(), signature });
  }
  progress.end();
  return result;
}

/** A result with the sources that it was made from. */
interface Made {
  result: BuildResult;
  sources: ReadonlyMap<string, Pick<CachedSource, 'digest'>>;
}

/** The tree in force with some pages exchanged, where it was made from what the cache holds and that is enough. */
function amended(
  options: BuildOptions,
  workshop: Workshop,
  { cache, files }: FoundContent,
  others: () => string,
): Made | undefined {
  const { distDir, cacheDir, contentDir } = options;
  const signature = readSignature(distDir)?.toString('base64');
  if (cacheDir === undefined || signature === undefined) return undefined;
  if (!isNoted(cacheDir, { sources: digestOfSources(cache.sources), others: others(), signature }))
    return undefined;
  const setting = { ...publishSetting(options, workshop), contentDir, cacheDir, cache, files };
  const amendment = amend(distDir, setting);
  if (!amendment) return undefined;
  const { publication, sources, compiled } = amendment;
  // Spread out, the publication would parse its manifest.
  const result = Object.assign(publication, { ok: true as const, compiled, sources: files.length });
  return { result, sources };
}

function buildWhole(options: BuildOptions, workshop: Workshop, found: FoundContent): Made {
  const { distDir, profile = noProfile, baseUrl } = options;
  const checked = checkFound(options, found, workshop.pool);
  const { catalog, sources, messages } = checked;
  if (messages.length > 0) return { result: { ok: false, messages }, sources: new Map() };
  const before = readTree(distDir);
  profile.lap('reading the tree in force');
  const trust = trustOf(catalog, options, before);
  profile.lap('signatures, statuses, log');
  const pages = allPages(catalog, trust, options, found.operatorFiles);
  profile.lap('listing pages and what they are made from');
  const check = (entries: readonly PageEntry[]) =>
    sortMessages(checkPageLengths(entries, catalog.fileOf, baseUrl));
  // The log goes first: what was never served may be in it, never the other way round.
  const beforeCommit = () => writeLogFolder(options.logDir, trust.log);
  const setting = { ...publishSetting(options, workshop), before, check, beforeCommit };
  const publishing = publish(distDir, pages, redirectsOf(catalog), setting);
  if (!publishing.ok) return { result: publishing, sources: sources.kept };
  const { compiledCount: compiled, kept } = sources;
  return { result: { compiled, sources: catalog.sources.length, ...publishing }, sources: kept };
}

function publishSetting(options: BuildOptions, { version, pool, store }: Workshop): PublishSetting {
  const { baseUrl, keys, progress = silent, profile = noProfile } = options;
  const sign = (manifest: Uint8Array) => signManifest(manifest, keys);
  return { baseUrl, version, progress, profile, sign, pool, store };
}

/** The content as it is now, and as the cache knows it. */
interface FoundContent {
  files: FoundFile[];
  operatorFiles: ReturnType<typeof readOperatorFiles>;
  cache: Cache;
}

function findContent(
  { contentDir, cacheDir, profile = noProfile }: Pick<BuildOptions, 'contentDir' | 'cacheDir' | 'profile'>,
  version: string,
): FoundContent {
  const cache = cacheDir === undefined ? emptyCache(version) : readCache(cacheDir, version);
  profile.lap('reading the cache');
  const files = listSources(contentDir);
  const operatorFiles = readOperatorFiles(contentDir);
  profile.lap('looking for changes');
  return { cache, files, operatorFiles };
}

/** Reads and checks the content without publishing it; `messages` are all faults, in order. */
export function checkContent(options: Pick<BuildOptions, 'contentDir' | 'baseUrl'>) {
  const version = builderVersion(projectFolder, options.baseUrl);
  return checkFound(options, findContent(options, version), new Pool(1));
}

function checkFound(
  options: Pick<BuildOptions, 'contentDir' | 'cacheDir' | 'baseUrl' | 'progress' | 'profile'>,
  { files, cache, operatorFiles }: FoundContent,
  pool: Pool,
) {
  const { contentDir, cacheDir, baseUrl, progress = silent, profile = noProfile } = options;
  const sources = compileAll(contentDir, baseUrl, { files, cache }, progress, pool);
  profile.lap('reading and compiling sources');
  // Also of content with faults: whoever mends one of them need not wait for all that is in order.
  if (cacheDir !== undefined && sources.changed)
    writeCache(cacheDir, { version: cache.version, sources: sources.kept });
  profile.lap('writing the cache');
  const catalog = catalogOf(contentDir, sources);
  const messages = sortMessages([
    ...sources.messages,
    ...checkOperatorFiles(operatorFiles, catalog.fileOf),
    ...catalogChecks.flatMap(check => check(catalog)),
  ]);
  profile.lap('checks across sources');
  progress.end();
  return { messages, catalog, sources };
}

interface CompiledSources {
  failed: Set<string>;
  messages: Message[];
  kept: Map<string, CachedSource>;
  compiledCount: number;
  /** Whether the cache must be written. */
  changed: boolean;
}

/** Compiles every source that changed since the cache was written; takes the others from it. */
function compileAll(
  contentDir: string,
  baseUrl: string,
  { files, cache: { sources: cached } }: Pick<FoundContent, 'files' | 'cache'>,
  progress: Progress,
  pool: Pool,
): CompiledSources {
  const result: CompiledSources = {
    failed: new Set(),
    messages: [],
    kept: new Map(),
    compiledCount: 0,
    changed: files.length !== cached.size,
  };
  const changed = files.filter(file => {
    const known = cached.get(file.name);
    if (known?.size !== file.size || known.changed !== file.changed) return true;
    result.kept.set(file.name, known);
    return false;
  });
  if (changed.length > 0) result.changed = true;
  const pieces = batches(changed, filesPerJob);
  const jobs = pieces.map(piece => ({
    do: 'compile' as const,
    contentDir,
    baseUrl,
    files: piece.map(({ name }) => ({ name, known: cached.get(name)?.digest })),
  }));
  let done = 0;
  pool.run(jobs, (compiled, index) => {
    compiled.forEach((each, at) => {
      take(result, pieces[index]![at]!, each, cached, contentDir);
    });
    done += compiled.length;
    progress.step('reading sources', done, changed.length);
  });
  return result;
}

/** Sources that go to a thread together. */
const filesPerJob = 16;

/** Takes over a source that was read: unchanged but for its stamp, compiled, or full of faults. */
function take(
  result: CompiledSources,
  file: FoundFile,
  { digest, text, faults }: CompiledFile,
  cached: Cache['sources'],
  contentDir: string,
): void {
  const { name } = file;
  if (faults) {
    result.failed.add(name);
    result.messages.push(...faults.map(fault => inFile(contentDir, name, fault)));
  } else {
    const isSame = text === undefined;
    result.kept.set(
      name,
      isSame ? cached.get(name)!.withStamp(file) : new CachedSource(file, digest, Buffer.from(text)),
    );
  }
  if (text !== undefined || faults) result.compiledCount += 1;
}

const inFile = (contentDir: string, name: string, fault: Fault): Message => ({
  file: join(shown(contentDir), name),
  ...fault,
});

/** The folder of the content as messages name it: relative to where the command runs. */
const shown = (contentDir: string): string => relative(process.cwd(), contentDir) || '.';

function catalogOf(contentDir: string, { kept, failed }: CompiledSources): Catalog {
  return makeCatalog({
    shownFolder: shown(contentDir),
    compiled: kept,
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
function trustOf(catalog: Catalog, options: BuildOptions, before: Tree | undefined): Trust {
  const { keys: ring, logDir, distDir, baseUrl } = options;
  const texts = new Map(catalog.versions.map(({ path, page }) => [path, page()!]));
  const artifacts = [...catalog.publications.values()].map(({ path, digest, published_at }) => {
    return { path, digest, published_at, bytes: Buffer.from(texts.get(path)!) };
  });
  // Whoever lost DATA_DIR but not `dist` still has a log, which must go on and not begin anew.
  const log = readLogFolder(logDir) ?? publishedLog(distDir, before);
  return makeTrust({ artifacts, changes: catalog.statusChanges, ring, baseUrl, log });
}

/** The log as `dist` holds it; undefined when it holds none. */
function publishedLog(distDir: string, before: Tree | undefined): LogFiles | undefined {
  const pages = before ? manifestOf(before).pages.filter(page => page.kind === 'log') : [];
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
