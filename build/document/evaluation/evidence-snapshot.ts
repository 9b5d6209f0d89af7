/** An evidence snapshot: what the runs of one completed evaluation show (docs/evidence.md#1). */
import { z } from 'zod';
import { count, digest, line, list, taskClass, time } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { modelId } from '../kind/model-id.ts';
import { decimal, decimal6, share, signedShare } from '../kind/share.ts';
import { toldAttempts } from './best-of.ts';
import { jobId } from './evaluation-job.ts';
import { comparisons, stoppings } from './evaluation-plan.ts';
import { evidenceGrades } from './evaluation-quote.ts';
import { countedLog, fixedScorer, maxLogsOfLock } from './imported-log.ts';

const whole = (unit: string) => count(Number.MAX_SAFE_INTEGER, unit);

/** The most models of a lock that are listed. */
export const maxModels = 16;

/** The causes of a difference other than the organisation. */
export const confounds = ['model', 'tools', 'budget', 'runner', 'scorer', 'selector'] as const;
export type Confound = (typeof confounds)[number];

const estimate = (what: string, part: typeof decimal | typeof signedShare) =>
  z
    .array(part)
    .length(3)
    .optional()
    .meta({ rules: 'value, then the ends of its 95 % interval', description: what });

const passOfK = z.strictObject({
  k: count(100, 'runs').meta({ description: 'The number of runs of one case.' }),
  any: share.meta({ description: 'The chance that at least one of them passes (pass@k).' }),
  all: share.meta({ description: 'The chance that all of them pass (pass^k).' }),
});

const result = z.strictObject({
  lock: digest.meta({ description: 'The execution lock.' }),
  formation: digest.meta({ description: 'The formation that the lock pins.' }),
  max_agents: whole('agents').meta({ description: 'Agents that may exist at once; 1 is a single agent.' }),
  runs: whole('runs').meta({ description: 'All assignments of the lock, including lost ones.' }),
  passes: whole('runs').meta({ description: 'Runs that passed.' }),
  partials: whole('runs').meta({ description: 'Runs that passed in part. They count as not passed.' }),
  fails: whole('runs').meta({ description: 'Runs that failed.' }),
  errors: whole('runs').meta({ description: 'Runs that broke. Their results are missing.' }),
  lost: whole('runs').meta({ description: 'Assignments lost or given up.' }),
  over_budget: whole('runs')
    .optional()
    .meta({ description: 'Runs that exceeded the budget of the formation. They count as not passed.' }),
  handed_back: whole('times').optional().meta({ description: 'Runs that were handed back.' }),
  retried: whole('times').optional().meta({ description: 'Runs whose lease ran out.' }),
  excluded: whole('runs').optional().meta({ description: 'Runs whose other side has no result.' }),
  budget: z
    .strictObject({
      input_tokens: whole('tokens').meta({ description: 'The most input tokens of a run.' }),
      output_tokens: whole('tokens').meta({ description: 'The most output tokens of a run.' }),
      elapsed_milliseconds: whole('milliseconds').meta({ description: 'The longest time of a run.' }),
    })
    .optional()
    .meta({ description: 'The budget of a run in the formation, for all its attempts together.' }),
  best_of: toldAttempts.optional().meta({
    description: 'The attempts of each run; present if the lock makes a run the best of several.',
  }),
  pass_rate: share.meta({
    description: 'The pass rate: the mean over cases of the share of runs that passed.',
  }),
  pass_rate_low: share.meta({ description: 'The lower end of the 95 % interval of the pass rate.' }),
  pass_rate_high: share.meta({ description: 'The upper end of the 95 % interval of the pass rate.' }),
  effective_runs: whole('runs').meta({
    description: 'The number of independent runs that tell as much: repetitions resemble one another.',
  }),
  effective_low: share.meta({
    description: 'The same.',
  }),
  effective_high: share.meta({ description: 'Upper end.' }),
  tokens_median: whole('tokens').optional().meta({
    description: 'The median of input and output tokens of a run, over runs whose tokens are known.',
  }),
  tokens_p95: whole('tokens').optional().meta({ description: 'Their 95th percentile, over the same runs.' }),
  tokens_per_pass: whole('tokens').optional().meta({
    description:
      'All tokens by passes, rounded up; absent when nothing passed or the tokens of a run are unknown.',
  }),
  tokens_unknown_runs: whole('runs').meta({ description: 'Runs with a summary whose tokens are unknown.' }),
  elapsed_median_milliseconds: whole('milliseconds')
    .optional()
    .meta({ description: 'The median time of a run.' }),
  elapsed_unknown_runs: whole('runs').optional().meta({
    description: 'Runs with a summary whose time is unknown.',
  }),
  elapsed_p95_milliseconds: whole('milliseconds').optional().meta({ description: '95th percentile.' }),
  checked_runs: whole('runs')
    .optional()
    .meta({ description: 'Runs that were checked against the formation.' }),
  conforming_runs: whole('runs').optional().meta({ description: 'Checked runs without a deviation.' }),
  conforming_rate: share.optional().meta({ description: 'The share of checked runs without a deviation.' }),
  models: list(modelId, maxModels)
    .meta({ description: 'The models to which its roles are pinned.' })
    .optional(),
  pass_of_k: list(passOfK, 9)
    .meta({
      description: 'The results of several repetitions of a case; absent without repetitions.',
    })
    .optional(),
});

