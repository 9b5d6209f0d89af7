/** `/patterns/index.md`: the vocabulary of patterns by family, one line a pattern that says when to choose it. */

import type { Kind } from '#document/kind/kind.ts';
import { index } from '#document/message/index.ts';
import { byText } from '#document/text/manifest.ts';
import { escapeMarkdown } from '#document/text/plain-text.ts';
import type { Catalog } from '../catalog/source/catalog.ts';
import { groupBy } from '../document/text/group.ts';
import { indexLine, type Page, type Setting } from './compose/page.ts';
import { listPages } from './compose/paging.ts';

/** The most tokens of lines on a page. */
const pageTokens = 3200;

export function patternIndexPages(catalog: Catalog, setting: Setting): Page[] {
  const byFamily = groupBy([...catalog.patterns.values()], pattern => pattern.more.family);
  const parts = catalog.families.map(family => {
    const members = [...(byFamily.get(family.slug) ?? [])].sort((a, b) => byText(a.name, b.name));
    const lines = members.map(({ more, facts }) =>
      indexLine(more.slug, `/patterns/${more.slug}.md`, facts.description),
    );
    return { before: `## ${escapeMarkdown(family.name)}\n\n${escapeMarkdown(family.description)}`, lines };
  });
  return listPages({
    kind: index as unknown as Kind,
    path: '/patterns/index.md',
    title: 'Patterns by family',
    description: 'Every organisation pattern in one line that says when to choose it.',
    fields: { lists: 'pattern', total: catalog.patterns.size },
    parts,
    tokens: pageTokens,
    setting,
  });
}
