/**
 * Findings pages: what research found on a pattern or in a domain, for and against.
 *
 * A pattern's page goes through its domains, so that both sides of one kind of work stand together, and says first what
 * separates them where that is known. It gives conditions and limits. A domain's page begins with the balance of each pattern,
 * since its reader chooses among them, and leaves conditions and limits to the pages that it links to.
 */

import { findings as findingsKind } from '#build/exchange/index.ts';
import { domainNames } from '#build/kind/field.ts';
import type { Kind } from '#build/kind/kind.ts';
import type { Finding } from '#build/kind/research-record.ts';
import { escapeMarkdown } from '#build/text/plain-text.ts';
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import type { DomainFacts, PatternFacts, ResearchFacts } from '../source/facts.ts';
import { groupBy } from '../text/group.ts';
import { plural } from '../text/plain-text.ts';
import { comparisonsOf, resultOn } from './comparison.ts';
import { composedPage, type Page, type Setting } from './page.ts';

/** A finding with the record that holds it. */
export interface Held {
  finding: Finding;
  record: SourceEntry<ResearchFacts>;
}

const sides = [
  { direction: 'supports', name: 'for' },
  { direction: 'mixed', name: 'undecided' },
  { direction: 'against', name: 'against' },
] as const;

/** All findings with their records. */
export const findingsOf = (catalog: Catalog): Held[] =>
  [...catalog.research.values()].flatMap(record =>
    record.more.findings.map(finding => ({ finding, record })),
  );

export function findingsPages(catalog: Catalog, setting: Setting): Page[] {
  const all = findingsOf(catalog);
  const byPattern = groupByPattern(all);
  const byDomain = groupBy(all, held => held.finding.domain);
  const order = patternOrder(catalog);
  return [
    ...[...catalog.patterns.values()].map(pattern => {
      return patternPage(pattern, byPattern.get(pattern.more.slug) ?? [], catalog, setting);
    }),
    ...[...catalog.domains.values()].map(domain =>
      domainPage(domain, byDomain.get(domain.more.domain) ?? [], order, setting),
    ),
  ];
}

/** The patterns by family, as their index has them. */
function patternOrder(catalog: Catalog): string[] {
  const families = catalog.families.map(({ slug }) => slug);
  const place = ({ more }: SourceEntry<PatternFacts>) => families.indexOf(more.family);
  return [...catalog.patterns.values()].sort((a, b) => place(a) - place(b)).map(({ more }) => more.slug);
}

function patternPage(
  pattern: SourceEntry<PatternFacts>,
  held: readonly Held[],
  catalog: Catalog,
  setting: Setting,
): Page {
  const { slug, separates } = pattern.more;
  const valid = held.filter(({ finding }) => !finding.superseded_by);
  const byDomain = groupBy(valid, ({ finding }) => finding.domain);
  const sections = domainNames
    .filter(domain => byDomain.has(domain))
    .map(domain => `## ${domain}\n\n${bySide(byDomain.get(domain)!).map(patternLine).join('\n')}`);
  const difference = separates && `**What separates the sides.** ${escapeMarkdown(separates)}`;
  const detail = ', with conditions and limits';
  const parts = [difference, ...sections];
  const more = comparisonSection(slug, catalog);
  return findingsPage({ base: `/patterns/${slug}`, entry: pattern, held, parts, more, detail }, setting);
}

function domainPage(
  domain: SourceEntry<DomainFacts>,
  held: readonly Held[],
  order: readonly string[],
  setting: Setting,
): Page {
  const name = domain.more.domain;
  const places = new Map(order.map((slug, index) => [slug, index]));
  const place = ({ finding }: Held) => Math.min(...finding.patterns.map(slug => places.get(slug) ?? -1));
  const valid = held.filter(({ finding }) => !finding.superseded_by).sort((a, b) => place(a) - place(b));
  const parts = [
    `What decides between them: [the domain's page](/domains/${name}.md#what-decides). Conditions and limits stand in the records.`,
    valid.length > 0 && `## By pattern\n\n${balance(name, valid, order)}`,
    ...sides.map(side => {
      const lines = valid.filter(({ finding }) => finding.direction === side.direction).map(domainLine);
      return lines.length > 0 && `## ${capital(side.name)}\n\n${lines.join('\n')}`;
    }),
  ];
  return findingsPage({ base: `/domains/${name}`, entry: domain, held, parts }, setting);
}

/** The findings that speak of each pattern, in their order. */
function groupByPattern(held: readonly Held[]): Map<string, Held[]> {
  const pairs = held.flatMap(each => each.finding.patterns.map(pattern => ({ pattern, each })));
  const groups = groupBy(pairs, pair => pair.pattern);
  return new Map([...groups].map(([pattern, group]) => [pattern, group.map(({ each }) => each)]));
}

