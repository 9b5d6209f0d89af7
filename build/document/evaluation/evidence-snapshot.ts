/** An evidence snapshot: what the runs of one completed evaluation show (docs/evidence.md#1). */
import { z } from 'zod';
import { count, digest, line, taskClass, time } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { modelId } from '../kind/model-id.ts';
import { decimal, decimal6, share, signedShare } from '../kind/share.ts';
import { toldAttempts } from './best-of.ts';
import { jobId } from './evaluation-job.ts';
import { comparisons, stoppings } from './evaluation-plan.ts';
import { evidenceGrades } from './evaluation-quote.ts';
import { countedLog, fixedScorer, maxLogsOfLock } from './imported-log.ts';

const whole = (unit: string) => count(Number.MAX_SAFE_INTEGER, unit);

/** A lock with more models than these lists the first. */
export const maxModels = 16;

/** Explanations of a difference other than the organisation. */
export const confounds = ['model', 'tools', 'budget', 'runner', 'scorer', 'selector'] as const;
export type Confound = (typeof confounds)[number];

const estimate = (what: string, part: typeof decimal | typeof signedShare) =>
  z
    .array(part)
    .length(3)
    .optional()
    .meta({ rules: 'value, then the ends of its 95 % interval', description: what });

const passOfK = z.strictObject({
  k: count(100, 'runs').meta({ description: 'So many runs of one case.' }),
  any: share.meta({ description: 'The chance that at least one of them passes (pass@k).' }),
  all: share.meta({ description: 'The chance that all of them pass (pass^k).' }),
});

const result = z.strictObject({
  lock: digest.meta({ description: 'The execution lock.' }),
  formation: digest.meta({ description: 'The formation that it locks.' }),
  max_agents: whole('agents').meta({ description: 'Agents that may exist at once; 1 is a single agent.' }),
  runs: whole('runs').meta({ description: 'Assignments of the lock, lost ones included.' }),
  passes: whole('runs').meta({ description: 'Runs that passed.' }),
  partials: whole('runs').meta({ description: 'Runs that passed in part, counted as not passed.' }),
  fails: whole('runs').meta({ description: 'Runs that failed.' }),
  errors: whole('runs').meta({ description: 'Runs that broke: they are missing.' }),
  lost: whole('runs').meta({ description: 'Assignments lost or given up: they are missing.' }),
  over_budget: whole('runs')
    .optional()
    .meta({ description: 'Runs over the budget of the formation: they failed.' }),
  handed_back: whole('times').optional().meta({ description: 'Runs that were handed back.' }),
  retried: whole('times').optional().meta({ description: 'Runs whose lease ran out.' }),
  excluded: whole('runs').optional().meta({ description: 'Runs with a result, not the other side.' }),
  budget: z
    .strictObject({
      input_tokens: whole('tokens').meta({ description: 'Input tokens of a run.' }),
      output_tokens: whole('tokens').meta({ description: 'Output tokens of a run.' }),
      elapsed_milliseconds: whole('milliseconds').meta({ description: 'Time of a run.' }),
    })
    .optional()
    .meta({ description: 'What a run may take, by the formation; all its attempts together.' }),
  best_of: toldAttempts.optional().meta({
    description: 'Present where each run is the best of several attempts, by the lock.',
  }),
  pass_rate: share.meta({
    description: 'The mean over cases of the share that passed.',
  }),
  pass_rate_low: share.meta({ description: 'Lower end of its 95 % interval.' }),
  pass_rate_high: share.meta({ description: 'Upper end.' }),
  effective_runs: whole('runs').meta({
    description: 'What the runs are worth as independent ones: repetitions of a case resemble one another.',
  }),
  effective_low: share.meta({
    description: 'The same.',
  }),
  effective_high: share.meta({ description: 'Upper end.' }),
  tokens_median: whole('tokens').optional().meta({
    description: 'Median of input and output tokens, over runs whose tokens are known.',
  }),
  tokens_p95: whole('tokens').optional().meta({ description: '95th percentile, likewise.' }),
  tokens_per_pass: whole('tokens').optional().meta({
    description:
      'All tokens by passes, rounded up; absent when nothing passed or the tokens of a run are unknown.',
  }),
  tokens_unknown_runs: whole('runs').meta({ description: 'Summarised runs whose tokens are unknown.' }),
  elapsed_median_milliseconds: whole('milliseconds')
    .optional()
    .meta({ description: 'Median time of a run.' }),
  elapsed_unknown_runs: whole('runs').optional().meta({
    description: 'Summarised runs of unknown time.',
  }),
  elapsed_p95_milliseconds: whole('milliseconds').optional().meta({ description: '95th percentile.' }),
  checked_runs: whole('runs')
    .optional()
    .meta({ description: 'Runs that were checked against the formation.' }),
  conforming_runs: whole('runs')
    .optional()
    .meta({ description: 'Of these runs, those without a deviation.' }),
  conforming_rate: share.optional().meta({ description: 'Their share.' }),
  models: z
    .array(modelId)
    .max(maxModels)
    .optional()
    .meta({ rules: `0 to ${maxModels} items`, description: 'The models that its roles are pinned to.' }),
  pass_of_k: z.array(passOfK).max(9).optional().meta({
    rules: '0 to 9 items',
    description: 'What repetitions of a case show; absent without repetitions.',
  }),
});

