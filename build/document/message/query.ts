/** The query parameters of each route: how they are described, and how requests are checked. */

import { jobStates } from '../evaluation/evaluation-job.ts';
import { artifactStatuses } from '../kind/artifact-status.ts';
import { adoptionOutcomes } from './adoption.ts';
import { planStates } from './list.ts';

/** A query parameter with its JSON Schema. */
export interface QueryParameter {
  name: string;
  description: string;
  schema: Readonly<Record<string, unknown>>;
}

const whole = (name: string, what: string, range: [number, number], preset: number): QueryParameter => ({
  name,
  description: `${what}; ${preset} when absent.`,
  schema: { type: 'integer', minimum: range[0], maximum: range[1], default: preset },
});

const paging: readonly QueryParameter[] = [
  whole('after', 'The number after which the page begins', [0, Number.MAX_SAFE_INTEGER], 0),
  whole('limit', 'How many a page shows at most', [1, 500], 100),
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
    description: 'Only items of this task class.',
    schema: { type: 'string', maxLength: 128 },
  },
  { name: 'state', description: 'Only items in this state.', schema: { type: 'string', enum: states } },
  bound('from', 'first'),
  bound('to', 'last'),
];

const onlyPages = (which: string, name: string, example: string): QueryParameter => ({
  name,
  description: `Only pages ${which}.`,
  schema: { type: 'string', examples: [example] },
});

const searchQuery: readonly QueryParameter[] = [
  {
    name: 'q',
    description: 'The task or the question, in plain words.',
    schema: { type: 'string', minLength: 1, maxLength: 2000, examples: ['fix a bug'] },
  },
  onlyPages('of this kind', 'kind', 'pattern'),
  onlyPages('on this domain', 'domain', 'coding'),
  onlyPages('for this task class', 'task_class', 'coding.bug_fix'),
  whole('limit', 'How many results an answer has at most', [1, 20], 8),
  whole('offset', 'How many results come before the first', [0, 100], 0),
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
    whole('wait', 'For how many seconds an empty answer is held until something happens', [0, 30], 0),
  ],
  dryRun: [
    {
      name: 'dry_run',
      description: 'With `true` the request is checked and answered as usual, but nothing is changed.',
      schema: { type: 'boolean', default: false },
    },
  ],
} as const satisfies Record<string, readonly QueryParameter[]>;
