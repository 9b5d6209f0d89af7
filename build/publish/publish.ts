/**
 * Publishes pages into `dist/`: only what changed is rendered and written, and the manifest last.
 *
 * Packs stand under their digests, so new ones are put in place at once: nobody reads them before the manifest names them.
 * Every other file is first written beside its place (`name.next`); when all are there, a list of the renames is left as
 * `publication.json`, then they are renamed and the new manifest with them, and then the packs go that it does not name. A
 * build that is killed before the list is there has changed nothing; after it, the next build finishes the renames. A server
 * reads the manifest and its packs alone, so it finds the old tree or the new one, never a mixture. Where nothing lies yet, all
 * but the manifest is written in its place at once: without a manifest there is no tree.
 */
import {
  byText,
  type Manifest,
  type ManifestFile,
  manifestFormat,
  type PageEntry,
} from '#document/text/manifest.ts';
import type { Page } from '../page/compose/page.ts';
import { commit, countOf, type Publication, type PublishSetting, staleFiles } from './commit.ts';
import type { KeptTree } from './kept.ts';
import { inPacks, keyOf, makePacks, type PageToPack, packOf, pathOf } from './packing.ts';
import { StagedWriter } from './staged-writer.ts';
import { hasWholePacks, readManifestFile, readPack, readSignedManifest, type Tree } from './tree.ts';
import { builderIdentity } from './version.ts';

interface WholeSetting extends PublishSetting {
  /** Whether the tree is for a host of plain files. */
  isStatic?: boolean | undefined;
  before: Tree | undefined;
  /** Keeps what must be kept before the pages are put in place. */
  beforeCommit(): void;
}

/** Publishes the pages. A page whose key stands in `before` is kept as it is. */
export function publish(
  dist: string,
  pages: readonly Page[],
  redirects: Manifest['redirects'],
  setting: WholeSetting,
): Publication {
  const { before, version, profile } = setting;
  const former = before?.packs.flatMap(pack => pack.pages) ?? [];
  const old = new Map(former.map(page => [page.entry.path, page]));
  const all = pages.map((page): PageToPack => {
    const key = keyOf(page, version);
    const kept = old.get(page.path);
    return kept?.entry.key === key ? kept : { page, key };
  });
  all.sort((a, b) => byText(pathOf(a), pathOf(b)));
  const rendered = all.reduce((count, page) => count + Number('page' in page), 0);
  profile.lap('comparing pages with those in force');
  const writer = new StagedWriter(dist);
  const known = new Map(before?.packs.map(pack => [pack.entry.first, pack]));
  const packs = makePacks(inPacks(all), known, writer, setting);
  profile.lap('rendering, compressing and packing pages');
  setting.beforeCommit();
  const head: Omit<ManifestFile, 'packs'> = {
    format: manifestFormat,
    base_url: setting.baseUrl,
    builder: builderIdentity(),
    redirects,
    ...(setting.isStatic && { profile: 'static' as const }),
  };
  const isSame = rendered === 0 && former.length === all.length && before && sameHead(before.manifest, head);
  const inForce = isSame ? readSignedManifest(dist) : undefined;
  if (isSame && inForce?.signature.equals(setting.sign(inForce.manifest)))
    return { pages: all.length, rendered, written: 0 };
  const live = new Set(all);
  const stale = staleFiles(
    former.filter(page => !live.has(page)),
    all.map(page => ('page' in page ? page.page : page.entry)),
  );
  const file: ManifestFile = { ...head, packs };
  const written = commit(dist, writer, file, stale, setting);
  return { pages: all.length, rendered, written };
}

/** Whether two manifests have the same address, profile, builder and redirects. */
const sameHead = (one: ManifestHead, other: ManifestHead): boolean =>
  JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other));

const partsOf = ({ base_url, profile, builder, redirects }: ManifestHead) => [
  base_url,
  profile,
  builder,
  redirects,
];

type ManifestHead = Pick<ManifestFile, 'base_url' | 'profile' | 'builder' | 'redirects'>;

/**
 * Puts pages into the place of those of their paths, which must be in the tree; all others stay, unread.
 * @param make makes the pages of the paths, of what the tree says of them
 */
export function republish(
  dist: string,
  paths: readonly string[],
  make: (former: ReadonlyMap<string, PageEntry>) => readonly Page[],
  setting: PublishSetting & Pick<KeptTree, 'stamps'>,
): Publication | undefined {
  const before = readManifestFile(dist);
  if (!before || !hasWholePacks(dist, before, setting.stamps)) return undefined;
  if (paths.length === 0) return { pages: countOf(before), rendered: 0, written: 0 };
  const concerned = new Set(paths.map(path => packOf(before.packs, path)));
  const read = [...concerned].flatMap(entry => (entry && readPack(dist, entry)) ?? []);
  const wanted = new Set(paths);
  const replaced = read.flatMap(pack => pack.pages.filter(({ entry }) => wanted.has(entry.path)));
  if (replaced.length < paths.length) return undefined;
  const pages = make(new Map(replaced.map(({ entry }) => [entry.path, entry])));
  const now = new Map(pages.map(page => [page.path, { page, key: keyOf(page, setting.version) }]));
  const writer = new StagedWriter(dist);
  const changed = read.map(pack => pack.pages.map((page): PageToPack => now.get(page.entry.path) ?? page));
  const entries = makePacks(changed, new Map(), writer, setting);
  const packed = new Map(read.map((pack, at) => [pack.entry, entries[at]!]));
  setting.profile.lap('rendering, compressing and packing pages');
  const file = { ...before, packs: before.packs.map(entry => packed.get(entry) ?? entry) };
  const written = commit(dist, writer, file, staleFiles(replaced, pages), setting);
  return { pages: countOf(file), rendered: pages.length, written };
}
