/** A quote: what a task costs with one agent and with a team, before a run (docs/task-to-files.md#3). */
import { z } from 'zod';
import { count, line, sitePath, taskClass } from './field.ts';
import { defineKind } from './kind.ts';
import { tokenMultiple } from './task.ts';

/** Where a number comes from. */
const origins = ['measured', 'reported', 'unknown'] as const;
export type Origin = (typeof origins)[number];

/** The most tokens that a number of a quote may have. */
const most = 1e15;

const tokens = count(most, 'tokens').optional();
const money = z
  .string()
  .regex(/^\d{1,18}(\.\d{1,20})?$/, 'expected a number of dollars')
  .meta({ rules: 'dollars as text', examples: ['0.42'] })
  .optional();

const teamName = line(129).meta({
  rules: '`NAME`, or `PUBLISHER/NAME` for a formation',
  examples: ['panel-code-review'],
});

const candidate = z.strictObject({
  name: teamName.meta({ description: 'Its name.' }),
  path: sitePath.meta({ description: 'The version.', examples: ['/starters/panel-code-review/1.0.0.md'] }),
  max_agents: count(1e6, 'agents').meta({ description: 'The most agents at once.', examples: [4] }),
  input_tokens: count(1e12, 'tokens').meta({
    description: 'The most that a run reads.',
    examples: [600_000],
  }),
  output_tokens: count(1e12, 'tokens').meta({
    description: 'The most that a run writes.',
    examples: [40_000],
  }),
  enforced_by: z
    .array(line(64))
    .max(40)
    .meta({
      rules: '0 to 40 targets of exports',
      description: 'The exports that stop a run at these bounds; in all others nobody counts tokens.',
      examples: [['claude-workflow']],
    }),
});
export type Candidate = z.infer<typeof candidate>;

const estimate = (what: string) =>
  z
    .strictObject({
      name: teamName
        .optional()
        .meta({ description: 'The starter or formation; absent where there is none.' }),
      tokens_from: z.enum(origins).meta({
        description:
          'Where the expected tokens come from. measured: by the reader, who gave them; reported: those times what a record reports; unknown.',
        examples: ['reported'],
      }),
      tokens_low: tokens.meta({ description: 'The least that is expected of a run, read and written.' }),
      tokens_high: tokens.meta({ description: 'The most that is expected.' }),
      dollars_low: money.meta({ description: 'The same in money.' }),
      dollars_high: money.meta({ description: 'The same in money.' }),
      cap_tokens: tokens.meta({ description: 'The most that its budget allows, read and written.' }),
      cap_dollars: money.meta({ description: 'The same in money.' }),
    })
    .meta({ description: what });

export const quote = defineKind({
  kind: 'quote',
  form: 'page',
  description:
    'What a task costs with one agent and with a team, before a run, and where each number is from.',
  fields: {
    task_class: taskClass.meta({ description: 'The task class.' }),
    given: z
      .strictObject({
        starter: teamName.optional().meta({ description: 'The team that was asked for.' }),
        price_input: money.meta({ description: 'Dollars for a million tokens that are read.' }),
        price_output: money.meta({ description: 'Dollars for a million tokens that are written.' }),
        tokens: tokens.meta({
          description: 'All tokens of a run of one agent, as the reader measured them.',
        }),
      })
      .optional()
      .meta({ description: 'What the reader said.' }),
    one_agent: estimate('A run of one agent.'),
    team: estimate('A run of the team.'),
    more: z
      .strictObject({
        tokens_low: tokens.meta({ description: 'The least.' }),
        tokens_high: tokens.meta({ description: 'The most.' }),
        dollars_low: money.meta({ description: 'The least in money.' }),
        dollars_high: money.meta({ description: 'The most in money.' }),
      })
      .optional()
      .meta({
        description:
          'What the team takes more than one agent, which is what each failure that it prevents must be worth; absent where it is unknown.',
      }),
    token_multiple: tokenMultiple.meta({
      description: 'How many times the tokens of one agent a team took; absent when no record says so.',
    }),
    control: candidate.optional().meta({ description: 'The one agent; absent where it has no starter.' }),
    teams: z.array(candidate).max(40).meta({
      rules: '0 to 40 items, the one that is quoted without `starter` first',
      description: 'The teams made for the task, which `starter` may name.',
    }),
  },
  note: 'Query: `starter`, `price_input` with `price_output` (dollars per million tokens), `tokens` (of one run of one agent).',
});
