/** A starter: a team to begin with, complete, but without evidence of its own. */
import { count, line, slug, taskClass, uniqueList, version } from './field.ts';
import { defineKind } from './kind.ts';
import { formationFields } from './topology.ts';
import { versionFacts, versionReferences, versionSearch } from './version.ts';

export const starter = defineKind({
  kind: 'starter',
  form: 'artifact',
  reading: { section: 'version', shelf: 'Starters' },
  description:
    'A complete team to begin with. We assembled it from the patterns that it names, and nobody has validated it as a whole.',
  fields: {
    name: slug.meta({
      description: 'The name of the starter in paths.',
      examples: ['breadth-first-research'],
    }),
    version: version.meta({ description: 'The version of the starter. A published version never changes.' }),
    goal: line(240).meta({ description: 'The goal of a run.' }),
    task_classes: uniqueList(taskClass, 12, 1).meta({
      description: 'The task classes for which the starter is made.',
    }),
    patterns: uniqueList(slug, 8, 1).meta({
      description: 'The patterns from which the starter is assembled.',
    }),
    control: slug.optional().meta({
      description:
        'The single-agent starter with which to compare the team. Its newest version allows at least as many tokens and as much time.',
      examples: ['solo-researcher'],
    }),
    calls: count(1e9, 'calls', 1)
      .optional()
      .meta({
        description: 'The number of model calls that the budget allows for all roles together.',
        examples: [60],
      }),
    ...formationFields,
  },
  offered: { resource: 4, search: 2 },
  source: {
    layout: 'starters/{name}/{version}.md',
    facts: [...versionFacts, 'control', 'calls'],
    references: versionReferences,
    search: versionSearch,
  },
});
