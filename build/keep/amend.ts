/**
 * The short way to a new tree: where sources changed in nothing that other pages or the checks across sources read, their own
 * pages are exchanged and nothing else is looked at.
 *
 * It begins only at a tree that was made from exactly what the cache holds, and it decides nothing: when anything else
 * changed, or anything may be wrong with a source, the whole build judges.
 */

import { checkLengths } from '../check/length.ts';
import { unversionedPage } from '../page/authored.ts';
import type { Page } from '../page/page.ts';
import { type Publication, type PublishSetting, republish } from '../publish/publish.ts';
import { sameToOthers } from '../source/facts.ts';
import type { CachedSource } from './cache.ts';
import { digestsOf } from './mark.ts';

/** More new sentences than this are looked up sooner by the checks of the whole build. */
const maxNewSentences = 100;

export interface AmendSetting extends PublishSetting {
  /** What the tree was made from; it has every source that there is now. */
  cached: ReadonlyMap<string, CachedSource>;
  /** The sources that were read again, since their files were touched. */
  touched: ReadonlyMap<string, CachedSource>;
}

/** Exchanges the pages of what changed; undefined where that is not enough. */
export function amend(dist: string, setting: AmendSetting): Publication | undefined {
  const pages = pagesOf(setting);
  return pages && republish(dist, pages, setting);
}

/** A source that changed. */
interface Change {
  name: string;
  source: CachedSource;
  before: CachedSource;
}

/** The pages of the sources that changed; undefined when that may not be all. */
function pagesOf(setting: AmendSetting): Page[] | undefined {
  const { cached, touched } = setting;
  const changes = [...touched]
    .map(([name, source]): Change => ({ name, source, before: cached.get(name)! }))
    .filter(({ source, before }) => source.digest !== before.digest);
  const isAll = changes.every(change => isOwn(change) && isOfFairLength(change));
  if (!isAll || repeatsSentence(changes, cached)) return undefined;
  return changes.map(({ name, source }) => {
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
function repeatsSentence(changes: readonly Change[], cached: AmendSetting['cached']): boolean {
  const added = changes.flatMap(({ source, before }) => {
    const known = new Set(digestsOf(before.sentences));
    return [...new Set(digestsOf(source.sentences))].filter(digest => !known.has(digest));
  });
  if (added.length > maxNewSentences || new Set(added).size < added.length) return true;
  // To look for a digest in the whole line of a source spares taking ten thousand lines apart; where it only seems to be there,
  // the whole build judges.
  return [...cached.values()].some(({ rest }) => added.some(digest => rest.includes(digest)));
}
