/** Lists all pages of a tree, including those that are made from other pages, and its redirects. */

import { byText, type Manifest } from '#document/text/manifest.ts';
import { glossaryPath } from '#edition/definition.ts';
import type { Catalog } from '../catalog/source/catalog.ts';
import type { Content } from '../catalog/source/content.ts';
import type { Trust } from '../document/proof/disk/trust.ts';
import type { Page, Setting } from '../page/compose/page.ts';
import { discoveryPages, discoveryPaths } from '../page/discovery/index.ts';
import { describeService } from '../page/discovery/service.ts';
import { joinedTasks } from '../page/domain-lists.ts';
import {
  exportIndexPath,
  guideIndexPath,
  pageMakers,
  schemaReferencePaths,
  taskIndexPath,
  taskTablePath,
} from '../page/index.ts';
import { withReading } from '../page/reading.ts';
import { sourcesPage, sourcesPath } from '../page/sources.ts';
import { needsServer, staticPages } from '../page/static.ts';
import { trustPages } from '../page/trust.ts';

/** The paths of the pages that are known before the content is, so that content may link to them. */
export const fixedPaths: readonly string[] = [
  '/',
  '/patterns/index.md',
  '/domains/index.md',
  '/research/index.md',
  '/formations/index.md',
  '/starters/index.md',
  '/docs/index.md',
  '/search.md',
  '/changes.md',
  exportIndexPath,
  guideIndexPath,
  taskIndexPath,
  taskTablePath,
  ...schemaReferencePaths,
  ...discoveryPaths,
  sourcesPath,
];

export function allPages(
  catalog: Catalog,
  trust: Trust,
  { operatorFiles }: Pick<Content, 'operatorFiles'>,
  { baseUrl, isStatic, reading = false }: Setting,
): Page[] {
  const setting = { baseUrl, isStatic, reading };
  const known = [...pageMakers.flatMap(make => make(catalog, setting)), ...trustPages(catalog, trust)];
  const pages = known.filter(({ path }) => !isStatic || !needsServer(path));
  const service = describeService(catalog, setting, operatorFiles, pages);
  const discovery = service ? discoveryPages(service) : [];
  const made = [...pages, ...discovery, sourcesPage(catalog.sources, operatorFiles)];
  const all = isStatic ? staticPages(made, setting, otherNames(catalog)) : made;
  return reading ? withReading(all, catalog, trust, setting) : all;
}

/**
 * Returns the other addresses of pages, each with the address to which it leads: aliases of patterns (docs/formations.md#11),
 * tasks without a page, which lead to their entry (docs/tasks.md#1), and `/glossary.md`, which leads to the guide.
 */
const otherNames = (catalog: Catalog): [path: string, to: string][] => [
  ...[...catalog.aliases].map(([alias, slug]): [string, string] => [
    `/patterns/${alias}.md`,
    `/patterns/${slug}.md`,
  ]),
  ...joinedTasks(catalog),
  ...catalog.sources.flatMap(({ path }): [string, string][] =>
    path === glossaryPath ? [['/glossary.md', path]] : [],
  ),
];

/**
 * Returns a redirect for each other address of a page; none for a host of plain files, which has copies at these addresses
 * instead.
 */
export function redirectsOf(
  catalog: Catalog,
  { isStatic, reading }: Pick<Setting, 'isStatic' | 'reading'>,
): Manifest['redirects'] {
  if (isStatic) return [];
  const extensions = reading ? ['md', 'html'] : ['md'];
  return otherNames(catalog)
    .flatMap(([path, to]) => extensions.map(each => ({ path: inForm(path, each), to: inForm(to, each) })))
    .sort((a, b) => byText(a.path, b.path));
}

/** Returns the address of a page with the extension `md` or `html` in place of `md`. An anchor stays. */
const inForm = (path: string, extension: string): string => path.replace(/\.md(?=$|#)/, `.${extension}`);
