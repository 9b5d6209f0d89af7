/** Search results: pages that answer a question, and counts of what they have in common. */
import { z } from 'zod';
import { count, domainName, line, slug, taskClass } from './field.ts';
import { defineKind } from './kind.ts';

/** The schema of the numbers of findings on a pattern, by direction. */
const evidence = z.strictObject({
  supports: count(1e6, 'findings').meta({ description: 'Findings for the pattern.', examples: [4] }),
  mixed: count(1e6, 'findings').meta({ description: 'Findings that say both.', examples: [1] }),
  against: count(1e6, 'findings').meta({ description: 'Findings against it.', examples: [2] }),
});

/** The path of a page, with an anchor if the result is a part of the page. */
const place = z
  .string()
  .max(512)
  .regex(/^\/[A-Za-z0-9._~/-]*(?:#[a-z0-9_-]+)?$/, 'expected a path of this site that begins with `/`')
  .meta({
    named: 'place',
    rules: 'absolute path of this site, which may end in an anchor',
    examples: ['/domains/coding.md#build_repair'],
  });

const result = z.strictObject({
  path: place.meta({
    description: 'The path of the page. A task that is an entry of a page has its anchor.',
  }),
  kind: line(64).meta({ description: 'The kind of the page.', examples: ['pattern'] }),
  title: line(120).meta({ description: 'The title of the page.', examples: ['Verifier gate'] }),
  description: line(300)
    .optional()
    .meta({ description: 'The purpose of the page.', examples: ['For work that a program can judge.'] }),
  tokens: count(1e9, 'tokens').meta({
    description: 'The tokens that a reader pays for the page.',
    examples: [900],
  }),
  family: slug.optional().meta({ description: 'The family of a pattern.', examples: ['critique'] }),
  evidence: evidence.optional().meta({
    description: 'The findings of research records on a pattern; absent if there are none.',
  }),
});

const facet = (what: string) =>
  z
    .array(
      z.strictObject({
        name: line(64).meta({ description: 'What the pages have in common.', examples: ['coding'] }),
        count: count(1e6, 'pages').meta({ description: 'The number of found pages.', examples: [12] }),
      }),
    )
    .max(100)
    .meta({ rules: '0 to 100 items, most pages first', description: what });

export const searchResults = defineKind({
  kind: 'search_results',
  form: 'page',
  reading: { section: 'search' },
  description: 'The pages that answer a question, best first, and how many there are of each sort.',
  fields: {
    query: line(200).meta({
      rules: 'one line, 1 to 200 characters; a longer question is shortened',
      description: 'The question, with invisible characters and line breaks replaced by spaces.',
      examples: ['fix a bug in a repository that has tests'],
    }),
    filters: z
      .strictObject({
        kind: line(64)
          .optional()
          .meta({ description: 'Pages of this kind alone.', examples: ['pattern'] }),
        domain: domainName.optional().meta({ description: 'Pages about this domain alone.' }),
        task_class: taskClass.optional().meta({ description: 'Pages for this task class alone.' }),
      })
      .optional()
      .meta({ description: 'The filters by which the pages were chosen, in addition to the question.' }),
    total: count(1e6, 'pages').meta({
      description: 'The number of found pages. Clients can ask for the best 100.',
      examples: [37],
    }),
    offset: count(100).meta({
      description: 'The number of found pages before the first result.',
      examples: [0],
    }),
    limit: count(20, undefined, 1).meta({ description: 'The most results in one answer.', examples: [8] }),
    facets: z
      .strictObject({
        kind: facet('Pages by kind.'),
        domain: facet('Pages by domain; one page may be about several.'),
        family: facet('Patterns by family.'),
        evidence: facet(
          'Patterns and research records by the direction of findings: `supports`, `mixed`, `against`, or `none`. One page may have several.',
        ),
      })
      .meta({ description: 'The number of found pages of each sort.' }),
    results: z
      .array(result)
      .max(20)
      .meta({ rules: '0 to 20 items, best first', description: 'The pages of this answer.' }),
  },
  note: 'Query of `/search.md`: `q`, and optionally `kind`, `domain`, `task_class`, `limit` (1 to 20, 8 when absent) and `offset`.',
});
