/** The query parameters: what each route takes, as it is described and as it is held against requests. */

import { artifactStatuses } from '../kind/artifact-status.ts';
import { adoptionOutcomes } from './adoption.ts';
import { jobStates } from './evaluation-job.ts';
import { planStates } from './list.ts';

/** A query parameter, with its JSON Schema. */
export interface QueryParameter {
  name: string;
  description: string;
  schema: Readonly<Record<string, unknown>>;
}

const paging: readonly QueryParameter[] = [
  {
    name: 'after',
    description: 'The number after which the page begins; 0 when absent.',
    schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
  },
  {
    name: 'limit',
    description: 'How many a page shows at most; 100 when absent.',
    schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
  },
];

const bound = (name: string, which: string): QueryParameter => ({
  name,
  description: `The ${which} time, inclusive: such as \`2026-11-21T08:00:00Z\`, or a date, which stands for its whole day.`,
  schema: { type: 'string', examples: ['2026-11-21'] },
});

const listQuery = (states: readonly string[]): readonly QueryParameter[] => [
  ...paging,
  {
    name: 'task_class',
    description: 'Only what is of this task class.',
    schema: { type: 'string', maxLength: 128 },
  },
  { name: 'state', description: 'Only what is in this state.', schema: { type: 'string', enum: states } },
  bound('from', 'first'),
  bound('to', 'last'),
];

const searchQuery: readonly QueryParameter[] = [
  {
    name: 'q',
    description: 'The work or the question, in plain words.',
    schema: { type: 'string', minLength: 1, maxLength: 2000, examples: ['fix a bug'] },
  },
  {
    name: 'kind',
    description: 'Only pages of this kind.',
    schema: { type: 'string', examples: ['pattern'] },
  },
  {
    name: 'domain',
    description: 'Only pages on this domain.',
    schema: { type: 'string', examples: ['coding'] },
  },
  {
    name: 'task_class',
    description: 'Only pages for this task class.',
    schema: { type: 'string', examples: ['coding.bug_fix'] },
  },
  {
    name: 'limit',
    description: 'How many results an answer has at most; 8 when absent.',
    schema: { type: 'integer', minimum: 1, maximum: 20, default: 8 },
  },
  {
    name: 'offset',
    description: 'How many results come before the first; 0 when absent.',
    schema: { type: 'integer', minimum: 0, maximum: 100, default: 0 },
  },
];

export const query = {
  search: searchQuery,
  artifacts: listQuery(artifactStatuses),
  plans: listQuery(planStates),
  evaluations: listQuery(jobStates),
  adoptions: listQuery(adoptionOutcomes),
  cases: paging,
  events: [
    ...paging,
    {
      name: 'wait',
      description: 'For how many seconds an empty answer is held until something happens; 0 when absent.',
      schema: { type: 'integer', minimum: 0, maximum: 30, default: 0 },
    },
  ],
  dryRun: [
    {
      name: 'dry_run',
      description: 'With `true` the request is checked and answered as it would be, and nothing is changed.',
      schema: { type: 'boolean', default: false },
    },
  ],
} as const satisfies Record<string, readonly QueryParameter[]>;
