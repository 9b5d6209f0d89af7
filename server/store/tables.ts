/**
 * The tables, as Kysely knows them. Times are whole seconds since 1970, flags 0 or 1, lists JSON: what both databases hold
 * alike. The migrations make these tables; a test holds the two together.
 */
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
  ticket_swept: TicketSweptTable;
  report_count: ReportCountTable;
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

export interface TenantTable {
  id: string;
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
  /**
   * Orders tickets by the time of their issue: its second times a million, and then the next free number. What is
   * issued together lies together on disk, and is expired together.
   */
  number: number;
  id: string;
  key_id: string;
  cohort: Cohort;
  /** A credential, or the keyed id of a network: never an address. */
  holder: string;
  /** Counts the tickets of a visitor from 1; null for those of credentials, which have no cap by the hour. */
  holder_number: number | null;
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

/** One row: no ticket up to this number is open. */
export interface TicketSweptTable {
  through: number;
}

/** One report. A compact report has neither model nor numbers. */
export interface ReceiptTable {
  /** The number of its ticket. */
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
