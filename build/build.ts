/** The build, from top to bottom: read, compile, check, make pages, publish. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { withHiddenShown } from '#document/characters.ts';
import type { Fault, FieldPath, Place } from '#document/fault.ts';
import { readDocument } from '#document/front-matter.ts';
import type { LogFiles } from '#document/log/files.ts';
import { byText, type Manifest, type PageEntry } from '#document/manifest.ts';
import type { KeyRing } from '#document/signature.ts';
import { type Catalog, makeCatalog } from './catalog.ts';
import { catalogChecks } from './check/index.ts';
import { checkPageLengths } from './check/length.ts';
import { checkOperatorFiles } from './check/operator-file.ts';
import { discoveryPages, discoveryPaths } from './discovery/index.ts';
import { describeService } from './discovery/service.ts';
import { amend } from './keep/amend.ts';
import { AppendFile } from './keep/append-file.ts';
import {
  appendToCache,
  builderVersion,
  type Cache,
  type CachedSource,
  DamagedCache,
  keepCompiled,
  pageStorePath,
  projectFolder,
  ranksPath,
  readCache,
  removeCache,
  textsPath,
  writeCache,
} from './keep/cache.ts';
import { keepTree, restoreTree } from './keep/kept-tree.ts';
import { digestOfOthers, digestOfSources, isNoted, noteOrigin } from './keep/origin.ts';
import { PageStore } from './keep/page-store.ts';
import { readWords, writeWords } from './keep/word-file.ts';
import { pageMakers, schemaReferencePaths } from './page/index.ts';
import type { Page } from './page/page.ts';
import { trustPages } from './page/trust.ts';
import { type Publication, type PublishSetting, publish } from './publish/publish.ts';
import { finish } from './publish/staged-writer.ts';
import { manifestOf, readSignedManifest, readTree, type SignedManifest, type Tree } from './publish/tree.ts';
import { readContentFile } from './source/content-file.ts';
import { type Message, sortMessages } from './source/message.ts';
import {
  type FaultyFile,
  type FoundFile,
  isSameStamp,
  listSources,
  readOperatorFiles,
} from './source/read.ts';
import { readLogFolder, writeLogFolder } from './trust/log-store.ts';
import { makeTrust, signManifest, type Trust } from './trust/trust.ts';
import { batches, Pool } from './work/pool.ts';
import { noProfile, type Profile } from './work/profile.ts';
import { type Progress, silent } from './work/progress.ts';

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
  /** The time, RFC 3339, by which dates that lie too far ahead are refused; absent: none is. */
  now?: string;
  progress?: Progress;
  profile?: Profile;
}

export type BuildResult =
  | ({
      ok: true;
      compiled: number;
      sources: number;
      /** Whether pages that did not change were put back from the kept tree. */
      restored?: boolean;
    } & Publication)
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
  try {
    return buildOnce(options);
  } catch (error) {
    if (!(error instanceof DamagedCache) || options.cacheDir === undefined) throw error;
    // What is kept is thrown away and made again; a build without it reads nothing that could be damaged.
    removeCache(options.cacheDir);
    return buildOnce(options);
  }
}

function buildOnce(options: BuildOptions): BuildResult {
  const { cacheDir } = options;
  if (cacheDir === undefined) return inScratch(scratch => inWorkshop(options, scratch, buildWith));
  return inWorkshop(options, cacheDir, workshop => {
    const result = buildWith(workshop);
    if (result.ok) keepTree(cacheDir, options.distDir);
    return result;
  });
}

/** What a build works with: its options, and what it has open. */
interface Workshop<Options = BuildOptions> extends Omit<PublishSetting, 'sign'> {
  options: Options;
  cacheDir: string;
  texts: AppendFile;
}

function inWorkshop<Options extends ContentOptions, Result>(
  options: Options,
  cacheDir: string,
  body: (workshop: Workshop<Options>) => Result,
  threads?: number,
): Result {
  const { baseUrl, progress = silent, profile = noProfile } = options;
  const version = builderVersion(projectFolder, baseUrl);
  const texts = new AppendFile(textsPath(cacheDir), version);
  const store = new PageStore(new AppendFile(pageStorePath(cacheDir), version));
  const pool = new Pool(threads);
  try {
    return body({ options, cacheDir, texts, store, pool, version, baseUrl, progress, profile });
  } finally {
    texts.close();
    store.close();
    pool.close();
  }
}

