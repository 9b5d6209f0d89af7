/** A suite: the metadata of a set of test cases. The cases themselves stay with the tenant. */
import { z } from 'zod';
import { digest, list, slug, taskClass, version } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';

const testCase = z.strictObject({
  id: slug.meta({
    description: 'The id of the case, which occurs once in the suite.',
    examples: ['case-001'],
  }),
  digest: digest.meta({
    description: 'The digest of the case. A runner checks with it that it has the right case.',
  }),
  cluster: slug.optional().meta({
    rules: 'a slug; on every case or on none',
    description:
      'What it shares with cases that resemble it, such as a repository. Clusters count as units, not cases.',
    examples: ['parser'],
  }),
});

export const suite = defineKind({
  kind: 'suite',
  form: 'registered',
  description: 'The metadata of a set of test cases: their names and digests, never the cases themselves.',
  // 2,000 cases of the usual length.
  maxFrontMatter: 256 * 1024,
  fields: {
    name: slug.meta({ description: 'The name of the suite.', examples: ['nightly-defects'] }),
    version: version.meta({ description: 'The version of the suite.' }),
    task_class: taskClass.meta({ description: 'The class of tasks to which the cases belong.' }),
    cases: list(testCase, 2000, 1).meta({ description: 'The cases, by id and digest.' }),
  },
});

export type Suite = z.infer<typeof suite.fields>;