/** One line a pattern: how many findings of the domain are for it and against it, with the page that holds them. */
function balance(domain: string, held: readonly Held[], order: readonly string[]): string {
  const byPattern = groupByPattern(held);
  return order
    .map(slug => ({ slug, own: byPattern.get(slug) ?? [] }))
    .filter(({ own }) => own.length > 0)
    .map(({ slug, own }) => `- [${slug}](/patterns/${slug}/findings.md#${domain}): ${counts(own)}`)
    .join('\n');
}

/** The sides that there are, with their numbers: `2 for, 1 against`. */
const counts = (held: readonly Held[]): string =>
  sides
    .map(({ direction, name }) => ({
      name,
      own: held.filter(({ finding }) => finding.direction === direction),
    }))
    .filter(({ own }) => own.length > 0)
    .map(({ name, own }) => `${own.length} ${name}`)
    .join(', ');

interface FindingsPage {
  /** The path of the page of which it is, without its extension. */
  base: string;
  entry: SourceEntry;
  held: readonly Held[];
  parts: readonly (string | false | undefined)[];
  /** What follows the findings, also where there are none. */
  more?: string | undefined;
  detail?: string;
}

function findingsPage({ base, entry, held, parts, more, detail = '' }: FindingsPage, setting: Setting): Page {
  const { facts } = entry;
  const superseded = held.filter(({ finding }) => finding.superseded_by);
  const replaced = superseded.length > 0 && `## Superseded\n\n${superseded.map(supersededLine).join('\n')}`;
  const found = held.length > 0 ? [...parts, replaced] : [];
  const body = [summary(base, facts.title, held), ...found, more].filter(Boolean).join('\n\n');
  return composedPage({
    kind: findingsKind as unknown as Kind,
    path: `${base}/findings.md`,
    title: `Findings: ${facts.title}`,
    description: `What research found on ${facts.title}, for and against${detail}.`,
    body: () => body,
    inputs: [body],
    setting,
  });
}

/** Comparisons with an arm of the pattern, whichever way they went; those of bundles are credited to no pattern. */
function comparisonSection(slug: string, catalog: Catalog): string | undefined {
  const lines = comparisonsOf(slug, catalog).map(
    ({ more, path }) => `- [${more.slug}](${path}): ${resultOn(slug, more)}`,
  );
  if (lines.length === 0) return undefined;
  const about =
    'Published results of single cases, [compared again](/comparisons/index.md): no evidence for a recommendation.';
  return `## Recomputed\n\n${about}\n\n${lines.join('\n')}`;
}

function summary(base: string, title: string, held: readonly Held[]): string {
  const subject = `[${escapeMarkdown(title)}](${base}.md)`;
  if (held.length === 0) return `No finding on ${subject} is recorded: nothing is known for or against it.`;
  const valid = held.filter(({ finding }) => !finding.superseded_by);
  const records = new Set(held.map(({ record }) => record)).size;
  const undecided = valid.some(({ finding }) => finding.direction === 'mixed')
    ? ' Undecided: mixed or untested.'
    : '';
  return (
    `On ${subject}: ${plural(valid.length, 'finding')} from ${plural(records, 'record')}, ` +
    `${counts(valid)}. Compare their conditions, not their count.${undecided}`
  );
}

const bySide = (held: readonly Held[]): Held[] =>
  sides.flatMap(({ direction }) => held.filter(({ finding }) => finding.direction === direction));

function patternLine({ finding, record }: Held): string {
  const { name } = sides.find(({ direction }) => direction === finding.direction)!;
  return [
    claimLine(`**${capital(name)}**`, finding),
    `  Conditions: ${escapeMarkdown(finding.conditions)} Limits: ${escapeMarkdown(finding.limits)}`,
    `  ${sourceOf({ finding, record })}`,
  ].join('\n');
}

const domainLine = ({ finding, record }: Held): string =>
  `${claimLine(`**${finding.patterns.join(', ')}**`, finding)}\n  ${sourceOf({ finding, record })}`;

const claimLine = (label: string, finding: Finding): string =>
  `- ${label}: ${escapeMarkdown(finding.claim)}${figures(finding)}`;

function figures({ metric, result, baseline }: Finding): string {
  const found = result && [metric && `${metric}: `, result, baseline && `; against ${baseline}`];
  return found ? ` (${escapeMarkdown(found.filter(Boolean).join(''))})` : '';
}

function sourceOf({ finding, record }: Held): string {
  const { slug, grade } = record.more;
  const version = escapeMarkdown(finding.source_version);
  return `[${slug}](/research/${slug}.md#${finding.id}), ${version}, ${finding.grade ?? grade}.`;
}

function supersededLine({ finding, record }: Held): string {
  const { slug } = record.more;
  const { metric, result } = finding;
  const superseded = result ? escapeMarkdown(metric ? `${metric}: ${result}` : result) : 'withdrawn';
  const link = (id: string, name: string) => `[${name}](/research/${slug}.md#${id})`;
  const old = link(finding.id, `${slug}, ${escapeMarkdown(finding.source_version)}`);
  return `- ${old}: ${superseded}; replaced by ${link(finding.superseded_by!, finding.superseded_by!)}`;
}

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
