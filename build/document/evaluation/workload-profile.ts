/** A workload profile: the requirements of a tenant on whoever does the work, as far as they can be counted. */
import { count, taskClass } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';

export const workloadProfile = defineKind({
  kind: 'workload_profile',
  form: 'registered',
  description:
    'The needs of a tenant for a class of tasks: the number of runs, the share that must pass, and what a run may cost.',
  fields: {
    task_class: taskClass.meta({ description: 'The class of tasks. A domain must declare it.' }),
    volume_per_month: count(1e9, 'runs')
      .optional()
      .meta({ description: 'The number of runs in a month.', examples: [1200] }),
    min_pass_rate: count(100, 'percent').meta({
      description:
        'The smallest share of runs that must pass. Not only the pass rate but the lower end of its 95 % interval must reach it.',
      examples: [90],
    }),
    max_tokens_per_run: count(1e12, 'tokens', 1)
      .optional()
      .meta({
        description:
          'The largest number of input and output tokens that all roles of one run may use together.',
        examples: [400000],
      }),
    max_elapsed_milliseconds: count(2678400000, 'milliseconds', 1)
      .optional()
      .meta({ description: 'The longest wall-clock time of one run.', examples: [900000] }),
    max_agents: count(1000, 'agents', 1)
      .optional()
      .meta({ description: 'The largest number of agents that may exist at once.', examples: [4] }),
  },
});
