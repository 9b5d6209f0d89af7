/**
 * The tables. Times are whole seconds since 1970, flags 0 or 1, lists JSON: what both databases hold
 * alike. The migrations make these tables; a test holds the two together.
 */
import type { ArtifactStatus, ReasonCode } from '#document/kind/artifact-status.ts';
import type { Cohort, SubjectKind } from '#document/message/use-receipt-acceptance.ts';
import type { TicketState } from '../../support/state/ticket.ts';
import type {
  AdoptionTable,
  AssignmentTable,
  EvaluationJobTable,
  EvaluationPlanTable,
  RunNumbers,
} from './evaluation-tables.ts';

export interface Tables {
  migration: { number: number; name: string; applied_at: number };
  /** The migrations that an older server cannot work with. */
  contraction: { number: number };
  /** The settings that operators change while servers run. One that is not here has its default. */
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
  audit: AuditTable;
}

/** A tenant, with the counts by which its changes are limited. */
interface TenantTable {
  id: string;
  created_at: number;
  /** The number of its last event, and of the last document it registered. */
  last_event: number;
  last_artifact: number;
  /** Formations registered, and other documents. */
  candidates: number;
  documents: number;
  /** The bytes of its rows, and those that evaluations that were started may still add (`stored-bytes.ts`). */
  stored_bytes: number;
  reserved_bytes: number;
  plan: string;
  /** Limits that the operator set, as JSON by name. */
  limits: string;
  /** Since when its credentials are refused; null for a tenant in good standing. */
  suspended_at: number | null;
  /** The number of the last event that was pruned; 0 while all are kept. */
  pruned_events: number;
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
  /** The name and version of a formation or suite, such as `acme/pair@1.0.0`; null for other kinds. */
  version_name: string | null;
  /** 1 for a plan that names a question; 0 for one of its own, for other kinds, and when absent. */
  names_question?: number | undefined;
}

export interface TenantEventTable {
  tenant_id: string;
  number: number;
  at: number;
  kind: string;
  subject: string;
  actor: string;
  /** The state of the evaluation at that time, as JSON; null for events of other kinds. */
  progress: string | null;
}

/** The answer to a change, kept for repeated requests (docs/http.md#15). */
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
export interface TicketKeyTable {
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

/** The counts of earlier seconds, kept as long as an hour can reach back to them. */
interface TicketMarkTable {
  cohort: Cohort;
  holder: string;
  at: number;
  issued_before: number;
}

/** One report. A compact report has neither model nor numbers. */
export interface ReceiptTable extends RunNumbers {
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
  /** The time at which an operator took it out of the counts; null for a report that counts. */
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

/** A command that an operator ran. Secrets are never arguments. */
export interface AuditTable {
  /** Orders commands by time: milliseconds in hexadecimal, then random digits. */
  id: string;
  at: number;
  os_user: string;
  command: string;
  /** As JSON: the words after the name of the command. */
  arguments: string;
  /** `begun` where the process ended before the command did. */
  outcome: 'begun' | 'done' | 'failed';
}
