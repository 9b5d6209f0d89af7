/** The description of the service, and the families of patterns: sources of the build that are no pages. */
import { z } from 'zod';
import { line, list, slug, uniqueList, version, webAddress } from './field.ts';
import { defineKind } from './kind.ts';

/** The description of the service from which every discovery file is made. */
export const site = defineKind({
  kind: 'site',
  form: 'source',
  description: 'The description of the service; every discovery file is made from it.',
  source: { layout: 'site.md', composed: true },
  fields: {
    name: z
      .string()
      .max(200)
      .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/, 'expected a reverse-DNS name, a slash and a name')
      .meta({
        rules: '`reverse.dns/name`',
        description: 'The name in MCP registries.',
        examples: ['org.example/catalog'],
      }),
    version: version.meta({ description: 'The version of the service.' }),
    tagline: line(100).meta({ description: 'The service in at most 100 characters, for server cards.' }),
    organization: line(120).meta({ description: 'The operator of the catalog.' }),
    website: webAddress.meta({ description: 'The site of who runs it.' }),
    skills: list(
      z.strictObject({
        id: slug.meta({ description: 'The name of the skill.' }),
        name: line(80).meta({ description: 'The name of the skill for people.' }),
        description: line(300).meta({ description: 'What the skill does.' }),
        tags: uniqueList(slug, 8, 1).meta({ description: 'Words by which the skill is found.' }),
      }),
      12,
      1,
    ).meta({ description: 'What the service does for an agent.' }),
    queries: uniqueList(line(160), 5, 2).meta({
      description: 'Questions that the service answers, as users put them.',
    }),
  },
});

export const families = defineKind({
  kind: 'families',
  form: 'source',
  description: 'The families of patterns, in the order of the index.',
  source: {
    layout: 'families.md',
    composed: true,
    declares: {
      as: 'family',
      names: ({ families: all }) => all.map(family => family.slug),
      file: () => 'families.md',
    },
  },
  fields: {
    families: list(
      z.strictObject({
        slug: slug.meta({ description: 'The name of the family.' }),
        name: line(80).meta({ description: 'The name of the family for people.' }),
        description: line(240).meta({ description: 'What the patterns of the family have in common.' }),
      }),
      40,
      1,
    ).meta({ description: 'The families.' }),
  },
});
