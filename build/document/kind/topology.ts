/** The shape of a formation: its roles, edges and budget, as starters and formations state them. */
import { z } from 'zod';
import { artifacts, outputs } from './artifact.ts';
import { count, line, list, slug, uniqueList } from './field.ts';

/** The kinds of edges, by what passes along them. */
export const edgeKinds = ['delegates', 'hands_off', 'reviews', 'reports', 'votes', 'reads'] as const;

/** The verb of each kind of edge, between the names of its roles. */
export const edgeVerbs: Readonly<Record<(typeof edgeKinds)[number], string>> = {
  delegates: 'delegates to',
  hands_off: 'hands off to',
  reviews: 'reviews the work of',
  reports: 'reports to',
  votes: 'sends its vote to',
  reads: 'reads the work of',
};

export const edge = z
  .strictObject({
    from: slug.meta({ description: 'The role that acts.', examples: ['lead'] }),
    to: slug.meta({ description: 'The role on which `from` acts.', examples: ['worker'] }),
    kind: z.enum(edgeKinds).meta({
      description:
        'delegates: gives a task and awaits its result; hands_off: passes the work on for good; reviews: ' +
        'judges the work of; reports: returns a result to; votes: gives a vote to; reads: reads what the ' +
        'other wrote.',
      examples: ['delegates'],
    }),
    when: line(200)
      .optional()
      .meta({
        description:
          'The condition under which `from` takes the edge. If it is absent, `from` always takes the edge. ' +
          'A name in backticks is an artifact that `from` reads or writes.',
        examples: ['`review` asks for changes'],
      }),
    order: count(256, undefined, 1)
      .optional()
      .meta({ description: 'The position of the edge among the edges that leave `from`.', examples: [1] }),
    loop: slug.optional().meta({ description: 'The loop to which the edge belongs.', examples: ['repair'] }),
  })
  .meta({ examples: ['{from: lead, to: worker, kind: delegates}'] });

/** The strength of the model that a role needs; `none` for a program without a model. */
const modelTiers = ['none', 'small', 'medium', 'large'] as const;

/** The sorts of actors in a role. */
const performers = ['model', 'program', 'person'] as const;

const fieldOfItem = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9_]*$/, 'expected the name of a field')
  .meta({ rules: 'lowercase letters, digits and `_`', examples: ['place'] });

/** The operations of a program role that exports write as code (docs/exports.md#13). */
const operation = z
  .discriminatedUnion('does', [
    z.strictObject({
      does: z.literal('deduplicate'),
      by: uniqueList(fieldOfItem, 8, 1),
      most: count(1000, undefined, 1).optional(),
    }),
    z.strictObject({ does: z.literal('vote'), on: fieldOfItem }),
    z.strictObject({ does: z.literal('check_quotes'), quote: fieldOfItem, page: fieldOfItem }),
    z.strictObject({ does: z.literal('match'), by: uniqueList(fieldOfItem, 8, 1) }),
    z.strictObject({
      does: z.literal('arrange'),
      keep: z.record(fieldOfItem, uniqueList(line(80), 16, 1)).optional(),
    }),
  ])
  .meta({ examples: ['{does: vote, on: answer}'] });

const interfaceOfProgram = z.strictObject({
  operation: operation.optional().meta({
    description:
      'The built-in operation that the program performs, if it is one of these: merge the items of a list that agree in some fields; count the ' +
      'values of a field; keep the items whose quote is on its page; pair the items of two lists that agree in some fields; write lists as Markdown.',
  }),
  inputs: line(400).meta({ description: 'The input of the role, and its form.' }),
  outputs: line(400).meta({ description: 'The output of the role, and its form.' }),
  exit: line(400).meta({ description: 'The ways in which the role can end, and what each means.' }),
});

/** The optional fields of a role, which the roles of patterns have too. */
export const roleOptions = {
  count: z
    .strictObject({
      min: count(1000, undefined, 1).meta({
        description: 'The smallest number of agents that act.',
        examples: [1],
      }),
      max: count(1000, undefined, 1)
        .optional()
        .meta({
          description: 'The largest number of agents that act. A check of the build requires it.',
          examples: [4],
        }),
      each: slug.optional().meta({
        description:
          'An artifact that is a list. One agent acts for each of its items. If it is absent, all agents get the same input.',
        examples: ['contracts'],
      }),
    })
    .optional()
    .meta({
      description: 'The number of agents that act in the role at once; 1 if absent.',
    }),
  performed_by: z
    .enum(performers)
    .optional()
    .meta({
      description: 'Who acts in the role; only a model has a `model_tier` other than `none`.',
      examples: ['program'],
    }),
  interface: interfaceOfProgram.optional().meta({
    description: 'What a person needs to know to write the program.',
  }),
} as const;

