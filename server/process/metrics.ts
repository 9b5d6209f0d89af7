/**
 * Metrics for Prometheus, on a listener of their own: `METRICS_PORT` on `METRICS_HOST`. Labels come from short fixed lists;
 * none names a client, a tenant or a page.
 */
import cluster from 'node:cluster';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { EnvironmentError } from '#document/text/environment.ts';
import { listen } from '../support/diagnostics.ts';
import { addGauges, type Gauges } from './gauges.ts';
import type { RouteName } from './route-name.ts';
import { readWorkers, tellMetrics } from './worker-metrics.ts';

/**
 * Opens the metrics of a process.
 * @returns functions that return the metrics as text, wrap a listener so that its requests are counted, and send the last
 *   counts of a worker to the primary process
 */
export function openMetrics(gauges: Gauges, routeOf: RouteName) {
  const [counted, state] = [new Registry(), new Registry()];
  collectDefaultMetrics({ register: state });
  countHappenings([counted]);
  addGauges([state], gauges);
  const observe = observer({ counted, state }, routeOf);
  const end = cluster.isWorker ? tellMetrics(counted, [counted, state]) : async () => {};
  return { read: async () => (await counted.metrics()) + (await state.metrics()), observe, end };
}

/**
 * Makes the function that wraps a listener so that each request is counted and timed, until its answer is sent or its client
 * has gone.
 */
function observer(
  { counted, state }: { counted: Registry; state: Registry },
  routeOf: RouteName,
): (listener: RequestListener) => RequestListener {
  const labelNames = ['method', 'route', 'status'] as const;
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    ...{
      labelNames,
      registers: [counted],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    },
  });
  const open = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are being answered.',
    registers: [state],
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
/**
 * Returns the method of a request for a label. Methods that the service does not take are `other`, since a client may send
 * anything.
 */
const methodOf = ({ method }: IncomingMessage): string => (methods.has(method!) ? method! : 'other');
const statusOf = ({ writableFinished, statusCode }: ServerResponse): string =>
  writableFinished ? String(statusCode) : 'aborted';

const failureReasons = [
  ...['bug', 'database_away', 'database_busy', 'database_pooler', 'key_unusable', 'reporting_paused'],
  'too_many_bodies',
];

function countHappenings(registers: Registry[]): void {
  const tickets = new Counter({
    ...{
      name: 'use_tickets_total',
      help: 'Use tickets asked for, by cohort, its outcome, and the cap reached.',
    },
    labelNames: ['cohort', 'outcome', 'cap'],
    registers,
  });
  for (const cohort of ['invited', 'visitor']) tickets.inc({ cohort, outcome: 'failed', cap: '' }, 0);
  listen('ticket', ({ cohort, outcome, cap = '' }) => tickets.inc({ cohort, outcome, cap }));
  const redemptions = new Counter({
    name: 'use_reports_total',
    help: 'Reports received, by form and verdict.',
    labelNames: ['form', 'outcome'],
    registers,
  });
  listen('redemption', labels => redemptions.inc(labels));
  const events = new Counter({
    ...{
      name: 'tenant_events_total',
      help: 'Events of all tenants, by kind: registrations, evaluations, leases lost and so on.',
    },
    labelNames: ['kind'],
    registers,
  });
  listen('event', labels => events.inc(labels));
  const failures = new Counter({
    name: 'request_failures_total',
    help: 'Requests that ended in a status from 500 on, by reason.',
    labelNames: ['status', 'reason'],
    registers,
  });
  // Every counter begins at 0, so that the first failure shows as an increase too.
  for (const reason of failureReasons) failures.inc({ status: reason === 'bug' ? 500 : 503, reason }, 0);
  listen('failure', labels => failures.inc(labels));
  const batches = new Histogram({
    name: 'group_commit_size',
    help: 'Tickets or reports that shared one commit.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
    registers,
  });
  listen('batch', ({ size }) => batches.observe(size));
}

/**
 * Serves metrics at `/metrics`.
 * @param read returns the metrics as text
 * @throws EnvironmentError when it cannot listen on the port
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
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { 'Content-Type': 'text/plain', Allow: 'GET, HEAD' }).end('Use GET.\n');
      return;
    }
    read().then(
      text => response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(500, { 'Content-Type': 'text/plain' }).end('The metrics could not be read.\n'),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(
        new EnvironmentError(
          `METRICS_PORT: cannot listen on port ${port} of ${host} (${code}). Set another METRICS_PORT or METRICS_HOST.`,
        ),
      ),
    );
    server.listen(port, host, () => resolve(server));
  });
}

/** Opens the metrics of several processes, in the primary process, which itself counts the workers that end. */
export function openPrimaryMetrics(): () => Promise<string> {
  const registry = new Registry();
  const restarts = new Counter({
    name: 'worker_restarts_total',
    help: 'Worker processes that ended or hung, and were replaced.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of ['died', 'hung']) restarts.inc({ reason }, 0);
  listen('worker', ({ reason }) => restarts.inc({ reason }));
  return readWorkers(registry);
}
