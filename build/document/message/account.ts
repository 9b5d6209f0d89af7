/** The account of a tenant: its limits, and what it has used (docs/tenants.md#13). */
import { z } from 'zod';
import { count, line, slug, taskClass } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { share } from '../kind/share.ts';

const whole = (unit: string) => count(1e12, unit);

/** The limits of a tenant, with their defaults. */
const accountLimits = {
  private_candidates: whole('formations').meta({
    description:
      'The largest number of formations that the tenant may register. The service refuses another one with `quota_exceeded`.',
    examples: [10000],
  }),
  registered_documents: whole('documents').meta({
    description:
      'The largest number of execution locks, workload profiles and suites that the tenant may register together.',
    examples: [100000],
  }),
  evaluation_runs_per_month: whole('runs').meta({
    description: 'The largest number of evaluation runs in a calendar month (UTC).',
    examples: [100000],
  }),
  concurrent_jobs: whole('jobs').meta({
    description: 'The largest number of evaluation jobs that may be queued or running at once.',
    examples: [20],
  }),
  automatic_approval_runs: whole('runs').meta({
    description: 'The largest number of runs of a plan that needs no approval from the operator.',
    examples: [1000],
  }),
  storage_bytes: whole('bytes').meta({
    description:
      'What everything stored for the tenant may take: documents, plans, evaluations, evidence, ' +
      'recommendations, adoptions, events, and answers kept for repeats.',
    examples: [2_000_000_000],
  }),
  open_leases_per_runner: whole('leases').meta({
    description:
      'The largest number of leases that one runner credential may have at once. The service refuses another one with `quota_exceeded`.',
    examples: [50],
  }),
  requests_per_minute: whole('requests').meta({
    description:
      'The requests that each credential may send in a minute to all server processes. The next request is `rate_limited`.',
    examples: [6000],
  }),
} as const;

export type LimitName = keyof typeof accountLimits;
export const limitNames = Object.keys(accountLimits) as LimitName[];

export const account = defineKind({
  kind: 'account',
  form: 'page',
  description: 'The limits of a tenant, and what it has used.',
  fields: {
    tenant: slug.meta({ description: 'The id of the tenant.', examples: ['acme'] }),
    plan: slug.meta({ description: 'The name of the plan of the account.', examples: ['standard'] }),
    month: line(7).meta({
      rules: 'year and month in UTC',
      description: 'The month for which evaluation runs are counted.',
      examples: ['2026-11'],
    }),
    limits: z.strictObject(accountLimits).meta({ description: 'The limits of the tenant.' }),
    usage: z
      .strictObject({
        private_candidates: whole('formations').meta({ description: 'Registered formations.' }),
        registered_documents: whole('documents').meta({ description: 'Other registered documents.' }),
        evaluation_runs: whole('runs').meta({ description: 'Runs of this month, including reserved ones.' }),
        concurrent_jobs: whole('jobs').meta({ description: 'Jobs that are queued or running now.' }),
        storage_bytes: whole('bytes').meta({
          description:
            'The bytes of everything that is stored for the tenant. Each row has a fixed share for its indexes.',
        }),
        reserved_bytes: whole('bytes').meta({
          description:
            'The bytes that queued or running evaluations may still add. They count against `storage_bytes` and are released as runs end.',
        }),
        adopted: whole('adoptions').meta({ description: 'Adoptions recorded as adopted.' }),
        declined: whole('adoptions').meta({ description: 'Adoptions recorded as declined.' }),
        reverted: whole('adoptions').meta({ description: 'Adoptions recorded as reverted.' }),
        events: whole('events').meta({ description: 'The number of the last event.' }),
      })
      .meta({ description: 'What the tenant has used, counted in the transactions that use it.' }),
    error_budget: z
      .array(
        z.strictObject({
          task_class: taskClass.meta({ description: 'A class of tasks.' }),
          comparisons: whole('comparisons').meta({
            description: 'The number of teams that were compared, in all started evaluations.',
          }),
          left: share.meta({
            description: 'The share of the error rate that is left for all later comparisons.',
          }),
        }),
      )
      .meta({
        rules: 'one for each class with evaluations',
        description: 'The part of the error rate that evaluations have spent, by task class.',
      }),
  },
});

export type Account = z.infer<typeof account.fields>;
export type Limits = Account['limits'];
