/** The tables of evaluations, and of what tenants made of them; see `tables.ts`. */
import type { JobState } from '#document/evaluation/evaluation-job.ts';
import type { EvidenceGrade } from '#document/evaluation/evaluation-quote.ts';
import type { RunOutcome } from '#document/evaluation/run-summary.ts';
import type { AdoptionOutcome, AdoptionReason } from '#document/message/adoption.ts';
import type { AssignmentState } from '../../support/state/assignment.ts';

/** A plan that was quoted, with everything it names looked up. Its bytes are an artifact. */
export interface EvaluationPlanTable {
  tenant_id: string;
  digest: string;
  /** The resolved plan as JSON, which names the cases by their suite; the same for every quote of the plan. */
  resolved: string;
  runs: number;
  approval: 'approved' | 'awaiting_operator';
  quoted_at: number;
  expires_at: number;
  /** The job that the present quote started. */
  job_id: string | null;
  /** The number of its artifact; null where it has none. */
  number: number | null;
  task_class: string;
}

/**
 * A job with the counts of its assignments by state; `used` counts the completed ones. An assignment gets its row when it is first
 * leased, so the assignments with the numbers 1 to `made` have one.
 */
export interface EvaluationJobTable {
  tenant_id: string;
  id: string;
  plan: string;
  suite: string;
  /** The grade of the plan; `exploratory` as soon as a run was imported that began before the plan was registered. */
  grade: EvidenceGrade;
  state: JobState;
  /** The month whose entitlement it uses, such as `2026-11`. */
  month: string;
  runs: number;
  /** Assignments that may be lost before it fails. */
  tolerated: number;
  /** Runs of the entitlement that it holds and has not used. */
  reserved: number;
  used: number;
  pending: number;
  leased: number;
  exhausted: number;
  cancelled: number;
  /** Runs that were imported; and the tokens of the runs whose tokens are known, with how many these are. */
  imported: number;
  tokens: number;
  counted: number;
  made: number;
  /** The bytes that it may still add to the storage of its tenant, without those of its runs. */
  reserved_bytes: number;
  /** The number of the claim, among all of the tenant, that it was last served by. */
  served: number;
  created_at: number;
  first_claimed_at: number | null;
  ended_at: number | null;
  snapshot: string | null;
  /** The state after the last look, as JSON (`server/evidence/evaluation/look.ts`); null for an evaluation of fixed size. */
  looked: string | null;
  /** Counts the tenant's evaluations from 1. */
  number: number;
  task_class: string;
  /**
   * How many teams it compares; how many comparisons were started before it, and on how many of its cases one of its teams was
   * (docs/evaluations.md#10); and its locks, as `armOf` names them.
   */
  comparisons: number;
  comparisons_before: number;
  cases_seen: number;
  arms: string;
  /** The digest of the question: the one that the plan names, or the plan itself. */
  question: string;
}

/** The numbers of a run; null where unknown. */
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
  /** The credential that has the lease. */
  runner: string | null;
  leased_until: number | null;
  /** No heartbeat renews its lease beyond this time. */
  lease_ends: number | null;
  ended_at: number | null;
  outcome: RunOutcome | null;
  /** The time at which an imported run began, as its importer claims; null for a run of a runner. */
  started_at: number | null;
  /** The claims of its log, as text (`server/evidence/imported-log.ts`); null for a run of a runner. */
  log: string | null;
  /**
   * The number of steps that were checked against the formation, and the number that deviate from it; null if none was checked.
   */
  checked_steps: number | null;
  deviations: number | null;
  /**
   * The number of attempts and how many of them would have passed, if the run is the best of several attempts; otherwise null.
   */
  tries: number | null;
  tries_passed: number | null;
  /** The number of times that a runner handed it back. */
  handed_back: number;
}

/** The decision of a tenant on a recommendation or formation, numbered within the tenant. */
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
