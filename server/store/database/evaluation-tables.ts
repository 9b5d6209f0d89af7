/** The tables of evaluations and adoptions; see `tables.ts`. */
import type { JobState } from '#document/evaluation/evaluation-job.ts';
import type { EvidenceGrade } from '#document/evaluation/evaluation-quote.ts';
import type { RunOutcome } from '#document/evaluation/run-summary.ts';
import type { AdoptionOutcome, AdoptionReason } from '#document/message/adoption.ts';
import type { AssignmentState } from '../../support/state/assignment.ts';

/** A plan that was quoted, with every document that it names looked up. Its bytes are an artifact. */
export interface EvaluationPlanTable {
  tenant_id: string;
  digest: string;
  /** The resolved plan as JSON. It names its suite and not the cases, and is the same for every quote of the plan. */
  resolved: string;
  runs: number;
  approval: 'approved' | 'awaiting_operator';
  quoted_at: number;
  expires_at: number;
  /** The job that the newest quote started; null if it started none. */
  job_id: string | null;
  /** The number of the artifact of the plan; null if it has none. */
  number: number | null;
  task_class: string;
}

/**
 * A job with the number of its assignments in each state; `used` counts the completed ones. An assignment gets its row when it
 * is first leased, so the assignments with the numbers 1 to `made` have rows.
 */
export interface EvaluationJobTable {
  tenant_id: string;
  id: string;
  plan: string;
  suite: string;
  /** The grade of the plan; `exploratory` once a run was imported that began before the plan was registered. */
  grade: EvidenceGrade;
  state: JobState;
  /** The month whose quota of runs it uses, such as `2026-11`. */
  month: string;
  runs: number;
  /** The number of assignments that may be lost before the job fails. */
  tolerated: number;
  /** The number of runs of the quota that the job has reserved and not used. */
  reserved: number;
  used: number;
  pending: number;
  leased: number;
  exhausted: number;
  cancelled: number;
  /** The number of imported runs; the tokens of the runs whose tokens are known; and the number of these runs. */
  imported: number;
  tokens: number;
  counted: number;
  made: number;
  /** The bytes that the job may still add to the storage of its tenant, without those of its runs. */
  reserved_bytes: number;
  /** The number of the latest claim that was served from this job. Claims are numbered over all jobs of the tenant. */
  served: number;
  created_at: number;
  first_claimed_at: number | null;
  ended_at: number | null;
  snapshot: string | null;
  /**
   * The results as of the last look at the job, as JSON (`server/evidence/evaluation/look.ts`); null for an evaluation of fixed
   * size.
   */
  looked: string | null;
  /** The number of the evaluation, from 1 for the first of the tenant. */
  number: number;
  task_class: string;
  /**
   * How many teams the evaluation compares; how many comparisons were started before it; on how many of its cases an evaluation
   * of one of its teams was started before (docs/evaluations.md#10); and its teams, as `armOf` names them.
   */
  comparisons: number;
  comparisons_before: number;
  cases_seen: number;
  arms: string;
  /** The digest of the question that the plan names; that of the plan itself if it names none. */
  question: string;
}

/** The numbers of a run; null where they are unknown. */
export interface RunNumbers {
  tests_ran: number | null;
  tests_passed: number | null;
  input_tokens: number | null;
  output_tokens: number | null;
  elapsed_milliseconds: number | null;
}

/** A run of one lock on one case. The runs of a job are numbered in the order in which they are handed out. */
export interface AssignmentTable extends RunNumbers {
  tenant_id: string;
  job_id: string;
  number: number;
  lock: string;
  formation: string;
  case_id: string;
  case_digest: string;
  repetition: number;
  state: AssignmentState;
  attempts: number;
  fence: number;
  /** The credential that has or had the lease; null before the first lease. */
  runner: string | null;
  leased_until: number | null;
  /** The time beyond which no heartbeat renews the lease, in seconds since 1970; null before the first lease. */
  lease_ends: number | null;
  ended_at: number | null;
  outcome: RunOutcome | null;
  /** The time at which an imported run began, as its importer claims; null for a run that a runner made. */
  started_at: number | null;
  /**
   * The claims of the log of an imported run, as text (`server/evidence/imported-log.ts`); null for a run that a runner made.
   */
  log: string | null;
  /**
   * The number of steps that were checked against the formation, and of those that deviate from it; null if none was checked.
   */
  checked_steps: number | null;
  deviations: number | null;
  /** The number of attempts, and of those that would have passed, for a run that is the best of several; otherwise null. */
  tries: number | null;
  tries_passed: number | null;
  /** The number of times that a runner handed the run back. */
  handed_back: number;
}

/** A tenant's use of a recommendation or formation. Adoptions are numbered for each tenant. */
export interface AdoptionTable {
  tenant_id: string;
  number: number;
  subject: string;
  outcome: AdoptionOutcome;
  reason_code: AdoptionReason;
  date: string;
  recorded_at: number;
  recorded_by: string;
  /** The task class of the recommendation; empty for a formation or lock. */
  task_class: string;
}
