/** `/research/index.md`: every research record in one line, newest first. */

import type { Kind } from '#document/kind/kind.ts';
import { index } from '#document/message/index.ts';
import { byText } from '#document/text/manifest.ts';
import type { Catalog } from '../catalog/source/catalog.ts';
import { indexLine, type Page, type Setting } from './compose/page.ts';
import { listPages } from './compose/paging.ts';

const order =
  'The newest come first. Of a record marked `(abstract)` we read the abstract alone, of one marked `(reported)` only what others wrote about it.';

/** The most tokens of lines on a page. */
const pageTokens = 6300;

export function researchIndexPages(catalog: Catalog, setting: Setting): Page[] {
  const records = [...catalog.research.values()].sort(
    (a, b) => b.more.citation.year - a.more.citation.year || byText(a.more.slug, b.more.slug),
  );
  const lines = records.map(({ more, facts }) =>
    indexLine(
      more.slug,
      `/research/${more.slug}.md`,
      `${facts.description}${more.grade === 'read' ? '' : ` (${more.grade})`}`,
    ),
  );
  return listPages({
    kind: index as unknown as Kind,
    path: '/research/index.md',
    title: 'Research records',
    description: 'Every source behind the catalog in one line that says what it teaches.',
    fields: { lists: 'research_record', total: records.length },
    intro: order,
    parts: [{ lines }],
    tokens: pageTokens,
    setting,
  });
}
