/** The store: every question that the service asks its database, one object for each noun. */

import { type CountedCell, readAggregates } from '../ticket/store/aggregate.ts';
import { type DiscardStore, discardStore } from '../ticket/store/discard.ts';
import { type ReceiptStore, receiptStore } from '../ticket/store/receipt.ts';
import { type Grouping, type ReportGroup, summarize } from '../ticket/store/report-summary.ts';
import { type TicketStore, ticketStore } from '../ticket/store/ticket.ts';
import { type KeyStore, keyStore } from '../ticket/store/ticket-key.ts';
import { type AccountStore, accountStore } from './account.ts';
import { type AdoptionStore, adoptionStore } from './adoption.ts';
import { type ArtifactStore, artifactStore } from './artifact.ts';
import { type AssignmentStore, assignmentStore } from './assignment.ts';
import { type AuditStore, auditStore } from './audit.ts';
import { type CredentialStore, credentialStore } from './credential.ts';
import type { ConnectionCounts, OutageListener } from './database/backend.ts';
import { backUp, type DatabasePlace, openDatabase } from './database/database.ts';
import { type JobStore, jobStore } from './evaluation-job.ts';
import { type PlanStore, planStore } from './evaluation-plan.ts';
import { type EventStore, eventStore } from './event.ts';
import { type EvidenceStore, evidenceStore } from './evidence-snapshot.ts';
import { type ListStore, listStore } from './listing.ts';
import { type MutationStore, mutationStore } from './mutation.ts';
import { type PruneStore, pruneStore } from './prune.ts';
import { type RequestCountStore, requestCountStore } from './request-count.ts';
import { type SettingStore, settingStore } from './setting.ts';
import { jobCounts, openTickets, readStatistics, type Statistics } from './statistics.ts';
import { type TenantStore, tenantStore } from './tenant.ts';

export interface Store {
  tenants: TenantStore;
  credentials: CredentialStore;
  settings: SettingStore;
  keys: KeyStore;
  tickets: TicketStore;
  receipts: ReceiptStore;
  discards: DiscardStore;
  accounts: AccountStore;
  artifacts: ArtifactStore;
  events: EventStore;
  mutations: MutationStore;
  plans: PlanStore;
  jobs: JobStore;
  assignments: AssignmentStore;
  evidence: EvidenceStore;
  adoptions: AdoptionStore;
  lists: ListStore;
  requestCounts: RequestCountStore;
  audit: AuditStore;
  pruning: PruneStore;
  /** Returns the number of reports in each cell. */
  aggregates(): Promise<CountedCell[]>;
  /** Returns the first groups of reports, for the operator, and the number of all groups. */
  reportSummary(grouping: Grouping, limit: number): Promise<{ groups: ReportGroup[]; total: number }>;
  /**
   * Counts the rows and bytes of each table, and the rows that it gained in the day before a time.
   * @param at seconds since 1970
   */
  statistics(at: number): Promise<Statistics>;
  openTickets(): Promise<number>;
  jobCounts(): Promise<Readonly<Record<string, number>>>;
  /** Returns the connections to a database server; undefined for SQLite. */
  connections(): ConnectionCounts | undefined;
  /** Writes everything into a new SQLite file, while servers continue. */
  backUp(file: string, nowSeconds: number): Promise<void>;
  /** Waits for queries that are under way, and closes the database. */
  close(): Promise<void>;
}

/**
 * Opens the store at the place that the settings name, and runs missing migrations.
 * @param place with `ticketTimeout`, the milliseconds that a page waits for its ticket
 * @param onOutage see `openDatabase`
 */
export async function openStore(
  place: DatabasePlace & { ticketTimeout?: number | undefined },
  nowSeconds: number,
  onOutage?: OutageListener,
): Promise<Store> {
  const backend = await openDatabase(place, nowSeconds, onOutage);
  const tickets = ticketStore(backend, place.ticketTimeout);
  return {
    tenants: tenantStore(backend),
    credentials: credentialStore(backend),
    settings: settingStore(backend),
    keys: keyStore(backend),
    tickets,
    receipts: receiptStore(backend, tickets.expireDue),
    discards: discardStore(backend),
    accounts: accountStore(backend),
    artifacts: artifactStore(backend),
    events: eventStore(backend),
    mutations: mutationStore(backend),
    plans: planStore(backend),
    jobs: jobStore(backend),
    assignments: assignmentStore(backend),
    evidence: evidenceStore(backend),
    adoptions: adoptionStore(backend),
    lists: listStore(backend),
    requestCounts: requestCountStore(backend),
    audit: auditStore(backend),
    pruning: pruneStore(backend),
    statistics: at => readStatistics(backend, at),
    aggregates: () => readAggregates(backend),
    reportSummary: (grouping, limit) => summarize(backend, grouping, limit),
    openTickets: () => openTickets(backend),
    jobCounts: () => jobCounts(backend),
    connections: () => backend.connections?.(),
    backUp: (file, at) => backUp(backend, file, at),
    close: () => backend.close(),
  };
}
