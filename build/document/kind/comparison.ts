/**
 * A recomputed comparison: what the published results of single cases show about the arms of one study (docs/comparisons.md).
 */
import { z } from 'zod';
import { answers, noise, result } from './comparison-number.ts';
import { extraction } from './extraction.ts';
import { count, date, digest, line, list, slug, uniqueList } from './field.ts';
import { defineKind } from './kind.ts';
import { namesIn } from './reference.ts';
import { share } from './share.ts';
import { pagePhrases, situationOf } from './situation.ts';
import { unique } from './source.ts';

/** The known licences, and whether verdicts of single cases are published here under each (docs/comparisons.md#3). */
export const licences = {
  MIT: true,
  'Apache-2.0': true,
  'BSD-3-Clause': true,
  'CC-BY-4.0': true,
  'CC-BY-NC-4.0': false,
  'LicenseRef-source-available': false,
  NONE: false,
} as const satisfies Record<string, boolean>;

/** The causes of a difference other than the organisation, each with its sentence. A comparison may state no other causes. */
export const confoundWords = {
  model: 'The arms use different models.',
  snapshot: 'The arms may have used different versions of a model.',
  tools: 'The arms use different tools.',
  budget: 'The arms may have used different numbers of tokens or different amounts of money.',
  attempts: 'The arms had different numbers of attempts at each case.',
  harness: 'The arms ran in different harnesses.',
  prompt: 'The prompts of the arms also differ in ways that the designs do not require.',
  runner: 'Different people ran the arms.',
  time: 'The arms ran at different times.',
  scorer: 'The arms were scored in different ways.',
  oracle: 'A selector that knew the right answer chose among the answers or ended a run.',
  selection: 'The cases were selected according to how well models had done on them.',
  contamination: 'A model may have seen the cases, or notes on them, before.',
  single_run: 'Each case ran only once, so the source does not show how much runs differ by chance.',
  missing:
    'Some arms have no result for some cases, and these cases may be harder or easier than the others.',
} as const;

const confoundNames = Object.keys(confoundWords) as (keyof typeof confoundWords)[];

const whole = (unit: string) => count(10_000_000, unit);

/** Tells whether a relative path stays within its folder. */
const isInside = (path: string): boolean =>
  !path.includes('\\') && path.split('/').every(part => part !== '' && part !== '.' && part !== '..');

const file = z.strictObject({
  path: line(400)
    .refine(isInside, 'expected a path within the repository')
    .meta({ description: 'The path of the file in the repository.' }),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'expected 64 lowercase hexadecimal digits')
    .meta({ description: 'The SHA-256 of its bytes.', examples: ['0a'.repeat(32)] }),
  size_bytes: count(2_147_483_647, 'bytes').meta({ description: 'The size of the file.' }),
});

const sourceOf = z.strictObject({
  repository: line(200)
    .regex(/^[\w.-]+\/[\w.-]+$/, 'expected `OWNER/NAME` of a repository on GitHub')
    .meta({ description: 'The repository on GitHub.', examples: ['noahshinn/reflexion'] }),
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}$/, 'expected a full commit of 40 hexadecimal digits')
    .meta({ description: 'The commit that was read.', examples: ['0a'.repeat(20)] }),
  licence: z.enum(Object.keys(licences) as [keyof typeof licences]).meta({
    description: 'The licence of the repository at that commit; `NONE` if it states none.',
  }),
  read_on: date.meta({ description: 'The day on which it was read.' }),
  files: z.array(file).min(1).max(400).meta({ description: 'The files that the rule reads.' }),
});

const benchmark = z.strictObject({
  name: line(120).meta({ description: 'The benchmark to which the cases belong.' }),
  version: line(120).meta({ description: 'The version of the benchmark, as far as the source says.' }),
  cases: whole('cases').meta({ description: 'The number of cases.' }),
  selection: line(300).meta({ description: 'The rule by which the cases were selected.' }),
  selected_on_outcomes: z.boolean().meta({
    description: 'Whether the selection depended on results of an arm or its model.',
  }),
});

const arm = z.strictObject({
  id: slug.meta({ description: 'The name of the arm in the table.' }),
  pattern: slug.optional().meta({ description: 'The pattern that the arm follows.' }),
  fidelity: z.enum(['exact', 'variant', 'bundle', 'control']).meta({
    description:
      'exact: the pattern, and else like the control; variant: it deviates; bundle: more than the pattern differs; control: no organisation.',
  }),
  what: line(300).meta({ description: 'The configuration that was run.' }),
  models: z
    .array(
      z.strictObject({
        role: line(80).meta({ description: 'What the arm does.' }),
        model: line(120).meta({ description: 'The model, with its snapshot where that is known.' }),
      }),
    )
    .min(1)
    .max(12)
    .meta({ description: 'The models by role.' }),
  harness: line(200).meta({ description: 'The program that ran it.' }),
  tools: line(200).meta({ description: 'The tools that it had.' }),
  budget: line(200).meta({ description: 'The budget of the arm.' }),
  ran_by: z.enum(['maker', 'vendor', 'third_party']).meta({ description: 'Who ran the arm.' }),
  repeats: count(1000, 'runs', 1).meta({ description: 'Runs of each case.' }),
  selector: z.enum(['none', 'tests', 'oracle']).meta({
    description:
      'The way in which the arm chose among answers: not at all, by visible tests, or by knowing which answer is right.',
  }),
});