const pair = z.strictObject({
  first: digest.meta({ description: 'The first lock of the pair.' }),
  second: digest.meta({ description: 'The second lock; the control where it takes part.' }),
  wins: whole('cases').meta({ description: 'Cases on which the rate of the first is higher.' }),
  losses: whole('cases').meta({ description: 'Cases on which the rate of the second is higher.' }),
  ties: whole('cases').meta({
    description: 'Cases without a difference. They say nothing, so the test leaves them out.',
  }),
  p_two_sided: share.meta({
    description: 'The chance of a difference as large if both were equally good, by `test`.',
  }),
  p_first_better: share.meta({
    description: 'The chance of a difference as large in favour of the first.',
  }),
  test: z.enum(['sign', 't', 'betting', 'none']).optional().meta({
    description:
      'sign: single runs; t: repetitions or clusters; betting: it might stop early; none: few clusters.',
  }),
  p: decimal6.optional().meta({
    description: '`p_first_better` with six digits, as decisions use it.',
  }),
  worst: estimate('The difference if everything that is missing had gone against the first.', signedShare),
  best: estimate('The same if all of it had gone for the first.', signedShare),
  confounded_by: list(z.enum(confounds), confounds.length)
    .meta({
      description: 'What else may explain the difference.',
    })
    .optional(),
  difference: estimate('The pass rate of the first minus that of the second.', signedShare),
  tokens_ratio: estimate('Tokens of the first by tokens of the second, on the same cases.', decimal),
  elapsed_ratio: estimate('Time of the first by time of the second, likewise.', decimal),
});

