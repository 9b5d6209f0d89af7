/** The services that handlers use: the store, the live settings, the ticket service, and the timer that expires tickets. */
import type { Logger } from 'pino';
import { StoreAway, StoreBusy } from '../store/database/backend.ts';
import { UnusableFile } from '../store/database/sqlite-unusable.ts';
import { observedStore } from '../store/observed.ts';
import { openStore, type Store } from '../store/store.ts';
import { listen } from '../support/diagnostics.ts';
import { seconds } from '../support/time.ts';
import { type Authenticate, authenticator } from '../tenant/authenticate.ts';
import { openTenantServices, type TenantServices } from '../tenant/services.ts';
import { openLiveSettings } from '../ticket/live-settings.ts';
import { openTicketService } from '../ticket/open-service.ts';
import { newTicketKey } from '../ticket/rule/key.ts';
import type { ReportCell } from '../ticket/rule/report-table.ts';
import type { TicketService } from '../ticket/service.ts';
import type { Config } from './config.ts';
import { notify } from './notice.ts';

/** The sources of time and randomness. */
export interface Chance {
  /** Returns the present time, in milliseconds since 1970. */
  now(): number;
  randomBytes(size: number): Buffer;
}

interface Service {
  store: Store;
  /** Tells whether the database answered when it was last asked. */
  databaseAnswers(): boolean;
  ticketService: TicketService;
  authenticate: Authenticate;
  tenant: TenantServices;
  /** Ends the requests that wait for events, so that they can finish. */
  stopWaiting(): void;
  /** Returns the counts of reports. Tickets that have expired by now are counted as abandoned. */
  reports(): Promise<ReportCell[]>;
  /** Lets work in progress finish, then closes the store. */
  close(): Promise<void>;
}

/**
 * The milliseconds between two sweeps that expire tickets. A ticket also expires when it is looked up; the sweep is for the
 * others.
 */
const sweepMilliseconds = 30_000;

/** The most rows of report counts that are read again for each request. A cell has one row for each network. */
const fewRows = 1000;
/**
 * The milliseconds for which counts are kept, for each row that was read, so that reading them takes about a hundredth of the
 * time.
 */
const millisecondsPerRow = 0.1;

/** Shares one result among concurrent callers, and keeps a result for a while if it took long to read. */
function sparingly(read: () => Promise<ReportCell[]>): () => Promise<ReportCell[]> {
  let kept: { cells: ReportCell[]; until: number } | undefined;
  let underWay: Promise<ReportCell[]> | undefined;
  const readAndKeep = async () => {
    const cells = await read();
    const rows = cells.reduce((sum, { reporters }) => sum + reporters, 0);
    kept = rows > fewRows ? { cells, until: performance.now() + rows * millisecondsPerRow } : undefined;
    return cells;
  };
  return async () => {
    if (kept && performance.now() < kept.until) return kept.cells;
    underWay ??= readAndKeep().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

/**
 * Opens the store and the services that use it. The first process of a deployment makes the ticket key. If a database server does
 * not answer, it is waited for in the background: until it does, there are no tickets, and requests that need the database are
 * refused.
 * @param isListed tells whether the catalog lists a signing key
 * @throws DatabaseError when the database cannot be used
 */
export async function openService(
  config: Pick<
    Config,
    | 'dataDir'
    | 'databaseUrl'
    | 'databaseLimits'
    | 'databasePooler'
    | 'ticketTimeout'
    | 'signingKey'
    | 'tracesTo'
  >,
  log: Logger,
  { now, randomBytes }: Chance,
  isListed: (keyId: string) => boolean = () => true,
): Promise<Service> {
  // An outage of the database is logged once, elsewhere.
  const onError = (what: string) => (error: unknown) => {
    if (error instanceof StoreAway) return;
    if (error instanceof StoreBusy) log.warn({ reason: error.message }, what);
    else log.error({ err: error }, what);
  };
  let databaseAnswers = true;
  const opened = await openStore(config, seconds(now()), error => {
    databaseAnswers = error === undefined;
    logOutage(log, error);
  });
  const store = config.tracesTo ? observedStore(opened) : opened;
  const makeKey = () => store.keys.ensure(newTicketKey(randomBytes), seconds(now()));
  const settings = await openLiveSettings(store, makeKey, onError('the settings could not be read'));
  const ticketService = openTicketService({
    store,
    settings,
    now,
    randomBytes,
    onError: onError('no ticket was issued'),
  });
  listen('ahead', facts => log.warn(facts, 'tickets and counts that lie in the future were dropped'));
  const sweep = () => store.tickets.expireDue(seconds(now())).catch(onError('no ticket was expired'));
  const sweeper = setInterval(sweep, sweepMilliseconds).unref();
  const tenant = openTenantServices(config, store, isListed, now, onError);
  return {
    store,
    databaseAnswers: () => databaseAnswers,
    ticketService,
    tenant,
    stopWaiting: () => tenant.close(),
    authenticate: authenticator(store.credentials, now),
    reports: sparingly(async () => {
      await store.tickets.expireDue(seconds(now()));
      return store.aggregates();
    }),
    close: async () => {
      clearInterval(sweeper);
      settings.close();
      await store.close();
    },
  };
}

/**
 * Logs that the database became unavailable or available again. Logs the codes of errors alone, since messages of a driver may
 * name hosts and users. A fault of a database file and its remedy also go to standard error.
 */
function logOutage(log: Logger, error: unknown): void {
  if (error === undefined) {
    log.info('the database answers again');
    return;
  }
  if (error instanceof UnusableFile) notify(`${error.message} Until then pages are served without tickets.`);
  const cause = error instanceof StoreAway && !(error instanceof UnusableFile) ? error.cause : error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? 'no answer';
  log.error({ code }, 'the database is away: pages are served without tickets, everything else is refused');
}
