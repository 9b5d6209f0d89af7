/**
 * The short way to a new tree: where sources changed in nothing that other pages or the checks across sources read, their own
 * pages are exchanged and nothing else is looked at.
 *
 * It begins only at a tree that was made from exactly what the cache holds, and it decides nothing: when anything else
 * changed, or anything may be wrong with a source, the whole build judges.
 */
import { appendToCache, type Cache, CachedSource } from './cache.ts';
import { checkLengths } from './check/length.ts';
import { type Facts, sameToOthers } from './facts.ts';
import { doJob } from './job.ts';
import { digestsOf } from './mark.ts';
import { unversionedPage } from './page/authored.ts';
import type { Page } from './page.ts';
import { type Publication, type PublishSetting, republish } from './publish.ts';
import type { FoundFile } from './read.ts';

/** More changed sources than this are compiled sooner over all threads, which the whole build starts. */
const maxChanged = 8;

export interface AmendSetting extends PublishSetting {
  contentDir: string;
  cacheDir: string;
  cache: Cache;
  /** The files of the content as they are now. */
  files: readonly FoundFile[];
}

/** A tree with some pages exchanged. */
export interface Amendment {
  publication: Publication;
  /** What the cache holds now. */
  sources: ReadonlyMap<string, CachedSource>;
  /** How many sources were compiled. */
  compiled: number;
}

/** Exchanges the pages of what changed; undefined where that is not enough. */
export function amend(dist: string, setting: AmendSetting): Amendment | undefined {
  const { cache, cacheDir, files } = setting;
  // Lines that were replaced are left out when all is written anew.
  if (cache.outdated > cache.sources.size || files.length !== cache.sources.size) return undefined;
  const found = files.filter(file => !hasStamp(cache.sources.get(file.name), file));
  if (found.length > maxChanged || found.some(({ name }) => !cache.sources.has(name))) return undefined;
  const changes = found.map(file => changeOf(file, setting));
  const pages = pagesOf(changes, setting);
  setting.profile.lap('reading and compiling sources');
  const publication = pages && republish(dist, pages, setting);
  if (!publication) return undefined;
  const changed = new Map(changes.map(change => [change!.name, change!.source]));
  if (changed.size > 0) appendToCache(cacheDir, changed);
  return { publication, sources: new Map([...cache.sources, ...changed]), compiled: pages.length };
}

const hasStamp = (known: CachedSource | undefined, { size, changed }: FoundFile): boolean =>
  known?.size === size && known.changed === changed;

/** A source that changed, or was only touched and is still the same. */
interface Change {
  name: string;
  source: CachedSource;
  before: CachedSource;
}

/** Reads a file again; undefined when it has faults. */
function changeOf(file: FoundFile, setting: AmendSetting): Change | undefined {
  const { name } = file;
  const { contentDir, baseUrl, cache } = setting;
  const before = cache.sources.get(name)!;
  const files = [{ name, known: before.digest }];
  const [read] = doJob({ do: 'compile', contentDir, baseUrl, files });
  const { digest, text, faults } = read!;
  if (faults) return undefined;
  if (text === undefined) return { name, source: before.withStamp(file), before };
  return { name, source: new CachedSource(file, digest, Buffer.from(text)), before };
}

/** The pages of the sources that changed; undefined when that may not be all. */
function pagesOf(changes: readonly (Change | undefined)[], setting: AmendSetting): Page[] | undefined {
  const changed = changes.filter(change => change?.source.digest !== change?.before.digest || !change);
  const isAll = changed.every(change => change && isOwn(change) && isOfFairLength(change));
  if (!isAll || repeatsSentence(changed as Change[], setting.cache.bytes)) return undefined;
  return (changed as Change[]).map(({ name, source }) => {
    const { facts, digest } = source;
    return unversionedPage({ facts, digest, page: () => source.page }, `/${name}`, setting);
  });
}

/** Kinds whose bytes other pages hold or sign. */
const versions = new Set(['starter', 'formation']);

/** Whether a change concerns the page of the source alone. */
function isOwn({ source, before }: Change): boolean {
  const { facts } = source;
  return facts.tokens !== undefined && !versions.has(facts.kind) && sameToOthers(before.facts, facts);
}

function isOfFairLength({ name, source }: Change): boolean {
  const { facts } = source;
  return checkLengths({ sources: [{ path: `/${name}`, facts }], fileOf: String }).length === 0;
}

/** Whether a sentence that is new to its source may stand anywhere else. */
function repeatsSentence(changes: readonly Change[], cache: Buffer): boolean {
  const added = changes.flatMap(({ source, before }) => {
    const known = new Set(sentencesOf(before.facts));
    return [...new Set(sentencesOf(source.facts))].filter(digest => !known.has(digest));
  });
  return new Set(added).size < added.length || added.some(digest => cache.includes(digest));
}

const sentencesOf = ({ sentences }: Facts): string[] => digestsOf(sentences);
