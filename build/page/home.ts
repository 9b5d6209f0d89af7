/** `/`: the start page, which introduces the catalog and counts what it holds. */

import type { Kind } from '#document/kind/kind.ts';
import { doc } from '#document/message/index.ts';
import type { Catalog } from '../catalog/source/catalog.ts';
import { listed, plural } from '../document/text/plain-text.ts';
import { composedPage, type Page, type Setting } from './compose/page.ts';

export function homePages(catalog: Catalog, setting: Setting): Page[] {
  const { site } = catalog;
  if (!site) return [];
  const holdings = [
    plural(catalog.patterns.size, 'pattern'),
    plural(catalog.domains.size, 'domain'),
    plural(catalog.research.size, 'research record'),
    plural(catalog.starters.length, 'starter version'),
    plural(catalog.formations.length, 'formation version'),
  ];
  return [
    composedPage({
      kind: doc as unknown as Kind,
      path: '/',
      file: 'index.md',
      title: site.facts.title,
      description: site.facts.description,
      body: () => `${site.more.body.trimEnd()}\n\nIt now holds ${listed(holdings)}.\n`,
      setting,
    }),
  ];
}
