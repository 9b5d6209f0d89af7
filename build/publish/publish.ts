/**
 * Publishes pages into `dist/`: what changed is written, and the manifest last.
 *
 * Packs stand under their digests, so new ones are put in place at once: nobody reads them before the manifest names them.
 * Every other file is first written beside its place (`name.next`) unless the one there has the same bytes; when all are there, a
 * list of the renames is left as `publication.json`, then they are renamed and the new manifest with them, and then the packs go
 * that it does not name. A build that is killed before the list is there has changed nothing; after it, the next build finishes the
 * renames. A server reads the manifest and its packs alone, so it finds the old tree or the new one, never a mixture. Where nothing
 * lies yet, all but the manifest is written in its place at once: without a manifest there is no tree.
 */
import { byText, type Manifest, type ManifestFile, manifestFormat } from '#document/text/manifest.ts';
import type { Page } from '../page/compose/page.ts';
import { commit, type Publication, type PublishSetting } from './commit.ts';
import { inPacks, makePacks } from './packing.ts';
import { StagedWriter } from './staged-writer.ts';
import { manifestOf, type Tree } from './tree.ts';
import { builderIdentity } from './version.ts';

interface WholeSetting extends PublishSetting {
  /** Whether the tree is for a host of plain files. */
  isStatic?: boolean | undefined;
  /** The tree in force, whose files go that no page has now. */
  before: Tree | undefined;
  /** Keeps what must be kept before the pages are put in place. */
  beforeCommit(): void;
}

/** Renders the pages and puts them in the place of the tree in force. */
export function publish(
  dist: string,
  pages: readonly Page[],
  redirects: Manifest['redirects'],
  setting: WholeSetting,
): Publication {
  const { before, profile } = setting;
  const writer = new StagedWriter(dist);
  const packs = makePacks(inPacks([...pages].sort((a, b) => byText(a.path, b.path))), writer, setting);
  profile.lap('rendering, compressing and packing pages');
  setting.beforeCommit();
  const file: ManifestFile = {
    format: manifestFormat,
    base_url: setting.baseUrl,
    builder: builderIdentity(),
    redirects,
    ...(setting.isStatic && { profile: 'static' as const }),
    packs,
  };
  const live = new Set(pages.map(page => page.file));
  const former = before ? manifestOf(before).pages.map(entry => entry.file) : [];
  const stale = former.filter(name => !live.has(name));
  return { pages: pages.length, written: commit(dist, writer, file, stale, setting) };
}
