/**
 * The tables, as Kysely knows them. Times are whole seconds since 1970, flags 0 or 1, lists JSON: what both databases hold
 * alike. The migrations make these tables; a test holds the two together.
 */
import type { Generated } from 'kysely';
import type { AdoptionOutcome } from '#document/kind/adoption.ts';
import type { ArtifactStatus, ReasonCode } from '#document/kind/artifact-status.ts';
import type { JobState } from '#document/kind/evaluation-job.ts';
import type { EvidenceGrade } from '#document/kind/evaluation-quote.ts';
import type { RunOutcome } from '#document/kind/run-summary.ts';
import type { Cohort, SubjectKind } from '#document/kind/use-receipt-acceptance.ts';
import type { AssignmentState } from '../state/assignment.ts';
import type { TicketState } from '../state/ticket.ts';

export interface Tables {
  migration: { number: number; name: string; applied_at: number };
  /** What operators change while servers run. A setting that is not here has its default. */
  setting: { name: string; value: string };
  tenant: TenantTable;
  credential: CredentialTable;
  ticket_key: TicketKeyTable;
  ticket: TicketTable;
  ticket_holder: TicketHolderTable;
  ticket_mark: TicketMarkTable;
  receipt: ReceiptTable;
  /** One row: no ticket up to this number is open. */
  ticket_swept: { through: number };
  report_count: ReportCountTable;
  tenant_artifact: TenantArtifactTable;
  tenant_event: TenantEventTable;
  tenant_response: TenantResponseTable;
  evaluation_plan: EvaluationPlanTable;
  evaluation_job: EvaluationJobTable;
  assignment: AssignmentTable;
  adoption: AdoptionTable;
}

/** A tenant, with the counts that its changes are made under. */
interface TenantTable {
  id: string;
  created_at: number;
  /** The number of its last event, and of the last document it registered. */
  last_event: Generated<number>;
  last_artifact: Generated<number>;
  /** Formations registered, and other documents. */
  candidates: Generated<number>;
  documents: Generated<number>;
  /** What its rows take, and what evaluations that were started may still add (`stored-bytes.ts`). */
  stored_bytes: Generated<number>;
  reserved_bytes: Generated<number>;
  plan: Generated<string>;
  /** Limits that the operator set, as JSON by name. */
  limits: Generated<string>;
}

/** A document of a tenant: its exact text, its signature and its status. */
export interface TenantArtifactTable {
  tenant_id: string;
  digest: string;
  /** Counts the tenant's documents from 1. */
  number: number;
  kind: string;
  title: string;
  task_class: string | null;
  /** The formation that an execution lock pins. */
  formation: string | null;
  content: string;
  size_bytes: number;
  key_id: string;
  signature: string;
  /** RFC 3339, as the receipt says it. */
  signed_at: string;
  registered_at: number;
  registered_by: string;
  status: ArtifactStatus;
  reason_code: ReasonCode;
  status_since: number;
  superseded_by: string | null;
}

export interface TenantEventTable {
  tenant_id: string;
  number: number;
  at: number;
  kind: string;
  subject: string;
  actor: string;
}

/** The answer to a change, kept for whoever repeats the request (docs/idempotency.md#5). */
export interface TenantResponseTable {
  tenant_id: string;
  idempotency_key: string;
  fingerprint: string;
  status: number;
  /** Names and values in turn, as JSON. */
  headers: string;
  body: string;
  created_at: number;
}

