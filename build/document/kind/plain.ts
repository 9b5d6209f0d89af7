/** Plain pages: kinds without fields of their own, all under the schema `formation.doc/v0.1`. */
import { defineKind, schemaVersion } from './kind.ts';
import { pagePhrases, situationOf } from './situation.ts';

const plainSchema = `formation.doc/${schemaVersion}`;

export const doc = defineKind({
  kind: 'doc',
  form: 'page',
  schema: plainSchema,
  description: 'A plain page: the common fields and a body.',
  fields: {},
  searchFields: { asked_as: pagePhrases },
  offered: { search: 8 },
  source: {
    layout: 'status.md',
    composed: true,
    search: ({ asked_as }) => ({ situations: situationOf(asked_as) }),
  },
});

/** The title of the guide whose terms search finds separately. */
const glossaryTitle = 'Glossary';

export const guide = defineKind({
  kind: 'guide',
  form: 'page',
  reading: { shelf: 'Guides' },
  schema: plainSchema,
  description: 'A guide to choosing and running an organisation.',
  fields: {},
  searchFields: { asked_as: pagePhrases },
  offered: { resource: 5, search: 7 },
  source: {
    layout: 'guides/{slug}.md',
    ownPage: true,
    search: ({ title, asked_as }, body) => ({
      headings: body.headings(),
      words: body.words(),
      sections: title === glossaryTitle ? body.terms() : [],
      situations: situationOf(asked_as),
    }),
  },
});

export const contract = defineKind({
  kind: 'contract',
  form: 'page',
  reading: { shelf: 'Contract' },
  schema: plainSchema,
  description: 'The rules of the contract on one subject. The number of each rule is its anchor.',
  fields: {},
  searchFields: { asked_as: pagePhrases },
  source: {
    layout: 'docs/{slug}.md',
    ownPage: true,
    search: ({ asked_as }, body) => ({
      headings: body.headings(),
      words: body.words(),
      situations: situationOf(asked_as),
    }),
  },
});

export const findings = defineKind({
  kind: 'findings',
  form: 'page',
  reading: { section: 'findings' },
  schema: plainSchema,
  description: 'The research findings on one pattern or domain, for and against.',
  fields: {},
});
