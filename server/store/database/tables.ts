/**
 * The tables. Times are whole seconds since 1970, flags are 0 or 1, and lists are JSON, which both databases store alike. The
 * migrations make these tables; a test checks that the two agree.
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
  /** The migrations that older servers cannot work with. */
  contraction: { number: number };
  /** The settings that operators change while servers run. A setting without a row has its default. */
  setting: { name: string; value: string };
  tenant: TenantTable;
  credential: CredentialTable;
  ticket_key: TicketKeyTable;
  ticket: TicketTable;
  ticket_holder: TicketHolderTable;
  ticket_mark: TicketMarkTable;
  receipt: ReceiptTable;
  /** A table of one row: no ticket up to this number is open. */
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

/** A tenant, with the counts on which its changes depend. */
interface TenantTable {
  id: string;
  created_at: number;
  /** The number of the tenant's last event, and of the last document that it registered. */
  last_event: number;
  last_artifact: number;
  /** The numbers of formations and of other documents that the tenant registered. */
  candidates: number;
  documents: number;
  /** The bytes of the tenant's rows, and the bytes that its running evaluations may still add (`stored-bytes.ts`). */
  stored_bytes: number;
  reserved_bytes: number;
  plan: string;
  /** The limits that the operator set, as a JSON object by name. */
  limits: string;
  /**
   * The time since which the credentials of the tenant are refused, in seconds since 1970; null for a tenant that is not
   * suspended.
   */
  suspended_at: number | null;
  /** The number of the tenant's last event that was pruned; 0 if none was. */
  pruned_events: number;
}

/** A document of a tenant: its exact text, its signature and its status. */
export interface TenantArtifactTable {
  tenant_id: string;
  digest: string;
  /** The number of the document, from 1 for the first of the tenant. */
  number: number;
  kind: string;
  title: string;
  task_class: string | null;
  /** The formation that an execution lock pins; null for other kinds. */
  formation: string | null;
  content: string;
  size_bytes: number;
  key_id: string;
  signature: string;
  /** The time of the signature (RFC 3339), as the receipt states it. */
  signed_at: string;
  registered_at: number;
  registered_by: string;
  status: ArtifactStatus;
  reason_code: ReasonCode;
  status_since: number;
  superseded_by: string | null;
  /** The name and version of a formation or suite, such as `acme/pair@1.0.0`; null for other kinds. */
  version_name: string | null;
  /** 1 for a plan that names a question; 0 or absent for any other plan and for other kinds. */
  names_question?: number | undefined;
}

export interface TenantEventTable {
  tenant_id: string;
  number: number;
  at: number;
  kind: string;
  subject: string;
  actor: string;
  /** The progress of the evaluation at that time, as JSON; null for events of other kinds. */
  progress: string | null;
}

/** The answer to a change, stored for repeated requests (docs/http.md#15). */
export interface TenantResponseTable {
  tenant_id: string;
  idempotency_key: string;
  fingerprint: string;
  status: number;
  /** The headers, names and values in turn, as JSON. */
  headers: string;
  body: string;
  created_at: number;
}

export interface CredentialTable {
  id: string;
  tenant_id: string;
  /** The SHA-256 of the secret. The secret itself is not stored. */
  secret_sha256: string;
  scopes: string;
  runner: number;
  invited: number;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

/** A key for tickets and for network ids. Both of its secrets are erased when it is rotated. */
export interface TicketKeyTable {
  id: string;
  ticket_secret: string | null;
  network_secret: string | null;
  created_at: number;
  rotated_at: number | null;
}

interface TicketTable {
  /**
   * Orders tickets by the time of their issue: the second times a million, plus the next free number. Tickets that are issued
   * together lie together on disk, and expire together.
   */
  number: number;
  id: string;
  key_id: string;
  cohort: Cohort;
  /**
   * The id of a credential, or an id of a visitor's client (IPv4 address or IPv6 /64) made with a secret key; never an address.
   */
  holder: string;
  /**
   * The id of the visitor's wider network (IPv4 /24 or IPv6 /48), made with a secret key; null for credentials and for old
   * tickets.
   */
  network: string | null;
  rule: string | null;
  subject_kind: SubjectKind;
  subject: string;
  stage: string;
  issued_at: number;
  expires_at: number;
  state: TicketState;
  /** The number of the report that redeemed the ticket; null if there is none, or if it has the number of the ticket. */
  receipt: number | null;
}

/**
 * How many tickets a holder ever got, and how many of them are open. Wider networks, `rule:NAME` for the visitors that a rule
 * selected, and the empty text for all visitors are counted like holders, but without their open tickets.
 */
interface TicketHolderTable {
  cohort: Cohort;
  holder: string;
  issued: number;
  open: number;
  /**
   * The latest second in which the holder got tickets, and the number that it had got before; null if no cap by the hour
   * applies.
   */
  marked_at: number | null;
  marked_before: number | null;
}

/** The same counts for earlier seconds, kept for as long as they may matter for the last hour. */
interface TicketMarkTable {
  cohort: Cohort;
  holder: string;
  at: number;
  issued_before: number;
}

/** A report. A compact report has neither a model nor numbers. */
export interface ReceiptTable extends RunNumbers {
  /**
   * The number of the report. On SQLite, reports are numbered in the order in which they were accepted; on PostgreSQL they have
   * the numbers of their tickets.
   */
  number: number;
  ticket: number;
  form: 'receipt' | 'compact';
  digest: string;
  accepted_at: number;
  outcome: string;
  model_id: string | null;
  model_precision: string | null;
  task_class: string | null;
  /** The time at which an operator took the report out of the counts; null for a report that counts. */
  discarded_at: number | null;
}

/** The number of reports of each reporter in each published cell. It is updated in the transaction that stores a report. */
interface ReportCountTable {
  cohort: Cohort;
  page_kind: SubjectKind;
  /**
   * How the report names its model: `exact` or `family`; `compact` if it names none; `none` for tickets that expired without a
   * report; `discarded` for reports that an operator took out.
   */
  precision: ReportPrecision;
  outcome: string;
  /** The id of a credential, or the id of a visitor's IPv4 /24 or IPv6 /48, made with a secret key. */
  reporter: string;
  reports: number;
}

export type ReportPrecision = 'exact' | 'family' | 'compact' | 'none' | 'discarded';

/** A command that an operator ran. Its arguments never hold secrets. */
export interface AuditTable {
  /** Orders commands by time: milliseconds since 1970 in hexadecimal digits, then random digits. */
  id: string;
  at: number;
  os_user: string;
  command: string;
  /** The words after the name of the command, as JSON. */
  arguments: string;
  /** How the command ended; `begun` if the process ended before the command did. */
  outcome: 'begun' | 'done' | 'failed';
}
