/** `/research/index.md`: every research record in one line, newest first. */
import { index } from '#build/exchange/index.ts';
import type { Kind } from '#build/kind/kind.ts';
import { byText } from '#build/text/manifest.ts';
import type { Catalog } from '../source/catalog.ts';
import { composedPage, indexLine, type Page, type Setting } from './page.ts';

const order =
  'Newest first. `(abstract)`: only the abstract was read. `(reported)`: only summaries by others were.';

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
  return [
    composedPage({
      kind: index as unknown as Kind,
      path: '/research/index.md',
      title: 'Research records',
      description: 'Every source behind the catalog in one line that says what it teaches.',
      fields: () => ({ lists: 'research_record', total: records.length }),
      body: () => `${order}\n\n${lines.join('\n')}`,
      inputs: lines,
      setting,
    }),
  ];
}
