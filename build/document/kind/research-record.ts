/** A research record: a source, how thoroughly it was read, and its findings in our words. */
import { z } from 'zod';
import { changed } from './change.ts';
import { effect } from './effect.ts';
import { domainName, line, list, slug, taskClass, uniqueList, webAddress, year } from './field.ts';
import { defineKind } from './kind.ts';
import { namesIn, type Reference } from './reference.ts';
import { pagePhrases, situationOf } from './situation.ts';
import { unique } from './source.ts';

const directions = ['supports', 'mixed', 'against'] as const;

/** The grades of how thoroughly a source was read, the most thorough first. */
export const grades = ['read', 'abstract', 'reported'] as const;

/** The part of a source that we read, by its grade. */
export const readPart = {
  read: 'the full text',
  abstract: 'the abstract',
  reported: 'what others report',
} as const;

const wordsAtMost = (limit: number) => (text: string) => text.trim().split(/\s+/).length <= limit;

const finding = z.strictObject({
  id: slug.meta({ description: 'The name of the finding within its record; it is an anchor of the page.' }),
  patterns: uniqueList(slug, 8, 1).meta({ description: 'The patterns that the finding is about.' }),
  domain: domainName.meta({ description: 'The domain of the finding.' }),
  task_class: taskClass
    .optional()
    .meta({ description: 'The task class of the finding, if the catalog has one for it.' }),
  claim: line(400).meta({ description: 'What was found, in the words of the catalog.' }),
  quote: line(400)
    .refine(wordsAtMost(40), 'expected at most 40 words')
    .optional()
    .meta({ rules: 'exact, at most 40 words', description: 'The words of the source.' }),
  metric: line(160)
    .optional()
    .meta({ description: 'What was measured.', examples: ['resolved issues, percent'] }),
  baseline: line(160)
    .optional()
    .meta({ description: 'The control or baseline of the comparison, and its value.' }),
  result: line(160).optional().meta({ description: 'The value that the source found.' }),
  effects: list(effect, 6, 1)
    .meta({
      description: 'The numbers of the finding that can be compared with those of other findings.',
    })
    .optional(),
  conditions: line(400).meta({ description: 'Models, benchmark and sample.' }),
  limits: line(400).meta({ description: 'What the finding does not show.' }),
  direction: z.enum(directions).meta({
    description:
      'Whether the finding supports the patterns or counts against them. It is `mixed` if that depends on conditions, or if nobody tested a description.',
    examples: ['supports'],
  }),
  grade: z.enum(grades).optional().meta({
    description:
      'The grade of the finding, if it differs from the grade of the record, such as for a second-hand figure.',
  }),
  source_version: line(80).meta({
    description: 'The version of the source that contains the finding.',
    examples: ['arXiv v3'],
  }),
  superseded_by: slug.optional().meta({ description: 'The finding of this record that replaces it.' }),
});

/** The schema of the place of a finding in its source, so that an editor of the record need not search for it again. */
const basis = z.strictObject({
  sentence: line(1000).meta({
    description: 'The sentence of the source on which the finding rests, word for word.',
  }),
  place: line(160).meta({
    description: 'The place in the source: a section, table, page or heading.',
    examples: ['section 4.2, table 3'],
  }),
});

const authoredFinding = finding.extend({
  basis: basis
    .optional()
    .meta({ description: 'What the finding rests on; `effects` need it. No page shows it.' }),
});

const someFindings = <Item extends z.ZodType>(item: Item) =>
  list(item, 12).meta({ description: 'What was found.' });

export const researchRecord = defineKind({
  kind: 'research_record',
  form: 'page',
  reading: { section: 'research', shelf: 'Research' },
  description: 'One source: its citation, how well it was read, and its findings with conditions and limits.',
  headings: ['In short', '?Notes'],
  fields: {
    slug: slug.meta({ description: 'The name of the record in paths.', examples: ['react-2022'] }),
    citation: z
      .strictObject({
        title: line(240).meta({ description: 'The title of the source.' }),
        authors: uniqueList(line(80), 4, 1).meta({ description: 'Up to three authors, then `et al.`' }),
        year: year.meta({ description: 'The year of the version that was read.' }),
        venue: line(160).optional().meta({ description: 'The venue in which the source appeared.' }),
        url: webAddress.meta({ description: 'The canonical address of the source.' }),
        arxiv: z
          .string()
          .regex(/^\d{4}\.\d{4,5}$/, 'expected an arXiv id such as 2210.03629')
          .optional()
          .meta({ description: 'The arXiv id of the source.', examples: ['2210.03629'] }),
      })
      .meta({ description: 'The citation of the source.' }),
    source_type: z
      .enum(['paper', 'engineering_report', 'benchmark'])
      .meta({ description: 'The type of the source.', examples: ['paper'] }),
    grade: z.enum(grades).meta({
      description:
        '`read`: the full original text was read; `abstract`: its abstract; `reported`: only summaries by others.',
      examples: ['read'],
    }),
    findings: someFindings(finding),
    changed,
  },
  searchFields: { asked_as: pagePhrases },
  offered: { search: 5 },
  unpublished: { fields: { findings: someFindings(authoredFinding) }, without: withoutBasis },
  source: {
    layout: 'research/{slug}.md',
    ownPage: true,
    declares: {
      as: 'research_record',
      names: ({ slug: name }) => [name],
      file: name => `research/${name}.md`,
    },
    facts: ['slug', 'source_type', 'grade', 'citation', 'findings', 'changed'],
    anchors: ({ findings }) => findings.map(({ id }) => id),
    references: ({ findings }) => findings.flatMap(referencesOf),
    search: ({ slug: name, citation, findings, asked_as }, body) => ({
      names: [name],
      purpose: findings.map(({ claim }) => claim),
      detail: [citation.title, ...citation.authors, citation.venue ?? ''],
      words: body.words(findings.flatMap(({ conditions, metric = '' }) => [conditions, metric])),
      domains: unique(findings.map(({ domain }) => domain)),
      task_classes: unique(findings.flatMap(({ task_class }) => task_class ?? [])),
      patterns: unique(findings.flatMap(({ patterns }) => patterns)),
      findings: findings.flatMap(({ patterns, direction, superseded_by }) =>
        superseded_by ? [] : patterns.map(pattern => ({ pattern, direction })),
      ),
      situations: situationOf(asked_as),
    }),
  },
});

export type Finding = z.infer<typeof finding>;

function withoutBasis(value: Record<string, unknown>): Record<string, unknown> {
  const findings = value.findings as z.infer<typeof authoredFinding>[];
  return { ...value, findings: findings.map(({ basis: _basis, ...rest }) => rest) };
}

function referencesOf({ patterns, task_class }: Finding, at: number): Reference[] {
  const named = namesIn('pattern', ['findings', at, 'patterns'], patterns);
  if (task_class === undefined) return named;
  return [...named, { to: 'task_class', name: task_class, path: ['findings', at, 'task_class'] }];
}