export interface CredentialTable {
  id: string;
  tenant_id: string;
  /** SHA-256 of the secret. The secret itself is not stored. */
  secret_sha256: string;
  scopes: string;
  runner: number;
  invited: number;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

/** Keys of tickets and of network ids. Both secrets of a key are erased when it is rotated. */
interface TicketKeyTable {
  id: string;
  ticket_secret: string | null;
  network_secret: string | null;
  created_at: number;
  rotated_at: number | null;
}

interface TicketTable {
  /**
   * Orders tickets by the time of their issue: its second times a million, and then the next free number. What is
   * issued together lies together on disk, and is expired together.
   */
  number: number;
  id: string;
  key_id: string;
  cohort: Cohort;
  /** A credential, or the keyed id of a visitor's client (an IPv4 address or IPv6 /64): never an address. */
  holder: string;
  /** The keyed id of the IPv4 /24 or IPv6 /48 around it; null for credentials, and where it was not kept yet. */
  network: string | null;
  rule: string | null;
  subject_kind: SubjectKind;
  subject: string;
  stage: string;
  issued_at: number;
  expires_at: number;
  state: TicketState;
  /** The number of the report that it was redeemed by; null where there is none, or it has the number of the ticket. */
  receipt: number | null;
}

/**
 * How many tickets a holder ever got, and how many of them are open. Wider networks, `rule:NAME` for the visitors that a
 * rule selected, and `` for all visitors are counted like holders, but not their open ones.
 */
interface TicketHolderTable {
  cohort: Cohort;
  holder: string;
  issued: number;
  open: number;
  /** The latest second in which it got tickets, and how many it had got before; null where no cap by the hour is counted. */
  marked_at: number | null;
  marked_before: number | null;
}

/** The same for earlier seconds, for as long as an hour can reach back to them. */
interface TicketMarkTable {
  cohort: Cohort;
  holder: string;
  at: number;
  issued_before: number;
}

/** One report. A compact report has neither model nor numbers. */
export interface ReceiptTable {
  /** On SQLite reports are numbered in the order in which they were accepted, elsewhere like their tickets. */
  number: number;
  ticket: number;
  form: 'receipt' | 'compact';
  digest: string;
  accepted_at: number;
  outcome: string;
  model_id: string | null;
  model_precision: string | null;
  task_class: string | null;
  tests_ran: number | null;
  tests_passed: number | null;
  input_tokens: number | null;
  output_tokens: number | null;
  elapsed_milliseconds: number | null;
  /** When an operator took it out of the counts; null for one that counts. */
  discarded_at: number | null;
}

/** How many reports of each reporter each published cell holds, kept with each report. */
interface ReportCountTable {
  cohort: Cohort;
  page_kind: SubjectKind;
  /**
   * `exact` or `family`; `compact` for reports that name no model; `none` for tickets that expired without a report;
   * `discarded` for reports that an operator took out of the others.
   */
  precision: ReportPrecision;
  outcome: string;
  /** A credential, or the keyed id of a wider network. */
  reporter: string;
  reports: number;
}

export type ReportPrecision = 'exact' | 'family' | 'compact' | 'none' | 'discarded';

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
}

/**
 * A job with the counts of its assignments by state; `used` counts those that are completed. An assignment has a row from
 * its first lease on: those with a number up to `made`. Evaluations of older versions made all of them at once.
 */
export interface EvaluationJobTable {
  tenant_id: string;
  id: string;
  plan: string;
  suite: string;
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
  made: Generated<number>;
  /** What it may still add to the storage of its tenant, other than its runs. */
  reserved_bytes: Generated<number>;
  /** The number of the claim, among all of the tenant, that it was last served by. */
  served: number;
  created_at: number;
  first_claimed_at: number | null;
  ended_at: number | null;
  snapshot: string | null;
}

/** One lock on one case, once, in the order in which they are handed out. */
export interface AssignmentTable {
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
  /** Beyond this no heartbeat renews its lease. */
  lease_ends: number | null;
  ended_at: number | null;
  outcome: RunOutcome | null;
  tests_ran: number | null;
  tests_passed: number | null;
  input_tokens: number | null;
  output_tokens: number | null;
  elapsed_milliseconds: number | null;
}

/** What a tenant did with a recommendation or formation, numbered within the tenant. */
export interface AdoptionTable {
  tenant_id: string;
  number: number;
  subject: string;
  outcome: AdoptionOutcome;
  reason_code: string;
  date: string;
  recorded_at: number;
  recorded_by: string;
}
