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
    'A complete formation to begin from. It was put together from the patterns it names and is not validated.',
  fields: {
    name: slug.meta({
      description: 'The name of the starter in paths.',
      examples: ['breadth-first-research'],
    }),
    version: version.meta({ description: 'The version of the starter. A published version never changes.' }),
    goal: line(240).meta({ description: 'The goal of a run.' }),
    task_classes: uniqueList(taskClass, 12, 1).meta({ description: 'The work it is for.' }),
    patterns: uniqueList(slug, 8, 1).meta({ description: 'The patterns it puts together.' }),
    control: slug.optional().meta({
      description:
        'The starter of one agent that it is compared with. Its newest version has at least the same tokens and time.',
      examples: ['solo-researcher'],
    }),
    calls: count(1e9, 'calls', 1)
      .optional()
      .meta({
        description: 'Model calls that the budget allows for, all roles together.',
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
