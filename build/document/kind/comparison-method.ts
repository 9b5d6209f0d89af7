/** The method of comparisons: the rules by which sources are chosen, and for each source every document that it allows. */
import { z } from 'zod';
import { licences } from './comparison.ts';
import { line, slug } from './field.ts';
import { defineKind } from './kind.ts';
import type { Reference } from './reference.ts';
import { pagePhrases, situationOf } from './situation.ts';

const allowed = z.strictObject({
  what: line(200).meta({ description: 'The benchmark and the models.' }),
  comparison: slug.optional().meta({ description: 'The comparison that was made of it.' }),
  why_not: line(300).optional().meta({ description: 'The reason for which no comparison was made.' }),
});

const source = z.strictObject({
  repository: line(200).meta({ description: 'The repository on GitHub.', examples: ['noahshinn/reflexion'] }),
  commit: line(40).meta({ description: 'The commit that was looked at.' }),
  licence: z
    .enum([...Object.keys(licences), 'not checked'] as [string])
    .meta({ description: 'The licence of the repository at that commit.' }),
  documents: z.array(allowed).min(1).max(24).meta({ description: 'The comparisons that its files allow.' }),
});

export const comparisonMethod = defineKind({
  kind: 'comparison_method',
  form: 'page',
  reading: { section: 'comparison_method' },
  description: 'How comparisons are made.',
  fields: {
    sources: z.array(source).max(60).meta({
      rules: 'at most 60 items',
      description: 'Every source that was looked at, with what it allows and what was made of it.',
    }),
  },
  searchFields: { asked_as: pagePhrases },
  source: {
    layout: 'comparisons/method.md',
    references: ({ sources }) =>
      sources.flatMap(({ documents }, at) =>
        documents.flatMap(({ comparison: name }, index): Reference[] =>
          name === undefined
            ? []
            : [{ to: 'comparison', name, path: ['sources', at, 'documents', index, 'comparison'] }],
        ),
      ),
    search: ({ sources, asked_as }, body) => ({
      purpose: sources.flatMap(({ documents }) => documents.map(({ what }) => what)),
      words: body.words(),
      situations: situationOf(asked_as),
    }),
  },
});
