/** What looks on while a server answers: metrics and the access log, each only where it is asked for. */
import cluster from 'node:cluster';
import type { IncomingMessage, RequestListener } from 'node:http';
import { mcpPath, openAiPath } from '#document/protocol.ts';
import type { CatalogHolder } from '../catalog/holder.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { isProbePath } from '../http/health.ts';
import { receiptRoute } from '../ticket/trailer.ts';
import { accessLog } from './access-log.ts';

/** Wraps a listener with what the settings ask for, and ends it. */
export interface Observation {
  observe(listener: RequestListener): RequestListener;
  close(): void;
}

/** Opens what the settings ask for. The packages for metrics are loaded only then. */
export async function openObservation(
  config: Config,
  context: Context,
  catalog: CatalogHolder,
): Promise<Observation> {
  const routeOf = routeNames(context);
  const wrappers: ((listener: RequestListener) => RequestListener)[] = [];
  let close = () => {};
  if (config.accessLog) wrappers.push(accessLog(context.log, routeOf));
  if (config.metrics) {
    const { openMetrics, serveMetrics } = await import('./metrics.ts');
    const { registry, observe } = openMetrics(gaugesOf(context, catalog), routeOf);
    wrappers.push(observe);
    // Of several processes the primary serves what all of them counted.
    if (cluster.isPrimary) {
      const server = await serveMetrics(() => registry.metrics(), config.metrics);
      close = () => server.close();
    }
  }
  return { observe: listener => wrappers.reduce((inner, wrap) => wrap(inner), listener), close };
}

/** Names the route of a request: a page by its kind, all else as `routes.ts` does. */
function routeNames(context: Context): (request: IncomingMessage) => string {
  return request => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const page = context.site().pages.get(path);
    if (page) return `page ${page.entry.kind}`;
    const plain = path.replace(/\/$/, '');
    if (plain === mcpPath || plain === openAiPath) return plain;
    if (path === receiptRoute || isProbePath(path)) return path;
    return (request as { route?: { path?: string } }).route?.path ?? 'other';
  };
}

function gaugesOf(context: Context, catalog: CatalogHolder) {
  const { store } = context;
  return {
    catalog: () => {
      const { pages } = catalog.site;
      const checkpoint = pages.get('/log/checkpoint')?.identity.body.toString('latin1');
      // A checkpoint is its origin, its size and its root, a line each (C2SP tlog-checkpoint).
      const logEntries = Number(checkpoint?.split('\n')[1] ?? 0);
      return { builtAt: catalog.builtAt, pages: pages.size, logEntries };
    },
    database: () => {
      const connections = store.connections();
      return { up: context.health().databaseAnswers, ...(connections && { connections }) };
    },
    openTickets: () => store.openTickets(),
    jobs: () => store.jobCounts(),
  };
}
