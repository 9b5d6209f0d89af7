/**
 * Pages of findings: what research found on a pattern or in a domain, for and against.
 *
 * The page of a pattern goes through its domains, so that both sides of one kind of work are together, and first says what
 * separates them where that is known. It gives conditions and limits. The page of a domain begins with the balance of each
 * pattern, since its reader chooses among them, and leaves conditions and limits to the pages to which it links.
 */

import { inDomainOrder } from '#document/kind/field.ts';
import type { Kind } from '#document/kind/kind.ts';
import { type Finding, readPart } from '#document/kind/research-record.ts';
import { findings as findingsKind } from '#document/message/index.ts';
import { capitalized, escapeMarkdown, inWords, listed, pluralInWords } from '#document/text/plain-text.ts';
import type { Catalog, SourceEntry } from '../catalog/source/catalog.ts';
import type { DomainFacts, PatternFacts, ResearchFacts } from '../catalog/source/facts.ts';
import { groupBy } from '../document/text/group.ts';
import { comparisonsOf, resultOn } from './comparison.ts';
import { citedAs } from './compose/cited.ts';
import type { Page, Setting } from './compose/page.ts';
import { listPages, type Part } from './compose/paging.ts';

/** A finding with the record that holds it. */
export interface RecordedFinding {
  finding: Finding;
  record: SourceEntry<ResearchFacts>;
  /** The name by which people cite the record: its authors and year. */
  cited: string;
}

const sides = [
  { direction: 'supports', name: 'for', verbs: ['supports', 'support'] },
  { direction: 'mixed', name: 'undecided', verbs: ['is undecided', 'are undecided'] },
  { direction: 'against', name: 'against', verbs: ['counts against', 'count against'] },
] as const;

/** Returns all findings, each with its record and the name by which people cite the record. */
export const findingsOf = (catalog: Catalog): RecordedFinding[] =>
  [...catalog.research.values()].flatMap(record =>
    record.more.findings.map(finding => ({
      ...{ finding, record },
      cited: citedAs(record.more.slug, catalog),
    })),
  );

export function findingsPages(catalog: Catalog, setting: Setting): Page[] {
  const all = findingsOf(catalog);
  const byPattern = groupByPattern(all);
  const byDomain = groupBy(all, findings => findings.finding.domain);
  const order = patternOrder(catalog);
  return [
    ...[...catalog.patterns.values()].flatMap(pattern => {
      return patternPage(pattern, byPattern.get(pattern.more.slug) ?? [], catalog, setting);
    }),
    ...[...catalog.domains.values()].flatMap(domain =>
      domainPage(domain, byDomain.get(domain.more.domain) ?? [], order, setting),
    ),
  ];
}

/** Returns the slugs of all patterns in the order of their index, which is by family. */
function patternOrder(catalog: Catalog): string[] {
  const families = catalog.families.map(({ slug }) => slug);
  const place = ({ more }: SourceEntry<PatternFacts>) => families.indexOf(more.family);
  return [...catalog.patterns.values()].sort((a, b) => place(a) - place(b)).map(({ more }) => more.slug);
}

function patternPage(
  pattern: SourceEntry<PatternFacts>,
  findings: readonly RecordedFinding[],
  catalog: Catalog,
  setting: Setting,
): Page[] {
  const { slug, separates } = pattern.more;
  const valid = findings.filter(({ finding }) => !finding.superseded_by);
  const byDomain = groupBy(valid, ({ finding }) => finding.domain);
  const sections = inDomainOrder(byDomain.keys()).map(domain => ({
    before: `## ${domain}`,
    lines: bySide(byDomain.get(domain)!).map(patternLine),
  }));
  const difference = separates && `**What separates the sides.** ${escapeMarkdown(separates)}`;
  const description = `Research findings for and against ${pattern.facts.title}, with their conditions and limits.`;
  const parts = [...(difference ? [{ before: difference, lines: [] }] : []), ...sections];
  const more = comparisonPart(slug, catalog);
  return findingsPage(
    { base: `/patterns/${slug}`, source: pattern, findings, parts, more, tokens: patternTokens, description },
    setting,
  );
}

