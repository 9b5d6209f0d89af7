/** A pattern: one way to organise agents. */
import { z } from 'zod';
import { artifacts, outputs } from './artifact.ts';
import { changed } from './change.ts';
import { domainName, line, list, slug, uniqueList } from './field.ts';
import { defineKind } from './kind.ts';
import { namesIn, type Reference } from './reference.ts';
import { pagePhrases, situationOf } from './situation.ts';
import { edge, loops, roleOptions } from './topology.ts';

const works = (description: string) =>
  uniqueList(slug, 16, 1)
    .optional()
    .meta({ description, examples: ['[patch]'] });

export const pattern = defineKind({
  kind: 'pattern',
  form: 'page',
  reading: { section: 'pattern' },
  description:
    'One way to organise agents: its roles and edges, when to use it, how it fails and how to check it.',
  headings: [
    'How to run it',
    '?Example',
    '?What it costs',
    '?How it fails',
    'What is known',
    'What is not known',
  ],
  fields: {
    slug: slug.meta({ description: 'The name of the pattern in paths.' }),
    family: slug.meta({ description: 'The family of the pattern.', examples: ['single-agent'] }),
    aliases: uniqueList(slug, 12).meta({
      description: 'Other names of the pattern. `/patterns/{alias}.md` redirects here.',
    }),
    intent: line(240).meta({ description: 'What the organisation does, in one sentence.' }),
    roles: z
      .array(
        z.strictObject({
          id: slug.meta({ description: 'The name of the role in edges.', examples: ['reviewer'] }),
          purpose: line(200).meta({ description: 'What the role does and is responsible for.' }),
          ...roleOptions,
          reads: works('The artifacts that the role reads.'),
          writes: works('The artifacts that the role writes.'),
        }),
      )
      .min(1)
      .max(12)
      .meta({
        rules: '1 to 12 items; the first is where work enters',
        description: 'The roles of the pattern.',
      }),
    edges: list(edge, 24).meta({ description: 'The connections between roles, and what each passes.' }),
    loops,
    artifacts,
    outputs,
    use_when: uniqueList(line(240), 6, 1).meta({
      description: 'The conditions under which to choose the pattern.',
    }),
    avoid_when: uniqueList(line(240), 6, 1).meta({
      description: 'The conditions under which to choose something else.',
    }),
    pitfalls: uniqueList(line(240), 8, 1).meta({
      description: 'The ways in which the pattern fails in practice.',
    }),
    verification_checks: uniqueList(line(240), 8, 1).meta({
      description: 'The measurements that show whether the pattern works.',
    }),
    pairs_with: list(
      z.strictObject({
        pattern: slug.meta({ description: 'The other pattern.' }),
        why: line(200).meta({ description: 'The effect of the pair that neither pattern has alone.' }),
      }),
      8,
    ).meta({ description: 'Patterns that go well with it.' }),
    separates: line(240).optional().meta({
      description:
        'The conditions that separate the findings for the pattern from those against it, if they are known.',
    }),
    domains: uniqueList(domainName, 12, 1).meta({ description: 'Task domains in which it is a candidate.' }),
    sources: uniqueList(slug, 20, 1).meta({
      description: 'The research records that the pattern rests on.',
      examples: ['[react-2022]'],
    }),
    comparisons: uniqueList(slug, 40).optional().meta({
      rules: '0 to 40 items, no duplicates',
      description: 'Every recomputed comparison that tests the pattern, whatever its result.',
    }),
    changed,
  },
  searchFields: { asked_as: pagePhrases },
  offered: { resource: 3, search: 1 },
  source: {
    layout: 'patterns/{slug}.md',
    ownPage: true,
    declares: { as: 'pattern', names: ({ slug }) => [slug], file: name => `patterns/${name}.md` },
    facts: [
      ...(['slug', 'family', 'aliases', 'intent', 'domains', 'sources', 'pairs_with', 'pitfalls'] as const),
      ...(['verification_checks', 'separates', 'comparisons', 'changed', 'roles', 'edges', 'loops'] as const),
      ...(['use_when', 'avoid_when'] as const),
    ],
    references: ({ family, pairs_with, sources, comparisons }) => [
      { to: 'family', name: family, path: ['family'] },
      ...pairs_with.map(({ pattern: name }, at): Reference => {
        return { to: 'pattern', name, path: ['pairs_with', at, 'pattern'] };
      }),
      ...namesIn('research_record', ['sources'], sources),
      ...namesIn('comparison', ['comparisons'], comparisons),
    ],
    search: ({ slug, family, aliases, intent, use_when, roles, domains, asked_as }, body) => ({
      names: [slug, ...aliases],
      family,
      purpose: [intent, ...use_when],
      detail: [...roles.map(({ purpose }) => purpose), ...body.steps()],
      domains,
      situations: situationOf(asked_as),
    }),
  },
});