/** Runs a body with a folder for what need not be kept. */
function inScratch<Result>(body: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'build-'));
  try {
    return body(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function buildWith(workshop: Workshop): BuildResult {
  const { options, cacheDir, version, progress } = workshop;
  finish(options.distDir);
  readWords(cacheDir, version);
  const found = findContent(workshop);
  const sources = compileAll(workshop, found);
  // Also of content with faults: whoever mends one of them need not wait for all that is in order.
  keepSources(workshop, found, sources);
  const others = () => digestOfOthers(options.keys, found.operatorFiles, options.logDir);
  const result = amended(workshop, found, sources, others) ?? buildWhole(workshop, found, sources);
  if (result.ok) {
    const signature = Buffer.from(result.signature).toString('base64');
    writeWords(cacheDir, version);
    noteOrigin(cacheDir, { sources: digestOfSources(sources.kept), others: others(), signature });
  }
  progress.end();
  return result;
}

/** The tree in force with some pages exchanged, where it was made from what the cache holds and that is enough. */
function amended(
  workshop: Workshop,
  { cache }: FoundContent,
  sources: CompiledSources,
  others: () => string,
): BuildResult | undefined {
  const { options, cacheDir, pool, profile } = workshop;
  const { kept, touched, failed, compiledCount } = sources;
  if (failed.size > 0 || !hasSameNames(cache, sources)) return undefined;
  const origin = { sources: digestOfSources(cache.sources), others: others() };
  const isOfOrigin = ({ signature, manifest }: SignedManifest) =>
    isNoted(cacheDir, { ...origin, signature: signature.toString('base64') }) &&
    signature.equals(signManifest(manifest, options.keys));
  const restored = restoreTree(cacheDir, options.distDir, pool, isOfOrigin);
  profile.lap('putting the kept tree in place');
  const inForce = readSignedManifest(options.distDir);
  if (!inForce || !isOfOrigin(inForce)) return undefined;
  const setting = { ...publishSetting(workshop), cached: cache.sources, touched };
  const publication = amend(options.distDir, setting);
  return (
    publication &&
    Object.assign(publication, { ok: true as const, compiled: compiledCount, sources: kept.size, restored })
  );
}

function buildWhole(workshop: Workshop, found: FoundContent, sources: CompiledSources): BuildResult {
  const { options, profile } = workshop;
  const { distDir, logDir, baseUrl } = options;
  const { catalog, messages } = checkSources(workshop, found, sources);
  if (messages.length > 0) return { ok: false, messages };
  const before = readTree(distDir);
  profile.lap('reading the tree in force');
  const trust = trustOf(catalog, options, before);
  profile.lap('signatures, statuses, log');
  const pages = allPages(catalog, trust, options, found.operatorFiles);
  profile.lap('listing pages and what they are made from');
  const check = (entries: readonly PageEntry[]) =>
    sortMessages(checkPageLengths(entries, catalog.fileOf, baseUrl));
  // The log goes first: what was never served may be in it, never the other way round.
  const beforeCommit = () => writeLogFolder(logDir, trust.log);
  const setting = { ...publishSetting(workshop), before, check, beforeCommit };
  const publishing = publish(distDir, pages, redirectsOf(catalog), setting);
  if (!publishing.ok) return publishing;
  // Spread out, the publication would read its manifest.
  return Object.assign(publishing, { compiled: sources.compiledCount, sources: catalog.sources.length });
}

function publishSetting({ options, ...rest }: Workshop): PublishSetting {
  return { ...rest, sign: manifest => signManifest(manifest, options.keys) };
}

/** The content as it is now, and as the cache knows it. */
interface FoundContent {
  files: FoundFile[];
  /** What lies in the content and is no file that can be read. */
  faulty: FaultyFile[];
  operatorFiles: OperatorTexts;
  cache: Cache;
}

function findContent({ options, cacheDir, texts, version, profile }: Workshop<ContentOptions>): FoundContent {
  const cache = readCache(cacheDir, version, texts);
  profile.lap('reading the cache');
  const { files, faulty } = listSources(options.contentDir);
  const operators = readOperatorFiles(options.contentDir);
  profile.lap('looking for changes');
  return { cache, files, faulty: [...faulty, ...operators.faulty], operatorFiles: operators.texts };
}

type OperatorTexts = ReturnType<typeof readOperatorFiles>['texts'];

type ContentOptions = Pick<BuildOptions, 'contentDir' | 'baseUrl' | 'now' | 'progress' | 'profile'>;

/** Reads and checks the content without publishing it; `messages` are all faults, in order. */
export function checkContent(options: ContentOptions): { messages: Message[]; catalog: Catalog } {
  const check = (workshop: Workshop<ContentOptions>) => {
    const found = findContent(workshop);
    return checkSources(workshop, found, compileAll(workshop, found));
  };
  return inScratch(scratch => inWorkshop(options, scratch, check, 1));
}

function checkSources(
  { options, profile, progress }: Workshop<ContentOptions>,
  { operatorFiles }: FoundContent,
  sources: CompiledSources,
) {
  const catalog = catalogOf(options.contentDir, sources);
  const messages = sortMessages([
    ...sources.messages,
    ...checkOperatorFiles(operatorFiles, catalog.fileOf, options.now),
    ...catalogChecks.flatMap(check => check(catalog)),
  ]);
  profile.lap('checks across sources');
  progress.end();
  return { messages, catalog };
}

interface CompiledSources {
  failed: Set<string>;
  messages: Message[];
  kept: Map<string, CachedSource>;
  /** Those of `kept` that were read again, since their files were touched. */
  touched: Map<string, CachedSource>;
  compiledCount: number;
}

/** Compiles every source that changed since the cache was written; takes the others from it. */
function compileAll(
  { options, cacheDir, version, texts, pool, progress, profile }: Workshop<ContentOptions>,
  { files, faulty, cache: { sources: cached } }: FoundContent,
): CompiledSources {
  const { contentDir, baseUrl } = options;
  const result: CompiledSources = {
    failed: new Set(faulty.map(({ name }) => name)),
    messages: faulty.map(({ name, fault }) => inFile(contentDir, name, fault)),
    kept: new Map(),
    touched: new Map(),
    compiledCount: 0,
  };
  const changed = files.filter(file => {
    const known = cached.get(file.name);
    if (!known || !isSameStamp(known, file)) return true;
    result.kept.set(file.name, known);
    return false;
  });
  const pieces = batches(changed, filesPerJob);
  const ranks = { path: ranksPath(cacheDir), version };
  const jobs = pieces.map(piece => ({
    do: 'compile' as const,
    contentDir,
    baseUrl,
    files: piece.map(({ name }) => ({ name, known: cached.get(name)?.digest })),
    ranks,
  }));
  let done = 0;
  pool.run(jobs, (read, index) => {
    for (const [at, each] of read.entries()) {
      const file = pieces[index]![at]!;
      if (each.faults) {
        result.failed.add(file.name);
        result.messages.push(...each.faults.map(fault => inFile(contentDir, file.name, fault)));
      } else {
        // Unchanged but for its stamp, or compiled.
        const { digest, compiled } = each;
        const source = compiled
          ? keepCompiled(file, digest, compiled, texts)
          : cached.get(file.name)!.withStamp(file);
        result.touched.set(file.name, source);
        result.kept.set(file.name, source);
      }
      if (each.compiled || each.faults) result.compiledCount += 1;
    }
    done += read.length;
    progress.step('reading sources', done, changed.length);
  });
  profile.lap('reading and compiling sources');
  return result;
}

/** Whether there are sources of the same names as in the cache. */
const hasSameNames = ({ sources }: Cache, { kept, touched }: CompiledSources): boolean =>
  kept.size === sources.size && [...touched.keys()].every(name => sources.has(name));

/** Keeps what was compiled: a line more for each source while there are few, else all anew. */
function keepSources(
  { cacheDir, texts, version, profile }: Workshop,
  { cache }: FoundContent,
  { kept, touched }: CompiledSources,
): void {
  const isSame =
    kept.size === cache.sources.size && [...touched.keys()].every(name => cache.sources.has(name));
  const outdated = cache.outdated + touched.size;
  if (!isSame || outdated > cache.sources.size) writeCache(cacheDir, { version, sources: kept, texts });
  else if (touched.size > 0) appendToCache(cacheDir, touched);
  profile.lap('writing the cache');
}

/** Sources that go to a thread together. */
const filesPerJob = 16;

const inFile = (contentDir: string, name: string, fault: Fault): Message => ({
  file: withHiddenShown(join(shown(contentDir), name)),
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
    placeOf: (name, path) => placeIn(contentDir, name, path),
  });
}

/** The place of a field, found by reading the file again: only a fault asks for it. */
function placeIn(contentDir: string, name: string, path: FieldPath): Place {
  const file = readContentFile(contentDir, name);
  const reading = file.ok ? readDocument(file.bytes.toString('utf8')) : file;
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
  operatorFiles: OperatorTexts,
): Page[] {
  const pages = [...pageMakers.flatMap(make => make(catalog, { baseUrl })), ...trustPages(catalog, trust)];
  const service = describeService(catalog, baseUrl, operatorFiles, pages);
  return service ? [...pages, ...discoveryPages(service)] : pages;
}

/** Aliases answer with the address of their pattern (docs/formations.md#13). */
function redirectsOf(catalog: Catalog): Manifest['redirects'] {
  return [...catalog.aliases]
    .map(([alias, slug]) => ({ path: `/patterns/${alias}.md`, to: `/patterns/${slug}.md` }))
    .sort((a, b) => byText(a.path, b.path));
}