function domainPage(
  domain: SourceEntry<DomainFacts>,
  findings: readonly RecordedFinding[],
  order: readonly string[],
  setting: Setting,
): Page[] {
  const name = domain.more.domain;
  const places = new Map(order.map((slug, index) => [slug, index]));
  const place = ({ finding }: RecordedFinding) =>
    Math.min(...finding.patterns.map(slug => places.get(slug) ?? -1));
  const valid = findings.filter(({ finding }) => !finding.superseded_by).sort((a, b) => place(a) - place(b));
  const parts = [
    {
      before:
        `The [domain page](/domains/${name}.md#what-decides) says how to choose between patterns. The page of each source gives the ` +
        'conditions and limits of its findings.',
      lines: [],
    },
    { before: '## By pattern', lines: balance(name, valid, order) },
    ...sides.map(side => {
      const lines = valid.filter(({ finding }) => finding.direction === side.direction).map(domainLine);
      return { before: `## ${capitalized(side.name)}`, lines };
    }),
  ];
  const description = `Research findings on ${domain.facts.title}, for and against each pattern.`;
  return findingsPage(
    { base: `/domains/${name}`, source: domain, findings, parts, tokens: domainTokens, description },
    setting,
  );
}

/** Groups findings by the patterns that they are about. */
export function groupByPattern(findings: readonly RecordedFinding[]): Map<string, RecordedFinding[]> {
  const pairs = findings.flatMap(each => each.finding.patterns.map(pattern => ({ pattern, each })));
  const groups = groupBy(pairs, pair => pair.pattern);
  return new Map([...groups].map(([pattern, group]) => [pattern, group.map(({ each }) => each)]));
}

/** Writes a line for each pattern with findings in a domain: how many are for and against it, with a link to them. */
function balance(domain: string, findings: readonly RecordedFinding[], order: readonly string[]): string[] {
  const byPattern = groupByPattern(findings);
  return order
    .map(slug => ({ slug, own: byPattern.get(slug) ?? [] }))
    .filter(({ own }) => own.length > 0)
    .map(({ slug, own }) => `- [${slug}](/patterns/${slug}/findings.md#${domain}): ${counts(own)}`);
}

/** Writes how many findings are on each side: `2 for, 1 against`. */
const counts = (findings: readonly RecordedFinding[]): string =>
  sides
    .map(({ direction, name }) => ({
      name,
      own: findings.filter(({ finding }) => finding.direction === direction),
    }))
    .filter(({ own }) => own.length > 0)
    .map(({ name, own }) => `${own.length} ${name}`)
    .join(', ');

/**
 * Writes a sentence on how findings divide:
 * `Two support it, one is undecided and one counts against it.` or `All of them support it.`
 */
function balanceText(findings: readonly RecordedFinding[], what: string): string {
  const parts = sides.flatMap(({ direction, verbs: [one, many] }) => {
    const count = findings.filter(({ finding }) => finding.direction === direction).length;
    const clause = `${count === 1 ? one : many}${direction === 'mixed' ? '' : ` ${what}`}`;
    return count === 0 ? [] : [{ count, clause }];
  });
  const [first] = parts;
  if (first?.count === findings.length) return `${first.count === 1 ? 'It' : 'All of them'} ${first.clause}.`;
  return `${capitalized(listed(parts.map(({ count, clause }) => `${inWords(count)} ${clause}`)))}.`;
}

/** The most tokens of findings on one page about a pattern; below, on one page about a domain. */
const patternTokens = 4300;
const domainTokens = 7900;

/** The findings on a pattern or in a domain, with the parts from which their pages are made. */
interface Found {
  /** The path of the pattern or domain, without its extension. */
  base: string;
  source: SourceEntry;
  findings: readonly RecordedFinding[];
  parts: readonly Part[];
  /** The part that follows the findings, and that is shown even if there are none. */
  more?: Part;
  tokens: number;
  /** The description of the pages. */
  description: string;
}

function findingsPage(
  { base, source: { facts }, findings, parts, more, tokens, description }: Found,
  setting: Setting,
): Page[] {
  const superseded = findings.filter(({ finding }) => finding.superseded_by).map(supersededLine);
  const found = findings.length > 0 ? [...parts, { before: '## Superseded', lines: superseded }] : [];
  return listPages({
    kind: findingsKind as unknown as Kind,
    path: `${base}/findings.md`,
    title: `Findings: ${facts.title}`,
    description,
    intro: summary(base, facts.title, findings),
    // A part without lines is an introduction, unless it is a heading of nothing.
    parts: [...found, ...(more ? [more] : [])].filter(
      ({ before, lines }) => lines.length > 0 || !before?.startsWith('## '),
    ),
    tokens,
    numbered: false,
    setting,
  });
}

