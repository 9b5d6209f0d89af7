/**
 * `/guides/index.md`: the guides in the order in which a reader needs them, with a worked example
 * for each domain and the guides for tenants.
 */

import type { Kind } from '#document/kind/kind.ts';
import { index } from '#document/message/index.ts';
import type { Catalog } from '../catalog/source/catalog.ts';
import { groupsOf } from './compose/guide-groups.ts';
import { indexLine, type Page, type Setting } from './compose/page.ts';
import { listPages } from './compose/paging.ts';

export const guideIndexPath = '/guides/index.md';

/** The most tokens of lines on a page. */
const pageTokens = 1500;

export function guideIndexPages(catalog: Catalog, setting: Setting): Page[] {
  return listPages({
    kind: index as unknown as Kind,
    path: guideIndexPath,
    title: 'Guides',
    description:
      'How to choose, test and run an organisation of agents, step by step, with a worked example for each domain.',
    fields: { lists: 'guide', total: catalog.guides.length },
    parts: groupsOf(catalog)
      .filter(([, guides]) => guides.length > 0)
      .map(([heading, guides]) => ({
        before: `## ${heading}`,
        lines: guides.map(({ facts, path }) => indexLine(facts.title, path!, facts.description)),
      })),
    tokens: pageTokens,
    setting,
  });
}
