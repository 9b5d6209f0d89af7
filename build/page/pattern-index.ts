/** `/patterns/index.md`: the vocabulary of patterns by family, with a line for each pattern that says when to choose it. */

import type { Kind } from '#document/kind/kind.ts';
import { index } from '#document/message/index.ts';
import { byText } from '#document/text/manifest.ts';
import { escapeMarkdown } from '#document/text/plain-text.ts';
import type { Choice } from '#edition/beside.ts';
import type { Catalog, SourceEntry } from '../catalog/source/catalog.ts';
import type { PatternFacts } from '../catalog/source/facts.ts';
import { groupBy } from '../document/text/group.ts';
import { indexLine, type Page, type Setting } from './compose/page.ts';
import { listPages } from './compose/paging.ts';
import { domainTitle } from './compose/task-line.ts';
import { findingsOf, groupByPattern } from './findings.ts';

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
    description: 'Every way to organise agents, with one line that says when to choose it.',
    fields: { lists: 'pattern', total: catalog.patterns.size },
    parts,
    tokens: pageTokens,
    setting,
    about: () => ({ choice: choiceOf(catalog) }),
  });
}

const columns: Choice['columns'] = [
  { name: 'pattern' },
  { name: 'family', use: 'filter' },
  { name: 'what it is for' },
  { name: 'for' },
  { name: 'against' },
  { name: 'model calls' },
  { name: 'domain', use: 'only_filter' },
  { name: 'findings', use: 'only_filter' },
];

/** Makes the table of all patterns that people sort and filter. */
function choiceOf(catalog: Catalog): Choice {
  const current = findingsOf(catalog).filter(({ finding }) => !finding.superseded_by);
  const byPattern = groupByPattern(current);
  const rows = catalog.families.flatMap(({ slug: family, name }) =>
    [...catalog.patterns.values()]
      .filter(({ more }) => more.family === family)
      .sort((a, b) => byText(a.name, b.name))
      .map(pattern => {
        const { more, facts } = pattern;
        const own = byPattern.get(more.slug) ?? [];
        const [pro, con] = ['supports', 'against'].map(
          side => own.filter(({ finding }) => finding.direction === side).length,
        ) as [number, number];
        const domains = more.domains.map(domain => domainTitle(domain, catalog));
        return [
          { text: facts.title, path: `/patterns/${more.slug}.md`, id: more.slug },
          { text: name },
          { text: facts.description },
          { text: String(pro), at: pro },
          { text: String(con), at: con },
          callsOf(pattern),
          { text: '', values: domains },
          { text: balanceIn(pro, con) },
        ];
      }),
  );
  return { of: 'patterns', columns, rows };
}

const callsMark = 'Calls: ';

/** Returns the formula for the calls of a pattern, and the number of calls in its example, both as its page states them. */
function callsOf(pattern: SourceEntry<PatternFacts>): { text: string; at?: number } {
  const line =
    pattern
      .page()
      ?.split('\n')
      .find(each => each.startsWith(callsMark)) ?? '';
  const [formula = '', example] = line.slice(callsMark.length).split('. With ');
  const [, count] = / ([\d,]{1,12}) calls/.exec(example ?? '') ?? [];
  if (count === undefined) return { text: 'not stated' };
  return { text: formula.replaceAll(' x ', ' × '), at: Number(count.replaceAll(',', '')) };
}

function balanceIn(pro: number, con: number): string {
  if (pro === con) return pro === 0 ? 'none on either side' : 'divided';
  if (pro > con) return con === 0 ? 'only for' : 'mostly for';
  return pro === 0 ? 'only against' : 'mostly against';
}
