/** The context: everything a handler may use. Time, randomness and keys come from here, so tests can set them. */
import type { Logger } from 'pino';
import type { Site } from '../site/site.ts';
import type { Store } from '../store/store.ts';
import type { TenantServices } from '../tenant/services.ts';
import type { ReportCell } from '../ticket/rule/report-table.ts';
import type { TicketService } from '../ticket/service.ts';
import type { TrustsProxy } from './admission/client.ts';
import type { Gatekeeper } from './admission/gatekeeper.ts';

/** The state on which readiness depends. */
export interface HealthState {
  /** The catalog that is served: how many pages it has. */
  pages: number;
  /** Whether the server was told to stop. */
  draining: boolean;
  databaseAnswers: boolean;
  /** Whether a search was ready to be answered since the start: making its index takes much of the time of a process. */
  canSearch: boolean;
  /** The reason why the catalog that is served is not the newest one. */
  degraded?: string | undefined;
}

/** The packed command `agent-topology`. */
export interface CommandPackage {
  bytes: Buffer;
  /** SHA-256, hexadecimal. */
  digest: string;
}

export interface Context {
  /** The site that is served now; a swap of the catalog changes what it returns. */
  site(): Site;
  /** Looks for a newer catalog when a page of the served one is gone from the disk. Returns whether there is one. */
  renew(): Promise<boolean>;
  /** Headers that every answer has, names and values in turn. */
  common: readonly string[];
  /** Identifies callers, and refuses networks that ask too often. */
  gatekeeper: Gatekeeper;
  /** Issues and redeems use tickets. */
  ticketService: TicketService;
  store: Store;
  /** The services of the tenant API. */
  tenant: TenantServices;
  /** How many reports there are, by cohort, page kind, precision and outcome. */
  reports(): Promise<ReportCell[]>;
  /** Which proxies are trusted to say where a request comes from. */
  trustsProxy: TrustsProxy;
  /** The host names that are this service. */
  publicNames: ReadonlySet<string>;
  /** Returns the present state on which readiness depends. */
  health(): HealthState;
  /** Undefined where this installation has none. */
  commandPackage(): CommandPackage | undefined;
  log: Logger;
  /** Milliseconds since 1970. */
  now(): number;
  randomBytes(size: number): Buffer;
}
