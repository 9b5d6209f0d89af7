/** Writes generated patterns and research records, of about 4 KB each. */
import { domainNames } from '#document/kind/field.ts';
import { families } from './text-fixed.ts';
import type { Chance, Layout } from './words.ts';

/** Returns the numbers of the patterns that a record names: that with its own number, and the next. */
const spokenOf = (record: number, { patterns }: Layout): number[] => [
  ...new Set([record % patterns.length, (record + 1) % patterns.length]),
];

/** Returns the records that name a pattern. It computes their numbers, since a search would take long. */
function sourcesOf(pattern: number, { patterns, records }: Layout): string[] {
  const found = new Set<number>();
  for (let record = pattern; record < records.length; record += patterns.length) found.add(record);
  const before = (pattern + patterns.length - 1) % patterns.length;
  for (let record = before; record < records.length; record += patterns.length) found.add(record);
  return [...found].sort((a, b) => a - b).map(record => records[record]!);
}

// Sentences are of similar length, so no page of any catalog comes near its limit.
const list = (items: readonly string[]): string => items.map(item => `  - ${item}`).join('\n');
const sentences = (luck: Chance, count: number): string[] =>
  Array.from({ length: count }, () => luck.sentence(13, 19));
const paragraph = (luck: Chance, count: number): string => sentences(luck, count).join(' ');

export function patternText(layout: Layout, index: number, luck: Chance): string {
  const slug = layout.patterns[index]!;
  const other = layout.patterns[(index + 1) % layout.patterns.length]!;
  const sources = sourcesOf(index, layout);
  return `---
title: The pattern ${slug.replaceAll('-', ' ')}
description: ${luck.sentence(14, 18)}
slug: ${slug}
family: ${luck.pick(families)}
aliases: [also-${slug}]
intent: ${luck.sentence(12, 16)}
roles:
  - id: lead
    purpose: ${luck.sentence(6, 12)}
  - id: worker
    purpose: ${luck.sentence(6, 12)}
  - id: judge
    purpose: ${luck.sentence(6, 12)}
edges:
  - {from: lead, to: worker, kind: delegates}
  - {from: worker, to: lead, kind: reports}
  - {from: judge, to: worker, kind: reviews}
use_when:
${list(sentences(luck, 2))}
avoid_when:
${list(sentences(luck, 2))}
pitfalls:
${list(sentences(luck, 2))}
verification_checks:
${list(sentences(luck, 2))}
pairs_with:
  - pattern: ${other}
    why: ${luck.sentence(8, 14)}
domains: [${luck.some(domainNames, 2).join(', ')}]
sources: [${sources.join(', ')}]
---

## How to run it

1. ${luck.sentence(15, 21)}
2. ${luck.sentence(15, 21)} Use \`${luck.pick(['plan', 'verdict', 'queue'])}\` for it.
3. ${luck.sentence(15, 21)} Then see [the next one](/patterns/${other}.md).

## What is known

${sources.map(source => `- ${luck.sentence(12, 18)} ([${source}](/research/${source}.md)).`).join('\n')}

## What is not known

- ${luck.sentence(12, 18)}
- _Other tasks_: ${luck.sentence(12, 18)}
`;
}

export function recordText(layout: Layout, index: number, luck: Chance): string {
  const slug = layout.records[index]!;
  const patterns = spokenOf(index, layout).map(pattern => layout.patterns[pattern]!);
  const findings = Array.from({ length: 2 }, (_, at) => findingText(`finding-${at + 1}`, patterns, luck));
  return `---
title: The record ${slug.replaceAll('-', ' ')}
description: ${luck.sentence(12, 20)}
slug: ${slug}
citation:
  title: "On ${slug}: ${luck.sentence(6, 10)}"
  authors: [Ada Example, Ben Example]
  year: ${2015 + luck.below(12)}
  venue: arXiv v1
  url: https://example.org/${slug}
source_type: ${luck.pick(['paper', 'engineering_report', 'benchmark'])}
grade: ${luck.pick(['read', 'reported'])}
findings:
${findings.join('\n')}
---

## In short

${paragraph(luck, 6)} See [${patterns[0]}](/patterns/${patterns[0]}.md).

- ${luck.sentence(14, 26)}
- ${luck.sentence(14, 26)}

## Notes

${paragraph(luck, 5)}
`;
}

function findingText(id: string, patterns: readonly string[], luck: Chance): string {
  return `  - id: ${id}
    patterns: [${patterns.join(', ')}]
    domain: ${luck.pick(domainNames)}
    claim: ${luck.sentence(14, 24)}
    quote: "${luck.sentence(10, 20)}"
    metric: resolved cases, percent
    baseline: one agent, ${luck.below(50)}
    result: "${50 + luck.below(50)}"
    conditions: ${luck.sentence(12, 20)}
    limits: ${luck.sentence(12, 20)}
    direction: ${luck.pick(['supports', 'mixed', 'against'])}
    source_version: arXiv v1`;
}
