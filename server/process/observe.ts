/** Observes a server: opens its metrics, traces and access log, each only if the settings ask for it. */
import cluster from 'node:cluster';
import type { RequestListener } from 'node:http';
import { sha256Hex } from '#document/text/digest.ts';
import { EnvironmentError } from '#document/text/environment.ts';
import { oncePer } from '#document/text/once-per.ts';
import type { Context } from '../http/context.ts';
import type { CatalogHolder } from '../site/holder.ts';
import { accessLog } from './access-log.ts';
import type { Config } from './config.ts';
import type { Gauges } from './gauges.ts';
import { routeNames } from './route-name.ts';

/**
 * The metrics, traces and access log of a running server. `observe` returns a listener that records each request, and `close`
 * ends the recording.
 */
export interface Observation {
  observe(listener: RequestListener): RequestListener;
  close(): Promise<void>;
}

/** Opens the observation that the settings ask for. The packages for metrics and traces are loaded only if they are needed. */
export async function openObservation(
  config: Config,
  context: Context,
  catalog: CatalogHolder,
): Promise<Observation> {
  const routeOf = routeNames(context);
  const wrappers: ((listener: RequestListener) => RequestListener)[] = [];
  const ends: (() => unknown)[] = [];
  if (config.accessLog) wrappers.push(accessLog(context.log, routeOf));
  if (config.metrics) {
    const { openMetrics, serveMetrics } = await import('./metrics.ts');
    const { read, observe, end } = openMetrics(gaugesOf(config, context, catalog), routeOf);
    wrappers.push(observe);
    ends.push(end);
    // With several processes, the primary process serves the sum of their counts.
    if (cluster.isPrimary) {
      const server = await serveMetrics(read, config.metrics);
      ends.push(() => server.close());
    }
  }
  if (config.tracesTo) {
    const { openTracing } = await import('./tracing.ts').catch(explainMissing);
    const database = config.databaseUrl ? 'postgresql' : 'sqlite';
    const tracing = openTracing(config.tracesTo, context.log, { routeOf, database });
    wrappers.push(tracing.observe);
    ends.push(tracing.close);
  }
  return {
    observe: listener => wrappers.reduce((inner, wrap) => wrap(inner), listener),
    close: async () => {
      for (const end of ends) await end();
    },
  };
}

/**
 * Throws an error that says that the packages of OpenTelemetry are missing. The package of the service contains them, but `npm ci
 * --omit=dev` does not install them.
 */
function explainMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.code !== 'MODULE_NOT_FOUND') throw error;
  throw new EnvironmentError(
    'OTEL_EXPORTER_OTLP_ENDPOINT: the packages of OpenTelemetry are not installed. Run `npm ci` without `--omit=optional`, or unset it.',
  );
}

function gaugesOf({ dataDir, distDir }: Config, context: Context, catalog: CatalogHolder): Gauges {
  const { store, tenant } = context;
  return {
    catalog: () => {
      const { pages, damaged } = catalog.site;
      return {
        builtAt: catalog.builtAt,
        pages: pages.size,
        manifest: shortDigest(catalog.manifest),
        damaged: damaged.size,
        logEntries: catalog.logSize,
        isDegraded: catalog.degraded !== undefined,
        isRefused: catalog.isRefused,
        isLogContinued: catalog.isLogContinued,
      };
    },
    canSign: () => tenant.signing.isUsable(),
    folders: { data: dataDir, dist: distDir },
    backupAt: () => store.audit.lastBackup(),
    database: () => {
      const connections = store.connections();
      return { up: context.health().databaseAnswers, ...(connections && { connections }) };
    },
    openTickets: () => store.openTickets(),
    jobs: () => store.jobCounts(),
  };
}

/** The number of digits of a digest that are enough to tell builds apart. */
const shownDigits = 16;
const shortDigest = oncePer((manifest: Buffer) => sha256Hex(manifest).slice(0, shownDigits));