const text = (description: string, max = 400) => line(max).meta({ description });

export const comparison = defineKind({
  kind: 'comparison',
  form: 'page',
  reading: { section: 'comparison', shelf: 'Comparisons' },
  maxFrontMatter: 256 * 1024,
  searchFields: { asked_as: pagePhrases },
  offered: { search: 6 },
  description: 'Published results, computed again.',
  note: 'The build computes every number of `answers`, `results` and `noise` from the table, and refuses others.',
  fields: {
    slug: slug.meta({ description: 'The name of the comparison.' }),
    grade: z.literal('recomputed').meta({
      description:
        'The grade, which is below that of evidence from tenants. A comparison is never pooled with other evidence, and no recommendation rests on one.',
    }),
    status: z
      .enum(['proposed', 'reviewed', 'disputed', 'withdrawn'])
      .meta({ description: 'The status of the comparison.' }),
    dates: z
      .array(
        z.strictObject({
          status: z
            .enum(['proposed', 'reviewed', 'disputed', 'withdrawn'])
            .meta({ description: 'A status.' }),
          on: date.meta({ description: 'The day on which it got this status.' }),
        }),
      )
      .min(1)
      .max(20)
      .meta({ description: 'Every status that it had, oldest first.' }),
    dispute: z
      .strictObject({
        objection: text('What is objected to, in the words of those who object.', 1000),
        answer: text('What the catalog answers.', 1000),
      })
      .optional()
      .meta({ description: 'Both sides, while it is disputed.' }),
    sources: z.array(sourceOf).min(1).max(4).meta({ description: 'The source of the results.' }),
    benchmark: benchmark.meta({ description: 'The cases.' }),
    task_class: line(128).optional().meta({ description: 'The task class that the cases are of.' }),
    arms: z.array(arm).min(1).max(12).meta({ description: 'All arms, controls first.' }),
    verdict_rule: text('What a pass is.'),
    answers: z.array(answers).max(12).meta({ description: 'The results of the runs of each arm.' }),
    exclusions: z
      .array(
        z.strictObject({
          what: text('What was left out.', 300),
          why: text('Why.', 300),
        }),
      )
      .max(12)
      .meta({ description: 'Contents of the source that the comparison leaves out.' }),
    noise: noise.meta({
      rules: '`unavailable`, or two arms and their difference',
      description: 'How much identical arms differ by chance.',
    }),
    results: z.array(result).max(66).meta({
      rules: 'every pair of arms',
      description:
        'The results for every pair of arms. Together, they are the family for which p is corrected.',
    }),
    shown: z
      .array(
        z.strictObject({
          a: slug.meta({ description: 'The first arm.' }),
          b: slug.meta({ description: 'The second arm.' }),
          why: text('Why it is shown first.', 240),
        }),
      )
      .min(1)
      .max(8)
      .meta({ description: 'The results that the page is about.' }),
    confounds: uniqueList(z.enum(confoundNames as [keyof typeof confoundWords]), confoundNames.length).meta({
      description: 'What may explain a difference other than the organisation.',
    }),
    headline: z
      .strictObject({
        claimed: text('What the authors state.', 300),
        place: text('Where.', 200),
        arms: uniqueList(slug, 4, 1).meta({ description: 'The arms that it is about.' }),
        recomputed: z.array(share).min(1).max(4).meta({
          rules: 'a share for each arm',
          description: 'Their rates here.',
        }),
      })
      .optional()
      .meta({
        description: 'The value that the authors state, and the value that we compute from their files.',
      }),
    cannot_show: list(line(300), 8, 1).meta({
      description: 'What the comparison cannot show.',
    }),
    queries: z
      .array(
        z.strictObject({
          subject: text('Which files or arm.', 200),
          observation: text('What was seen in them.', 400),
        }),
      )
      .max(8)
      .optional()
      .meta({
        description: 'Open questions to the authors. No result rests on the data that they are about.',
      }),
    extraction,
    cases_digest: digest.optional().meta({
      description: 'The digest of the table; absent where the licence forbids one.',
    }),
  },
  source: {
    layout: 'comparisons/{slug}.md',
    declares: {
      as: 'comparison',
      names: ({ slug: name }) => [name],
      file: name => `comparisons/${name}.md`,
    },
    references: ({ arms, task_class }) => [
      ...arms.flatMap(({ pattern }, at) =>
        pattern === undefined
          ? []
          : namesIn('pattern', ['arms', at, 'pattern'], [pattern]).map(each => ({
              ...each,
              path: ['arms', at, 'pattern'],
            })),
      ),
      ...(task_class === undefined ? [] : [{ to: 'task_class', name: task_class, path: ['task_class'] }]),
    ],
    search: ({ slug: name, arms, benchmark: { name: cases }, task_class, asked_as }) => ({
      names: [name],
      purpose: [cases, ...arms.map(({ what }) => what)],
      task_classes: task_class === undefined ? [] : [task_class],
      patterns: unique(arms.flatMap(({ pattern }) => pattern ?? [])),
      situations: situationOf(asked_as),
    }),
  },
});

/** Tells whether the licences of these sources allow the verdicts of single cases to be published here. */
export const mayPublish = (sources: readonly { licence: keyof typeof licences }[]): boolean =>
  sources.every(({ licence }) => licences[licence]);
