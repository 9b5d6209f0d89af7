/** Findings pages: what research found on a pattern or in a domain, for, against and both, with conditions. */
import { findings as findingsKind } from '#document/kind/index.ts';
import type { Kind } from '#document/kind/kind.ts';
import type { Finding } from '#document/kind/research-record.ts';
import type { Catalog, SourceEntry } from '../catalog.ts';
import type { ResearchFacts } from '../facts.ts';
import { groupBy } from '../group.ts';
import { composedPage, type Page, plural, type Setting } from '../page.ts';

/** A finding with the record that holds it. */
interface Held {
  finding: Finding;
  record: SourceEntry<ResearchFacts>;
}

const sides = [
  { direction: 'supports', heading: 'Supporting' },
  { direction: 'mixed', heading: 'Mixed: it depends on the condition' },
  { direction: 'against', heading: 'Contrary' },
] as const;

export function findingsPages(catalog: Catalog, setting: Setting): Page[] {
  const all = [...catalog.research.values()].flatMap(record =>
    record.more.findings.map(finding => ({ finding, record })),
  );
  const byPattern = groupBy(
    all.flatMap(held => held.finding.patterns.map(pattern => ({ pattern, held }))),
    pair => pair.pattern,
  );
  const byDomain = groupBy(all, held => held.finding.domain);
  return [
    ...[...catalog.patterns.values()].map(pattern => {
      const held = (byPattern.get(pattern.more.slug) ?? []).map(pair => pair.held);
      return findingsPage(`/patterns/${pattern.more.slug}`, pattern.facts.title, held, 'domain', setting);
    }),
    ...[...catalog.domains.values()].map(({ more, facts }) =>
      findingsPage(
        `/domains/${more.domain}`,
        facts.title,
        byDomain.get(more.domain) ?? [],
        'patterns',
        setting,
      ),
    ),
  ];
}

/** `shows` names what tells the findings of one page apart: their domain on a pattern's, their patterns on a domain's. */
function findingsPage(
  base: string,
  subject: string,
  held: Held[],
  shows: 'domain' | 'patterns',
  setting: Setting,
): Page {
  const records = new Set(held.map(({ record }) => record));
  return composedPage({
    kind: findingsKind as unknown as Kind,
    path: `${base}/findings.md`,
    title: `Findings: ${subject}`,
    description: `What research found on ${subject}, for and against, with conditions and limits.`,
    body: () => `${summary(base, held, records.size)}\n\n${sections(held, shows)}`,
    inputs: [...records].map(record => record.digest),
    setting,
  });
}

function summary(base: string, held: readonly Held[], records: number): string {
  if (held.length === 0)
    return `No finding on [this page's subject](${base}.md) is recorded: nothing is known for or against it.`;
  const counts = sides.map(
    ({ direction }) => held.filter(({ finding }) => finding.direction === direction).length,
  );
  return `${plural(held.length, 'finding')} from ${plural(records, 'record')} on [this subject](${base}.md): ${counts[0]} supporting, ${counts[1]} mixed, ${counts[2]} contrary. Compare them by their conditions, not by their number.`;
}

function sections(held: readonly Held[], shows: 'domain' | 'patterns'): string {
  return sides
    .map(({ direction, heading }) => ({
      heading,
      members: held.filter(({ finding }) => finding.direction === direction),
    }))
    .filter(({ members }) => members.length > 0)
    .map(
      ({ heading, members }) =>
        `## ${heading}\n\n${members.map(member => findingLine(member, shows)).join('\n')}`,
    )
    .join('\n\n');
}

function findingLine({ finding, record }: Held, shows: 'domain' | 'patterns'): string {
  const { slug } = record.more;
  const grade = finding.grade ?? record.more.grade;
  const about = shows === 'domain' ? finding.domain : finding.patterns.join(', ');
  const figures = [
    finding.metric && `metric: ${finding.metric}`,
    finding.result && `result: ${finding.result}`,
    finding.baseline && `baseline: ${finding.baseline}`,
  ].filter(Boolean);
  const superseded = finding.superseded_by
    ? ` Superseded by \`${finding.superseded_by}\` of the same record.`
    : '';
  return [
    `- **${about}**: ${escapeMarkdown(finding.claim)}${figures.length > 0 ? ` (${escapeMarkdown(figures.join('; '))})` : ''}`,
    `  Conditions: ${escapeMarkdown(finding.conditions)} Limits: ${escapeMarkdown(finding.limits)}${superseded}`,
    `  Source: [${slug}](/research/${slug}.md#${finding.id}), ${finding.source_version}, ${grade}.`,
  ].join('\n');
}

/** Keeps plain text of front matter from being read as Markdown. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<]/g, '\\$&');
}
