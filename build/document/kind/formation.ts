/** A formation: a team of agents for a task, in one version, by a named publisher. */
import { line, slug, taskClass, uniqueList, version } from './field.ts';
import { defineKind } from './kind.ts';
import { formationFields } from './topology.ts';
import { versionFacts, versionReferences, versionSearch } from './version.ts';

export const formation = defineKind({
  kind: 'formation',
  form: 'artifact',
  reading: { section: 'version', shelf: 'Formations' },
  description:
    'A team of agents for a task: roles, edges, budget, stop conditions and checks, in a version by a publisher.',
  fields: {
    name: slug.meta({ description: 'The name of the formation in paths.', examples: ['repair-crew'] }),
    publisher: slug.meta({ description: 'The publisher of the formation.', examples: ['catalog'] }),
    version: version.meta({
      description: 'The version of the formation. A published version never changes.',
    }),
    goal: line(240).meta({ description: 'The goal of a run.' }),
    task_classes: uniqueList(taskClass, 12, 1).meta({
      description: 'The task classes for which the formation is made.',
    }),
    patterns: uniqueList(slug, 8, 1).meta({
      description: 'The patterns from which the formation is assembled.',
    }),
    control: slug.optional().meta({
      description: 'The single-agent starter with which to compare the formation.',
      examples: ['solo-coder'],
    }),
    ...formationFields,
  },
  offered: { search: 3 },
  source: {
    layout: 'formations/{publisher}/{name}/{version}.md',
    facts: [...versionFacts, 'control', 'publisher'],
    references: value => [
      { to: 'publisher', name: value.publisher, path: ['publisher'] },
      ...versionReferences(value),
    ],
    search: versionSearch,
  },
  note: [
    'A tenant registers a private candidate with `POST /v1/tenants/{tenant_id}/formations`. What it sends is the artifact,',
    'byte by byte, so it carries what a sender can know: `schema`, `kind`, optionally `visibility: tenant`,',
    '`product_api_version` and `schema_version`, then `title`, `description`, optionally `supersedes` (the digest of the',
    "candidate that it replaces), and the fields from `name` on; no `path` and no `canonical_url`. `publisher` is the tenant's",
    'own word for itself. Patterns, task classes and sources are those of this catalog. The body has a section',
    '`## Instructions` with one `### {role}` for each role.',
  ].join(' '),
});
