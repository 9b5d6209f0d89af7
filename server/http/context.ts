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
  /** The number of pages in the catalog that is served. */
  pages: number;
  /** Whether the server was told to stop and finishes its last requests. */
  draining: boolean;
  databaseAnswers: boolean;
  /** Whether the search index has been ready since the start. Making it takes much of the time of a process. */
  canSearch: boolean;
  /** A fault of the catalog that is served, such as that it is not the newest; absent if there is none. */
  degraded?: string | undefined;
}

/** The packed command `agent-topology`. */
export interface CommandPackage {
  bytes: Buffer;
  /** The SHA-256 of the package, in hexadecimal digits. */
  digest: string;
}

export interface Context {
  /** Returns the site that is served now, which changes when a new catalog is put in place. */
  site(): Site;
  /** Looks for a newer catalog, after a page of the served one was not found on the disk. Returns whether there is one. */
  renew(): Promise<boolean>;
  /** The headers of every answer, names and values in turn. */
  common: readonly string[];
  /** Identifies callers, and refuses networks that ask too often. */
  gatekeeper: Gatekeeper;
  /** Issues and redeems use tickets. */
  ticketService: TicketService;
  store: Store;
  /** The services of the tenant API. */
  tenant: TenantServices;
  /** Returns the number of reports by cohort, page kind, precision and outcome. */
  reports(): Promise<ReportCell[]>;
  /** Tells which proxies are trusted to say where a request comes from. */
  trustsProxy: TrustsProxy;
  /** The host names of this service. */
  publicNames: ReadonlySet<string>;
  /** Returns the present health state. */
  health(): HealthState;
  /** Returns the packed command, or undefined if this installation has none. */
  commandPackage(): CommandPackage | undefined;
  log: Logger;
  /** Returns the present time, in milliseconds since 1970. */
  now(): number;
  randomBytes(size: number): Buffer;
}
