/**
 * The short way to a new tree: where the table of dependencies says that an edit concerns the pages of its sources alone, these are
 * exchanged and nothing else is looked at.
 *
 * It begins only at a tree of which every source is known as it then was, and it decides nothing: when anything may be
 * wrong with a source, the whole build judges.
 */

import type { PageEntry } from '#document/text/manifest.ts';
import type { Beside } from '#edition/beside.ts';
import { topologyIn } from '#edition/drawing/topology.ts';
import { twinOf } from '#edition/html/markdown.ts';
import { checkLengths } from '../catalog/check/length.ts';
import type { Content } from '../catalog/source/content.ts';
import { sourceBytes } from '../catalog/source/content-file.ts';
import { digestsOf } from '../catalog/source/mark.ts';
import { unversionedPage } from '../page/authored.ts';
import type { Page } from '../page/compose/page.ts';
import { readingOf } from '../page/reading.ts';
import { sourcesPage } from '../page/sources.ts';
import type { Publication, PublishSetting } from '../publish/commit.ts';
import type { CompiledSources } from '../publish/compile-all.ts';
import { fingerprintOf, type Surroundings } from '../publish/dependency.ts';
import type { Kept, PublishedSource } from '../publish/kept.ts';
import type { KeptSource } from '../publish/kept-source.ts';
import { keepTree, putBack } from '../publish/kept-tree.ts';
import { republish } from '../publish/publish.ts';
import { readSignedManifest } from '../publish/tree.ts';

/** More new sentences than this are looked up sooner by the checks of the whole build. */
const maxNewSentences = 100;

interface AmendSetting extends PublishSetting {
  surroundings: Surroundings & Pick<Content, 'folder' | 'operatorFiles'> & { reading?: boolean };
}

/** The outcome of the short way; `restored` says whether the tree was put back from what was kept. */
type Amended = Publication & { restored: boolean };

/** Exchanges the pages of what changed; undefined where that is not enough. */
export function amend(
  dist: string,
  { sources, failed }: CompiledSources,
  setting: AmendSetting,
): Amended | undefined {
  const { kept, surroundings, profile } = setting;
  const tree = failed.size === 0 ? kept.tree() : undefined;
  if (!tree) return undefined;
  const now = fingerprintOf(sources, surroundings);
  const edited = [...sources].filter(([name, { digest }]) => digest !== kept.published.get(name)?.digest);
  const then = edited.length === 0 ? now : fingerprintOf(kept.published, surroundings);
  if (tree.shared !== now.shared || tree.sources !== then.sources) return undefined;
  const pages = pagesOf(edited, setting);
  if (!pages) return undefined;
  const restored = putBack(kept, dist, setting.pool);
  profile.lap('putting the kept tree in place');
  const inForce = readSignedManifest(dist);
  if (!inForce?.signature.equals(tree.signature) || !inForce.manifest.equals(tree.manifest)) return undefined;
  const { stamps } = tree;
  const [paths, make] = withTwins(pages, sources, setting);
  const carried = edited.length > 0 ? [carriedBy(sources, setting)] : [];
  const publication = republish(
    dist,
    [...paths, ...carried.map(({ path }) => path)],
    former => [...make(former), ...carried],
    { ...setting, stamps },
  );
  if (!publication) return undefined;
  keepTree(kept, dist, now);
  return { ...publication, restored };
}

/** The page with all sources. */
function carriedBy(sources: CompiledSources['sources'], { surroundings }: AmendSetting): Page {
  const { folder, operatorFiles } = surroundings;
  const files = [...sources].map(([name, { digest }]) => {
    return { name, digest, bytes: () => sourceBytes(folder, name) };
  });
  return sourcesPage(files, operatorFiles);
}

/** The paths of pages and of their twins, and what makes both: what surrounds a page stays as it was. */
function withTwins(
  pages: readonly Made[],
  sources: CompiledSources['sources'],
  setting: AmendSetting,
): [string[], (former: ReadonlyMap<string, PageEntry>) => readonly Page[]] {
  type Former = ReadonlyMap<string, PageEntry>;
  // The pages that it mentions did not change.
  const madeOf = ({ path, make }: Made, former: Former) => make(former.get(path)?.uses);
  if (!setting.surroundings.reading)
    return [pages.map(({ path }) => path), former => pages.map(each => madeOf(each, former))];
  const paths = pages.flatMap(({ path }) => [path, twinOf(path)!]);
  return [
    paths,
    former =>
      pages.flatMap(each => {
        const page = madeOf(each, former);
        const { beside } = former.get(twinOf(page.path)!)!;
        const topology = topologyIn(sources.get(page.path.slice(1))!.facts.more);
        const made = readingOf(page, beside as Beside, topology, setting);
        return made.filter(({ path }) => paths.includes(path));
      }),
  ];
}

/** A page to be, which needs the line that it ended with before. */
interface Made {
  path: string;
  make(uses: string | undefined): Page;
}

/** A source that changed. */
interface Change {
  name: string;
  source: KeptSource;
  before: PublishedSource;
}

/** The pages of the sources that changed; undefined when there may be a fault. */
function pagesOf(edited: readonly (readonly [string, KeptSource])[], setting: AmendSetting) {
  const { published } = setting.kept;
  const changes = edited.map(([name, source]): Change => ({ name, source, before: published.get(name)! }));
  if (!changes.every(isOfFairLength) || repeatsSentence(changes, published)) return undefined;
  return changes.map(({ name, source }): Made => {
    const { facts, digest } = source;
    const path = `/${name}`;
    return {
      path,
      make: uses => unversionedPage({ facts, digest, page: () => source.page }, path, setting, uses),
    };
  });
}

function isOfFairLength({ name, source: { facts } }: Change): boolean {
  return checkLengths({ sources: [{ name, file: name, facts }] }).length === 0;
}

/** Whether a sentence that is new to its source may stand anywhere else. */
function repeatsSentence(changes: readonly Change[], published: Kept['published']): boolean {
  const added = changes.flatMap(({ source, before }) => {
    const known = new Set(digestsOf(before.sentences));
    return [...new Set(digestsOf(source.sentences))].filter(digest => !known.has(digest));
  });
  if (added.length > maxNewSentences || new Set(added).size < added.length) return true;
  // Searching the whole source for a digest is much cheaper than parsing it; if the match is only apparent, the whole build
  // decides.
  return [...published.values()].some(({ sentences }) => added.some(digest => sentences.includes(digest)));
}
