/**
 * Metrics for Prometheus, on a listener of their own: `METRICS_PORT` on `METRICS_HOST`. Labels are from short fixed lists; none
 * names a client, a tenant or a page.
 */
import cluster from 'node:cluster';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { EnvironmentError } from '#build/text/environment.ts';
import { listen } from '../support/diagnostics.ts';
import type { RouteName } from './route-name.ts';

/** What is looked up for a request for metrics. */
export interface Gauges {
  /** When the catalog that is served was built, in seconds since 1970, its pages and log entries, and whether a newer one is wrong. */
  catalog(): { builtAt: number; pages: number; logEntries: number; isDegraded: boolean };
  /** Whether the database answers; and its connections, where it has any. */
  database(): { up: boolean; connections?: { open: number; idle: number; waiting: number } };
  /** How many tickets are open. Rejects while the database is away. */
  openTickets(): Promise<number>;
  /** How many evaluation jobs are in each state. Rejects while the database is away. */
  jobs(): Promise<Readonly<Record<string, number>>>;
}

/** Counts what a process does. */
export function openMetrics(gauges: Gauges, routeOf: RouteName) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  countHappenings(registers);
  addGauges(registers, gauges);
  // The primary of several processes asks each for what this registry holds.
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries([registry]);
    new AggregatorRegistry();
  }
  return { registry, observe: observer(registers, routeOf) };
}

/** Wraps a listener so that each request is counted and timed when its answer is sent or its client has gone. */
function observer(registers: Registry[], routeOf: RouteName): (listener: RequestListener) => RequestListener {
  const labelNames = ['method', 'route', 'status'] as const;
  const seconds = new Histogram({
    ...{ name: 'http_request_duration_seconds', help: 'Time from the request to the end of its answer.' },
    ...{
      labelNames,
      registers,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    },
  });
  const open = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are being answered.',
    registers,
  });
  return listener => (request, response) => {
    const started = performance.now();
    open.inc();
    response.once('close', () => {
      open.dec();
      const labels = { method: methodOf(request), route: routeOf(request), status: statusOf(response) };
      seconds.observe(labels, (performance.now() - started) / 1000);
    });
    listener(request, response);
  };
}

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
/** A client may send any method. */
const methodOf = ({ method }: IncomingMessage): string => (methods.has(method!) ? method! : 'other');
const statusOf = ({ writableFinished, statusCode }: ServerResponse): string =>
  writableFinished ? String(statusCode) : 'aborted';

function countHappenings(registers: Registry[]): void {
  const tickets = new Counter({
    ...{
      name: 'use_tickets_total',
      help: 'Use tickets asked for, by cohort, its outcome, and the cap reached.',
    },
    ...{ labelNames: ['cohort', 'outcome', 'cap'], registers },
  });
  listen('ticket', ({ cohort, outcome, cap = '' }) => tickets.inc({ cohort, outcome, cap }));
  const redemptions = new Counter({
    ...{ name: 'use_reports_total', help: 'Reports received, by form and verdict.' },
    ...{ labelNames: ['form', 'outcome'], registers },
  });
  listen('redemption', labels => redemptions.inc(labels));
  const events = new Counter({
    ...{
      name: 'tenant_events_total',
      help: 'Events of all tenants, by kind: registrations, evaluations, leases lost and so on.',
    },
    ...{ labelNames: ['kind'], registers },
  });
  listen('event', labels => events.inc(labels));
  const batches = new Histogram({
    ...{ name: 'group_commit_size', help: 'Tickets or reports that shared one commit.' },
    ...{ buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000], registers },
  });
  listen('batch', ({ size }) => batches.observe(size));
}

function addGauges(registers: Registry[], { catalog, database, openTickets, jobs }: Gauges): void {
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    new Gauge({
      ...{ name, help, registers },
      // Every process sees the same catalog and database.
      aggregator: 'max',
      collect() {
        const value = read();
        if (value !== undefined) this.set(value);
      },
    });
  gauge(
    'catalog_built_timestamp_seconds',
    'When the catalog that is served was built.',
    () => catalog().builtAt,
  );
  gauge(
    'catalog_degraded',
    'Whether the newest build failed or cannot be served, so that an earlier one is.',
    () => Number(catalog().isDegraded),
  );
  gauge('catalog_pages', 'Pages of the catalog that is served.', () => catalog().pages);
  gauge('log_entries', 'Entries of the transparency log that is served.', () => catalog().logEntries);
  gauge('database_up', 'Whether the database answers.', () => Number(database().up));
  new Gauge({
    ...{ name: 'database_connections', help: 'Connections to PostgreSQL, and callers that wait for one.' },
    ...{ labelNames: ['state'], registers },
    collect() {
      for (const [state, count] of Object.entries(database().connections ?? {})) this.set({ state }, count);
    },
  });
  // While the database is away, what was last read stays.
  new Gauge({
    ...{ name: 'use_tickets_open', help: 'Use tickets not yet used.', registers },
    aggregator: 'max',
    async collect() {
      const open = await openTickets().catch(() => undefined);
      if (open !== undefined) this.set(open);
    },
  });
  new Gauge({
    ...{ name: 'evaluation_jobs', help: 'Evaluation jobs, by state.', labelNames: ['state'], registers },
    aggregator: 'max',
    async collect() {
      const found = await jobs().catch(() => undefined);
      for (const [state, count] of Object.entries(found ?? {})) this.set({ state }, count);
    },
  });
}

/**
 * Serves metrics at `/metrics`.
 * @param read gives them as text
 * @throws EnvironmentError when it cannot listen there
 */
export function serveMetrics(
  read: () => Promise<string>,
  { port, host }: { port: number; host: string },
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Metrics are at /metrics.\n');
      return;
    }
    read().then(
      text => response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(500, { 'Content-Type': 'text/plain' }).end('The metrics could not be read.\n'),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(new EnvironmentError(`METRICS_PORT: cannot listen on port ${port} of ${host} (${code}).`)),
    );
    server.listen(port, host, () => resolve(server));
  });
}

/** Reads the metrics of all worker processes, in the primary. */
export function readWorkers(): () => Promise<string> {
  const aggregator = new AggregatorRegistry();
  return () => aggregator.clusterMetrics();
}