const role = z.strictObject({
  id: slug.meta({ description: 'The name of the role in edges and headings.', examples: ['reviewer'] }),
  purpose: line(240).meta({ description: 'What the role does and is responsible for.' }),
  ...roleOptions,
  model_tier: z.enum(modelTiers).meta({
    description: 'The weakest model that can play the role; `none` means a program without a model.',
    examples: ['medium'],
  }),
  tools: uniqueList(slug, 16).meta({
    description:
      'The tools that the role may use. It gets no others, except those with which coding hosts save and read quoted pages. A role ' +
      'without tools works on text alone.',
    examples: ['[read-files]'],
  }),
  reads: uniqueList(slug, 16).meta({
    description: 'The artifacts that the role may read.',
    examples: ['[patch]'],
  }),
  writes: uniqueList(slug, 16).meta({
    description: 'The artifacts that the role may write.',
    examples: ['[review]'],
  }),
});

const budget = z.strictObject({
  max_agents: count(1000, 'agents').meta({ description: 'Agents that may exist at once.', examples: [4] }),
  max_rounds: count(1000, 'rounds')
    .optional()
    .meta({
      description:
        'How often a run may go around a cycle of edges. It is required if edges form a cycle. If `loops` are stated, it is the `max_rounds` of one of them.',
      examples: [3],
    }),
  input_tokens: count(1e12, 'tokens').meta({
    description: 'Input tokens of one run, all roles together.',
    examples: [400000],
  }),
  output_tokens: count(1e12, 'tokens').meta({
    description: 'Output tokens of one run, all roles together.',
    examples: [60000],
  }),
  elapsed_milliseconds: count(2678400000, 'milliseconds').meta({
    description: 'Wall-clock time of one run.',
    examples: [1800000],
  }),
});

export const loops = list(
  z.strictObject({
    id: slug.meta({ description: 'The name of the loop in edges.', examples: ['repair'] }),
    max_rounds: count(1000000, 'rounds', 1).meta({
      description: 'How often a run may go around the loop each time it enters the loop.',
      examples: [3],
    }),
    until: line(200).meta({
      description:
        'The condition that ends the loop earlier. A name in backticks is an artifact that a role in the loop reads or writes.',
      examples: ['`review` accepts the patch'],
    }),
  }),
  32,
  1,
)
  .meta({
    description: 'The loops among the edges. If stated, every cycle of edges goes through one of them.',
  })
  .optional();

/** The fields that starters and formations have in common, in order. */
export const formationFields = {
  entry_role: slug.meta({ description: 'The role that receives the task.', examples: ['lead'] }),
  roles: list(role, 64, 1).meta({ description: 'The roles of the team.' }),
  edges: list(edge, 256).meta({ description: 'The connections between roles, and what each passes.' }),
  loops,
  artifacts,
  outputs,
  budget: budget.meta({ description: 'The limits of one run. None of the numbers is 0.' }),
  stop_conditions: uniqueList(line(300), 12).meta({
    rules: '1 to 12 items, no duplicates',
    description: 'The conditions under which a run ends, with success or without.',
  }),
  checks: uniqueList(line(300), 12, 1).meta({
    description: 'The checks that a result must pass before it counts.',
  }),
  falsified_if: line(400).meta({
    description: 'The measurement that would show this formation is not worth its cost.',
  }),
  cautions: uniqueList(line(300), 8).meta({
    description: 'The cautions that a reader must know before relying on the team.',
  }),
  sources: uniqueList(slug, 20).meta({
    description: 'The research records on which the team rests.',
    examples: ['[react-2022]'],
  }),
} as const;

export type Operation = z.infer<typeof operation>;
export type Edge = z.infer<typeof edge>;
export type Role = z.infer<typeof role>;
export type Loop = NonNullable<z.infer<typeof loops>>[number];
export type Budget = z.infer<typeof budget>;