const pair = z.strictObject({
  first: digest.meta({ description: 'One lock.' }),
  second: digest.meta({ description: 'The other; the control where it takes part.' }),
  wins: whole('cases').meta({ description: 'Cases on which the rate of the first is higher.' }),
  losses: whole('cases').meta({ description: 'Cases on which the rate of the second is higher.' }),
  ties: whole('cases').meta({
    description: 'Cases with no difference; they say nothing, so the test leaves them out.',
  }),
  p_two_sided: share.meta({
    description: 'The chance of a difference as large if both were equally good, by `test`.',
  }),
  p_first_better: share.meta({
    description: 'The same, but only in the direction of the first.',
  }),
  test: z.enum(['sign', 't', 'betting', 'none']).optional().meta({
    description:
      'sign: single runs; t: repetitions or clusters; betting: it might stop early; none: few clusters.',
  }),
  p: decimal6.optional().meta({
    description: '`p_first_better` with six digits: what decisions use.',
  }),
  worst: estimate('The difference if everything that is missing had gone against the first.', signedShare),
  best: estimate('The same if all of it had gone for the first.', signedShare),
  confounded_by: z
    .array(z.enum(confounds))
    .max(confounds.length)
    .optional()
    .meta({
      rules: `0 to ${confounds.length} items`,
      description: 'What else may explain the difference.',
    }),
  difference: estimate('The pass rate of the first minus that of the second.', signedShare),
  tokens_ratio: estimate('Tokens of the first by tokens of the second, on the same cases.', decimal),
  elapsed_ratio: estimate('Time of the first by time of the second, likewise.', decimal),
});

const method = z.strictObject({
  version: z.literal('v3').meta({ description: 'The version of the statistics that made this document.' }),
  stopping: z.enum(stoppings).meta({ description: 'Whether it might end early.' }),
  comparison: z.enum(comparisons).meta({ description: 'What was asked of the pairs with the control.' }),
  margin: share
    .optional()
    .meta({ description: 'By how much the control may pass less often and do as well.' }),
  alpha: share.meta({ description: 'The error rate at which it would end.' }),
  unit: z.enum(['case', 'cluster']).meta({ description: 'What is taken as independent, and won or lost.' }),
  units: whole('units').meta({ description: 'How many of them were run.' }),
  looks: whole('looks').meta({ description: 'How often the results were looked at before the end.' }),
  runs_saved: whole('runs').meta({ description: 'Planned runs that an early end made unnecessary.' }),
  budget_ratio: decimal.meta({
    description: 'Tokens that a team may take, by those of the control.',
  }),
  comparisons_before: whole('comparisons').meta({
    description: 'Related comparisons that were started before.',
  }),
  spends: decimal6.meta({
    description: 'What it may spend of `alpha`, over all its teams.',
  }),
  cases_seen: whole('cases').meta({
    description: 'Cases on which one of its teams was started before.',
  }),
});

const items = z.strictObject({
  all_passed: whole('cases').meta({ description: 'Cases that every lock passed in every run.' }),
  none_passed: whole('cases').meta({ description: 'Cases that no lock passed in any run.' }),
  flipped: whole('cases').meta({
    description: 'Cases that a lock passed in one repetition and not in another.',
  }),
  discriminating: whole('cases').meta({ description: 'Cases on which the pass rates of two locks differ.' }),
});

const runner = z.strictObject({
  credential: line(64).meta({ description: 'The id of the credential.', examples: ['3f9a1c20b7d4'] }),
  runs: whole('runs').meta({ description: 'Runs whose summaries it submitted.' }),
  lost: whole('runs').meta({ description: 'Assignments whose third and last lease it lost.' }),
});

