/**
 * The tables, as Kysely knows them. Times are whole seconds since 1970, flags 0 or 1, lists JSON: what both databases hold
 * alike. The migrations make these tables; a test holds the two together.
 */
import type { Generated } from 'kysely';
import type { ArtifactStatus, ReasonCode } from '#document/kind/artifact-status.ts';
import type { Cohort, SubjectKind } from '#document/kind/use-receipt-acceptance.ts';
import type { TicketState } from '../state/ticket.ts';

export interface Tables {
  migration: MigrationTable;
  setting: SettingTable;
  tenant: TenantTable;
  credential: CredentialTable;
  ticket_key: TicketKeyTable;
  ticket: TicketTable;
  ticket_holder: TicketHolderTable;
  receipt: ReceiptTable;
  report_count: ReportCountTable;
  tenant_artifact: TenantArtifactTable;
  tenant_event: TenantEventTable;
  tenant_response: TenantResponseTable;
}

export interface MigrationTable {
  number: number;
  name: string;
  applied_at: number;
}

/** What operators change while servers run. A setting that is not here has its default. */
export interface SettingTable {
  name: string;
  value: string;
}

/** A tenant, with the counts that its changes are made under. */
export interface TenantTable {
  id: string;
  created_at: number;
  /** The number of its last event, and of the last document it registered. */
  last_event: Generated<number>;
  last_artifact: Generated<number>;
  /** Formations registered, and other documents. */
  candidates: Generated<number>;
  documents: Generated<number>;
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

/** The answer to a change, kept for whoever repeats the request (decisions, Idempotency). */
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
  /** SHA-256 of the secret. The secret itself is nowhere. */
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

export interface TicketTable {
  id: string;
  key_id: string;
  cohort: Cohort;
  /** A credential, or the keyed id of a network: never an address. */
  holder: string;
  /** Counts the tickets of this holder from 1. */
  holder_number: number;
  /** Counts the tickets of all visitors from 1; null for those of credentials. */
  site_number: number | null;
  rule: string | null;
  subject_kind: SubjectKind;
  subject: string;
  stage: string;
  issued_at: number;
  expires_at: number;
  state: TicketState;
}

/** How many tickets a holder ever got, and how many of them are open. The holder `` is all visitors together. */
export interface TicketHolderTable {
  cohort: Cohort;
  holder: string;
  issued: number;
  open: number;
}

/** One report. A compact report has neither model nor numbers. */
export interface ReceiptTable {
  ticket_id: string;
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
}

/** How many reports each published cell holds, kept with each report. */
export interface ReportCountTable {
  cohort: Cohort;
  page_kind: SubjectKind;
  /** `exact` or `family`; `compact` for reports that name no model; `none` for tickets that expired without a report. */
  precision: ReportPrecision;
  outcome: string;
  reports: number;
}

export const reportPrecisions = ['exact', 'family', 'compact', 'none'] as const;
export type ReportPrecision = (typeof reportPrecisions)[number];