const method = z.strictObject({
  version: z.literal('v3').meta({ description: 'The version of the statistics.' }),
  stopping: z.enum(stoppings).meta({ description: 'Whether the evaluation might stop early.' }),
  comparison: z.enum(comparisons).meta({ description: 'The question about each pair.' }),
  margin: share
    .optional()
    .meta({ description: 'The amount by which the control may pass less often and still do as well.' }),
  alpha: share.meta({ description: 'The error rate at which the evaluation would stop.' }),
  unit: z.enum(['case', 'cluster']).meta({ description: 'What is won or lost, and independent.' }),
  units: whole('units').meta({ description: 'The number of these units that were run.' }),
  looks: whole('looks').meta({ description: 'The number of looks at the results before the end.' }),
  runs_saved: whole('runs').meta({ description: 'Planned runs that an early end made unnecessary.' }),
  budget_ratio: decimal.meta({
    description: 'The tokens that a team may take, as a multiple of the tokens of the control.',
  }),
  comparisons_before: whole('comparisons').meta({
    description: 'The number of related comparisons that were started before.',
  }),
  spends: decimal6.meta({
    description: 'The part of `alpha` that the evaluation may spend over all its teams.',
  }),
  cases_seen: whole('cases').meta({
    description: 'Cases on which a run of one of its teams was started before.',
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
  runs: whole('runs').meta({ description: 'Runs for which the credential submitted a summary.' }),
  lost: whole('runs').meta({ description: 'Assignments whose third and last lease the credential lost.' }),
});

/** The runs that were made elsewhere and imported. */
const importedRuns = z.strictObject({
  runs: whole('runs').meta({ description: 'The number of imported runs.' }),
  first_started_at: time.meta({
    description:
      'When the first of them began. It is a claim of who imported it: the service cannot check it.',
  }),
  plan_registered_at: time.meta({
    description:
      'When the plan was registered, by its first event. Unless that is before the first imported run, the evidence is exploratory.',
  }),
  grade_of_plan: z.enum(evidenceGrades).meta({
    description: 'The grade that the evidence would have by its plan alone.',
  }),
});

/** The most credentials of runners that are listed. The operator issues them one by one; more than these are only counted. */
export const maxRunners = 100;

export const evidenceSnapshot = defineKind({
  kind: 'evidence_snapshot',
  form: 'registered',
  description:
    'What the runs of one completed evaluation show. Signed, never changed, and stale after 180 days.',
  fields: {
    job: jobId.meta({ description: 'The evaluation.' }),
    plan: digest.meta({ description: 'The plan of the evaluation, which was fixed before the first run.' }),
    nonce: line(64).meta({
      rules: '64 hexadecimal digits',
      description: 'The nonce, which fixes the order of runs together with the digest of the plan.',
    }),
    nonce_digest: digest.meta({
      description: 'The SHA-256 of the nonce, which the quote stated before the first run.',
    }),
    question: digest.meta({ description: 'The question, or the plan that is its own.' }),
    profile: digest.optional().meta({ description: 'The profile that the question fixed.' }),
    scorer: fixedScorer.optional().meta({ description: 'The scorer that the question fixed.' }),
    flow: z
      .strictObject({
        started: whole('evaluations').meta({ description: 'Evaluations of the question that were started.' }),
        cancelled: whole('evaluations').meta({ description: 'Those that were cancelled.' }),
        failed: whole('evaluations').meta({ description: 'Evaluations of the question that failed.' }),
        completed: whole('evaluations').meta({ description: 'Those that were completed, with this one.' }),
      })
      .optional()
      .meta({ description: 'The evaluations of the question, by how they ended.' }),
    suite: digest.meta({ description: 'The suite.' }),
    task_class: taskClass.meta({ description: 'The class of tasks to which the cases belong.' }),
    grade: z.enum(evidenceGrades).meta({ description: 'Exploratory evidence supports no recommendation.' }),
    grade_reasons: list(line(300), 16).meta({
      description:
        'What is missing for a fair comparison, what it cannot tell apart, and whether runs were imported.',
    }),
    imported: importedRuns.optional().meta({ description: 'The imported runs; absent if there are none.' }),
    logs: z
      .array(countedLog)
      .max(16 * maxLogsOfLock)
      .optional()
      .meta({
        rules: `0 to ${16 * maxLogsOfLock} items, at most ${maxLogsOfLock} of a lock, most runs first`,
        description: 'What the logs of imported runs say of themselves, and how they were scored.',
      }),
    control: digest.optional().meta({ description: 'The single agent with which the others are compared.' }),
    first_claimed_at: time.meta({ description: 'The time at which the first run was handed out.' }),
    completed_at: time.meta({ description: 'The time at which the last run ended.' }),
    stale_at: time.meta({ description: 'The time from which this evidence supports no recommendation.' }),
    cases: whole('cases').meta({ description: 'The number of cases in the suite.' }),
    repetitions: whole('runs').meta({ description: 'The number of runs of each lock on each case.' }),
    suite_uses_before: whole('evaluations').meta({
      description: 'The number of evaluations of the tenant that ran on this suite before.',
    }),
    runner_credentials: whole('credentials').optional().meta({
      description: 'The number of runner credentials that took part.',
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
    results: list(result, 16, 1).meta({ description: 'The results of each lock, in the order of the plan.' }),
    pairs: list(pair, 120).meta({
      description: 'The comparison of every two locks on the same cases.',
    }),
    method: method.meta({ description: 'The method by which the evaluation was run and measured.' }),
    intervention: line(200)
      .optional()
      .meta({ description: 'The one thing in which the locks differ, as the plan states it.' }),
    items: items.optional().meta({ description: 'Cases by how many locks passed them.' }),
    pareto: list(digest, 16)
      .meta({
        description:
          'Locks that no other lock beats: none passes as often for fewer tokens, or more often for as many.',
      })
      .optional(),
  },
});

export type EvidenceSnapshot = z.infer<typeof evidenceSnapshot.fields>;
export type LockResult = EvidenceSnapshot['results'][number];
export type PairResult = EvidenceSnapshot['pairs'][number];
