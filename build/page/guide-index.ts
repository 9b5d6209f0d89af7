/** `/guides/index.md`: the guides for every reader, then a worked example for each domain. */

import type { Kind } from '#document/kind/kind.ts';
import { index } from '#document/message/index.ts';
import type { Catalog } from '../catalog/source/catalog.ts';
import { commonGuides } from './compose/example.ts';
import { indexLine, type Page, type Setting } from './compose/page.ts';
import { listPages } from './compose/paging.ts';

export const guideIndexPath = '/guides/index.md';

/** The most tokens of lines on a page. */
const pageTokens = 1500;

export function guideIndexPages(catalog: Catalog, setting: Setting): Page[] {
  const common = commonGuides(catalog);
  const examples = catalog.guides.filter(guide => !common.includes(guide));
  const lines = (guides: Catalog['guides']) =>
    guides.map(({ facts, path }) => indexLine(facts.title, path!, facts.description));
  return listPages({
    kind: index as unknown as Kind,
    path: guideIndexPath,
    title: 'Guides',
    description:
      'How to choose, test and run an organisation of agents, step by step, with a worked example for each domain.',
    fields: { lists: 'guide', total: catalog.guides.length },
    parts: [
      { lines: lines(common) },
      ...(examples.length > 0 ? [{ before: '## Worked examples', lines: lines(examples) }] : []),
    ],
    tokens: pageTokens,
    setting,
  });
}