/**
 * Writes a line for each comparison with an arm of a pattern, whatever its result. An arm that is a bundle counts for no pattern.
 */
function comparisonPart(slug: string, catalog: Catalog): Part {
  const about =
    'We [recomputed these results](/comparisons/index.md) from the per-case results that the authors published. No recommendation rests on them.';
  const lines = comparisonsOf(slug, catalog).map(
    ({ more, path }) => `- [${more.slug}](${path}): ${resultOn(slug, more)}`,
  );
  return { before: `## Recomputed\n\n${about}`, lines };
}

function summary(base: string, title: string, findings: readonly RecordedFinding[]): string {
  const subject = `[${escapeMarkdown(title)}](${base}.md)`;
  if (findings.length === 0) return `The catalog has no finding for or against ${subject}.`;
  const valid = findings.filter(({ finding }) => !finding.superseded_by);
  const records = new Set(findings.map(({ record }) => record)).size;
  const undecided = valid.some(({ finding }) => finding.direction === 'mixed')
    ? ' A finding is undecided if its results are mixed or if nobody has tested its claim.'
    : '';
  const compare =
    valid.length > 1 ? ' Do not just count the findings on each side; compare their conditions.' : '';
  return (
    `The catalog has ${pluralInWords(valid.length, 'finding')} on ${subject}, from ${pluralInWords(records, 'source')}. ` +
    `${balanceText(valid, base.startsWith('/patterns/') ? 'this pattern' : 'a pattern')}${compare}${undecided}`
  );
}

const bySide = (findings: readonly RecordedFinding[]): RecordedFinding[] =>
  sides.flatMap(({ direction }) => findings.filter(({ finding }) => finding.direction === direction));

function patternLine(findings: RecordedFinding): string {
  const { finding } = findings;
  const { name } = sides.find(({ direction }) => direction === finding.direction)!;
  const method = `  Conditions: ${escapeMarkdown(finding.conditions)} Limits: ${escapeMarkdown(finding.limits)}`;
  return [...claimLines(`**${capitalized(name)}**`, finding), method, `  ${sourceOf(findings)}`].join('\n');
}

function domainLine(findings: RecordedFinding): string {
  const { finding } = findings;
  return [...claimLines(`**${finding.patterns.join(', ')}**`, finding), `  ${sourceOf(findings)}`].join('\n');
}

/** Writes the claim of a finding and, on the next line, its figures as the source states them. */
const claimLines = (label: string, { claim, result, metric, baseline }: Finding): string[] => [
  `- ${label}: ${escapeMarkdown(claim)}`,
  ...(result ? [`  ${labelled({ Result: result, Measure: metric, 'Compared with': baseline })}`] : []),
];

/** Writes the values that are stated, each after its label: `Result: 63%. Measure: tasks solved.` */
const labelled = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .filter(([, value]) => value)
    .map(([label, value]) => escapeMarkdown(`${label}: ${value!.replace(/\.$/, '')}.`))
    .join(' ');

function sourceOf({ finding, record, cited }: RecordedFinding): string {
  const { slug, source_type } = record.more;
  const version = escapeMarkdown(finding.source_version);
  const grade = finding.grade ?? record.more.grade;
  // Of a text without an abstract, the grade means its opening or some other part.
  const isPart = grade === 'abstract' && source_type === 'engineering_report';
  return `[${cited}](/research/${slug}.md#${finding.id}), ${version}. We read ${isPart ? 'a part of it' : readPart[grade]}.`;
}

function supersededLine({ finding, record, cited }: RecordedFinding): string {
  const { slug } = record.more;
  const { metric, result } = finding;
  const superseded = result ? escapeMarkdown(metric ? `${metric}: ${result}` : result) : 'withdrawn';
  const link = (id: string, name: string) => `[${name}](/research/${slug}.md#${id})`;
  const old = link(finding.id, `${cited}, ${escapeMarkdown(finding.source_version)}`);
  return `- ${old}: ${superseded}. It was replaced by ${link(finding.superseded_by!, finding.superseded_by!)}.`;
}
