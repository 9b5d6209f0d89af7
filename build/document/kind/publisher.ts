/** A publisher of formations: a person or an organisation. */
import { line, slug, webAddress } from './field.ts';
import { defineKind } from './kind.ts';
import { pagePhrases, situationOf } from './situation.ts';

export const publisher = defineKind({
  kind: 'publisher',
  form: 'page',
  description: 'A publisher of formations, and how to reach it.',
  fields: {
    publisher: slug.meta({ description: 'The name of the publisher in paths.', examples: ['catalog'] }),
    display_name: line(120).meta({ description: 'The name for people.' }),
    contact: line(200).meta({ description: 'An address for questions.' }),
    url: webAddress.meta({ description: 'Their site.' }),
  },
  searchFields: { asked_as: pagePhrases },
  source: {
    layout: 'publishers/{publisher}.md',
    ownPage: true,
    declares: {
      as: 'publisher',
      names: ({ publisher: name }) => [name],
      file: name => `publishers/${name}.md`,
    },
    search: ({ asked_as }) => ({ situations: situationOf(asked_as) }),
  },
});
