/** `/research/index.md`: every research record in one line, newest first. */

import { againstOf } from '#document/effect/sentence.ts';
import type { Kind } from '#document/kind/kind.ts';
import { readPart } from '#document/kind/research-record.ts';
import { index } from '#document/message/index.ts';
import { byText } from '#document/text/manifest.ts';
import type { Cell, Choice } from '#edition/beside.ts';
import type { Catalog, SourceEntry } from '../catalog/source/catalog.ts';
import type { ResearchFacts } from '../catalog/source/facts.ts';
import { citedAs } from './compose/cited.ts';
import { indexLine, type Page, type Setting } from './compose/page.ts';
import { listPages } from './compose/paging.ts';
import { domainTitle } from './compose/task-line.ts';

const order =
  'The newest sources come first. Of a source marked `(abstract)`, we read only the abstract. Of a source marked `(reported)`, we read only ' +
  'what others wrote about it.';

/** The most tokens of lines on a page. */
const pageTokens = 6300;

type Record = SourceEntry<ResearchFacts>;

export function researchIndexPages(catalog: Catalog, setting: Setting): Page[] {
  const records = [...catalog.research.values()].sort(
    (a, b) => b.more.citation.year - a.more.citation.year || byText(a.more.slug, b.more.slug),
  );
  const lines = records.map(({ more, facts }) =>
    indexLine(
      citedAs(more.slug, catalog),
      `/research/${more.slug}.md`,
      `${facts.description}${more.grade === 'read' ? '' : ` (${more.grade})`}`,
    ),
  );
  return listPages({
    kind: index as unknown as Kind,
    path: '/research/index.md',
    title: 'Research records',
    description: 'The sources behind the catalog, each with its main finding in one line.',
    fields: { lists: 'research_record', total: records.length },
    intro: order,
    parts: [{ lines }],
    tokens: pageTokens,
    setting,
    about: () => ({
      choice: { of: 'records', columns, rows: records.map(record => rowOf(record, catalog)) },
    }),
  });
}

const columns: Choice['columns'] = [
  { name: 'source' },
  { name: 'title' },
  { name: 'patterns', use: 'filter' },
  { name: 'setting' },
  { name: 'cases (n)' },
  { name: 'run by', use: 'filter' },
  { name: 'what we read', use: 'filter' },
  { name: 'year', use: 'only_filter' },
  { name: 'domain', use: 'only_filter' },
];

function rowOf({ more, facts }: Record, catalog: Catalog): Cell[] {
  const effects = more.findings.flatMap(finding => finding.effects ?? []);
  const cases = effects.flatMap(effect => effect.cases ?? []);
  const { year, title } = more.citation;
  const most = Math.max(...cases);
  const ends = [...new Set([Math.min(...cases), most])].map(each => each.toLocaleString('en'));
  return [
    { text: citedAs(more.slug, catalog), path: `/research/${more.slug}.md` },
    { text: title, note: facts.description },
    patternsOf(more, catalog),
    { text: settingOf(more) },
    cases.length > 0 ? { text: ends.join(' to '), at: most } : { text: 'not reported' },
    { text: makersIn(effects.flatMap(effect => effect.ran_by ?? [])) },
    { text: readPart[more.grade] },
    { text: '', values: [String(year)] },
    { text: '', values: [...new Set(more.findings.map(({ domain }) => domainTitle(domain, catalog)))] },
  ];
}

/** Returns a cell with the patterns that a record has findings on, and below them the arms that its numbers compare. */
function patternsOf({ findings }: ResearchFacts, catalog: Catalog): Cell {
  const slugs = new Set(findings.flatMap(({ patterns }) => patterns));
  const titles = [...slugs].map(slug => catalog.patterns.get(slug)?.facts.title ?? slug);
  const arms = new Set(findings.flatMap(({ effects = [] }) => effects.map(againstOf)));
  return {
    text: titles.length > 0 ? titles.join(', ') : 'none',
    ...(arms.size > 0 && { note: `Numbers on ${[...arms].join('; ')}.` }),
    values: titles,
  };
}

/**
 * Returns the first clause of the conditions of the first finding with a number, or else of the first finding: who measured what
 * on what. It is `nothing` for a record without findings.
 */
function settingOf({ findings }: ResearchFacts): string {
  const finding = findings.find(({ effects }) => effects !== undefined) ?? findings[0];
  if (!finding) return 'nothing';
  return finding.conditions.split(/[;.](?: |$)/)[0]!;
}

function makersIn(ranBy: readonly ('maker' | 'third_party')[]): string {
  const [maker, other] = [ranBy.includes('maker'), ranBy.includes('third_party')];
  if (maker && other) return 'its authors and others';
  return maker ? 'its authors' : other ? 'others' : 'not recorded';
}
