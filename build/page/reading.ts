/** The reading edition: an HTML twin of every Markdown page, a drawing of every topology, and the files that these pages load. */

import { exportKind } from '#document/kind/export.ts';
import { paths } from '#document/message/door.ts';
import type { ArtifactStatus } from '#document/text/manifest.ts';
import { htmlPage, markdown } from '#document/text/media-type.ts';
import { assets, favicon } from '#edition/asset.ts';
import type { Beside } from '#edition/beside.ts';
import { type Topology, topologyIn } from '#edition/drawing/topology.ts';
import { twinOf } from '#edition/html/markdown.ts';
import { type Library, type LibraryPage, libraryOf } from '#edition/library.ts';
import { besideOf } from '#edition/surroundings.ts';
import type { Catalog } from '../catalog/source/catalog.ts';
import type { Trust } from '../document/proof/disk/trust.ts';
import { filePage, type Page, type Setting } from './compose/page.ts';
import { searchFilePages } from './search/search-files.ts';

/**
 * Adds the reading edition to pages. Returns the given pages, which now link to their twins, the
 * twins, and the files that the twins load.
 */
export function withReading(
  pages: readonly Page[],
  catalog: Catalog,
  trust: Trust,
  setting: Setting,
): Page[] {
  const library = libraryFor(pages, catalog, trust);
  const known = new Map<string, Beside>();
  const besideAt = (path: string): Beside => {
    const beside = known.get(path) ?? besideOf(library, path);
    known.set(path, beside);
    return beside;
  };
  return [
    ...pages.flatMap(page => {
      if (!hasTwin(page)) return [page];
      const topology = topologyOf(library, page.same_as ?? page.path);
      return readingOf(page, besideAt(page.same_as ?? page.path), topology, setting);
    }),
    ...assetPages(),
    ...searchFilePages(pages),
    filePage(favicon.path, 'discovery', favicon.mediaType, favicon.bytes()),
    sitemapPage(pages, setting),
  ];
}

/**
 * Tells whether a page repeats another under a second name, as on a host of plain files. A version at the
 * address of its digest does not count as such.
 */
const isOtherName = ({ path, same_as }: Page): boolean =>
  same_as !== undefined && !path.startsWith('/artifacts/');

const hasTwin = ({ path, mediaType }: Page): boolean => mediaType === markdown && twinOf(path) !== undefined;

/** Returns the topology that the page at a path shows; for the start page, that of its example; undefined if there is none. */
function topologyOf(library: Library, path: string): Topology | undefined {
  if (path === '/') return besideOf(library, path).landing?.example?.topology;
  const page = library.pages.get(path);
  return page && topologyIn(page.fields);
}

/**
 * Returns a Markdown page that links to its twin, then the twin, then the drawing of its topology, if it has one.
 * @param beside the facts from other pages that the twin shows
 */
function readingOf(page: Page, beside: Beside, topology: Topology | undefined, setting: Setting): Page[] {
  const path = twinOf(page.path)!;
  const links = [...(page.links ?? []), `<${path}>; rel="alternate"; type="text/html"`];
  const drawing = topology && page.path !== '/' ? drawingPage(page, topology) : undefined;
  const twin: Page = {
    path,
    file: page.path === '/' ? 'index.html' : page.file.replace(/\.md$/, '.html'),
    kind: 'reading',
    mediaType: htmlPage,
    ...(page.title !== undefined && { title: page.title }),
    ...(page.description !== undefined && { description: page.description }),
    links: [
      `<${page.path}>; rel="alternate"; type="text/markdown"`,
      ...(drawing ? [`<${drawing.path}>; rel="alternate"; type="image/svg+xml"`] : []),
      `<${assets.style.path}>; rel="preload"; as="style"`,
      `<${assets.script.path}>; rel="preload"; as="script"`,
    ],
    listed: false,
    ...(page.same_as !== undefined && { same_as: twinOf(page.same_as)!, canonical: twinOf(page.same_as)! }),
    text: page.text,
    tokens: 0,
    rendering: { as: 'page', path: page.same_as ?? page.path, baseUrl: setting.baseUrl, beside },
    ...(topology && { topology }),
    ...(isRenderedLive(page.path) && { beside }),
  };
  return [{ ...page, links }, twin, ...(drawing ? [drawing] : [])];
}

/** Tells whether the server renders a page again with facts that the build lacks, such as counts or the results of a search. */
const isRenderedLive = (path: string): boolean => path === '/status.md' || path === paths.search;

function drawingPage(page: Page, topology: Topology): Page {
  const path = page.path.replace(/\.md$/, '.svg');
  return {
    path,
    file: path.slice(1),
    kind: 'reading',
    mediaType: 'image/svg+xml',
    ...(page.title !== undefined && { title: page.title }),
    listed: false,
    ...(page.same_as !== undefined && { same_as: page.same_as.replace(/\.md$/, '.svg') }),
    text: () => '',
    tokens: 0,
    rendering: { as: 'drawing' },
    topology,
  };
}

const assetPages = (): Page[] =>
  Object.values(assets).map(({ path, mediaType, text }) => ({
    ...filePage(path, 'reading', mediaType, text),
    immutable: true,
  }));

/** The most addresses in a sitemap, by the rules of sitemaps.org. */
const maxAddresses = 50_000;

/** Makes `/sitemap.xml`, which lists the twins of all listed pages for search engines. */
function sitemapPage(pages: readonly Page[], { baseUrl }: Setting): Page {
  const addresses = pages
    .filter(page => page.listed && hasTwin(page))
    .map(({ path }) => twinOf(path)!)
    .sort()
    .slice(0, maxAddresses)
    .map(path => `<url><loc>${baseUrl}${path.replaceAll('&', '&amp;')}</loc></url>\n`);
  const begin =
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
  const text = `${begin}${addresses.join('')}</urlset>\n`;
  return filePage('/sitemap.xml', 'discovery', 'application/xml', text);
}

/** Makes the library of the pages that the build has made. */
function libraryFor(pages: readonly Page[], catalog: Catalog, trust: Trust): Library {
  const sources = new Map(catalog.sources.flatMap(source => (source.path ? [[source.path, source]] : [])));
  return libraryOf(
    pages
      .filter(page => (hasTwin(page) || page.kind === exportKind.kind) && !isOtherName(page))
      .map((page): LibraryPage => {
        const { path, kind, title = '', description = '', same_as, about } = page;
        const fields = { ...(sources.get(path)?.more as object), ...about?.() };
        const logIndex = trust.logIndexes.get(same_as ?? path);
        return {
          ...{ path, kind, title, description, fields },
          ...(!page.same_as && { text: () => String(page.text()) }),
          ...(page.artifact && { artifact: artifactOf(page, page.artifact, logIndex) }),
        };
      }),
  );
}

const artifactOf = (
  page: Page,
  artifact: { digest: string; status: ArtifactStatus },
  logIndex: number | undefined,
) => ({
  digest: artifact.digest.replace(/^sha256:/, ''),
  status: artifact.status,
  ...(page.last_modified !== undefined && { published: page.last_modified }),
  ...(logIndex !== undefined && { logIndex }),
});