/** Runs that were made elsewhere, and when. */
const importedRuns = z.strictObject({
  runs: whole('runs').meta({ description: 'How many runs were imported.' }),
  first_started_at: time.meta({
    description:
      'When the first of them began. It is a claim of who imported it: the service cannot check it.',
  }),
  plan_registered_at: time.meta({
    description:
      'When the plan was registered, by its first event. Unless that is before the first imported run, the evidence is exploratory.',
  }),
  grade_of_plan: z.enum(evidenceGrades).meta({
    description: 'What the evidence would be good for by its plan alone.',
  }),
});

/** Credentials are issued by the operator one by one; more than these are counted and not listed. */
export const maxRunners = 100;

export const evidenceSnapshot = defineKind({
  kind: 'evidence_snapshot',
  form: 'registered',
  description:
    'What the runs of one completed evaluation show. Signed, never changed, and stale after 180 days.',
  fields: {
    job: jobId.meta({ description: 'The evaluation.' }),
    plan: digest.meta({ description: 'Its plan, which was fixed before the first run.' }),
    nonce: line(64).meta({
      rules: '64 hexadecimal digits',
      description: 'With the digest of the plan it gives the order of runs.',
    }),
    nonce_digest: digest.meta({
      description: 'Its SHA-256, which the quote stated before the first run.',
    }),
    question: digest.meta({ description: 'The question; of one of its own, the plan.' }),
    profile: digest.optional().meta({ description: 'The profile that the question fixed.' }),
    scorer: fixedScorer.optional().meta({ description: 'How results were to be judged, by the question.' }),
    flow: z
      .strictObject({
        started: whole('evaluations').meta({ description: 'Evaluations of the question that were started.' }),
        cancelled: whole('evaluations').meta({ description: 'Of them, cancelled.' }),
        failed: whole('evaluations').meta({ description: 'Failed.' }),
        completed: whole('evaluations').meta({ description: 'Completed, this one included.' }),
      })
      .optional()
      .meta({ description: 'What happened to the evaluations of the question.' }),
    suite: digest.meta({ description: 'The suite.' }),
    task_class: taskClass.meta({ description: 'The class of its cases.' }),
    grade: z.enum(evidenceGrades).meta({ description: 'Exploratory evidence supports no recommendation.' }),
    grade_reasons: z.array(line(300)).max(16).meta({
      rules: '0 to 16 items',
      description:
        'What is missing for a fair comparison, what it cannot tell apart, and whether runs were imported.',
    }),
    imported: importedRuns.optional().meta({ description: 'Present when runs were imported.' }),
    logs: z
      .array(countedLog)
      .max(16 * maxLogsOfLock)
      .optional()
      .meta({
        rules: `0 to ${16 * maxLogsOfLock} items, at most ${maxLogsOfLock} of a lock, most runs first`,
        description: 'What the logs of imported runs say of themselves, and how they were scored.',
      }),
    control: digest.optional().meta({ description: 'The single agent with which the others are compared.' }),
    first_claimed_at: time.meta({ description: 'When the first run was handed out.' }),
    completed_at: time.meta({ description: 'When the last run ended.' }),
    stale_at: time.meta({ description: 'From when on it supports no recommendation.' }),
    cases: whole('cases').meta({ description: 'Cases of the suite.' }),
    repetitions: whole('runs').meta({ description: 'Runs of each lock on each case.' }),
    suite_uses_before: whole('evaluations').meta({
      description: 'Evaluations of the tenant that ran on this suite before.',
    }),
    runner_credentials: whole('credentials').optional().meta({
      description: 'Runner credentials that took part.',
    }),
    runners: z
      .array(runner)
      .max(maxRunners)
      .optional()
      .meta({
        rules: `0 to ${maxRunners} items, most runs first`,
        description:
          'Which credential ran how much, so that readers see who could have invented the figures.',
      }),
    results: z
      .array(result)
      .min(1)
      .max(16)
      .meta({ rules: '1 to 16 items', description: 'By lock, as in the plan.' }),
    pairs: z.array(pair).max(120).meta({
      rules: '0 to 120 items',
      description: 'Every two locks on the same cases, by the exact sign test.',
    }),
    method: method.meta({ description: 'How it was run and measured.' }),
    intervention: line(200)
      .optional()
      .meta({ description: 'The one thing in which the locks differ, by the plan.' }),
    items: items.optional().meta({ description: 'What the cases are worth.' }),
    pareto: z.array(digest).max(16).optional().meta({
      rules: '0 to 16 items',
      description: 'Locks for which no other passes as often for fewer tokens, or more often for as many.',
    }),
  },
});

export type EvidenceSnapshot = z.infer<typeof evidenceSnapshot.fields>;
export type LockResult = EvidenceSnapshot['results'][number];
export type PairResult = EvidenceSnapshot['pairs'][number];
