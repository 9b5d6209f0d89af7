/** A server process: listens, answers, and stops cleanly. */
import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { branches } from '../api/routes.ts';
import { trustsProxyOf } from '../http/admission/client.ts';
import { openGatekeeper } from '../http/admission/gatekeeper.ts';
import { requestListener } from '../http/app.ts';
import { commandPackageAt } from '../http/command-package.ts';
import { type ConnectionLimits, limitConnections } from '../http/connection.ts';
import type { Context } from '../http/context.ts';
import { connectionsWithin, openFileLimit } from '../http/open-files.ts';
import { inTurn } from '../http/pipeline.ts';
import { publicNames } from '../http/public-name.ts';
import { refuseConnections } from '../http/refuse-connection.ts';
import { DistError } from '../site/dist.ts';
import { CatalogHolder } from '../site/holder.ts';
import { securityHeaders } from '../site/security-headers.ts';
import type { Site } from '../site/site.ts';
import { listedPurpose } from '../tenant/listed-purpose.ts';
import type { Config } from './config.ts';
import { Drain } from './drain.ts';
import { type Observation, openObservation } from './observe.ts';
import { type Chance, openService } from './service.ts';
import { meetWorkers } from './workers.ts';

export interface RunningServer {
  /** The address at which the server listens, such as `http://127.0.0.1:8080`. */
  address: string;
  /** Reads the catalog again, and serves it if that is possible. */
  reload(): Promise<void>;
  /** Accepts no further connection, lets requests finish, and resolves when all of them are done. */
  stop(): Promise<void>;
}

/** The milliseconds after which a connection is closed whose client sends no headers, no whole request, or no next request. */
const headersTimeout = 15_000;
const requestTimeout = 60_000;
const keepAliveTimeout = 65_000;
/**
 * The milliseconds without any byte after which a client is taken for gone. The longest wait of a request for events is 30 s.
 */
const silenceTimeout = 45_000;
/** The milliseconds between two checks of the time limits for headers and requests. */
const connectionsCheckingInterval = 1_000;
/**
 * Starts a server.
 * @throws DistError when there is no catalog, or it was built for another address than `BASE_URL`
 * @throws DatabaseError when the database cannot be used
 */
export async function startServer(
  config: Config,
  log: Logger,
  chance: Chance = { now: Date.now, randomBytes },
): Promise<RunningServer> {
  const common = securityHeaders(config.baseUrl ?? config.defaultBaseUrl);
  const setting = { common, cacheBytes: config.pageCache };
  const catalog = await CatalogHolder.open(config.distDir, setting, log);
  requireBaseUrl(config, catalog.site.baseUrl);
  const isListed = (keyId: string) => listedPurpose(catalog.site, keyId) !== undefined;
  const service = await openService(config, log, chance, isListed);
  const { ticketService, authenticate, reports, store, tenant } = service;
  const trustsProxy = trustsProxyOf(config.trustProxy);
  const drain = new Drain();
  let canSearch = false;
  const context: Context = {
    site: () => catalog.site,
    renew: () => catalog.renew(),
    common,
    publicNames: publicNames(catalog.site.baseUrl, config.host),
    gatekeeper: openGatekeeper(
      { authenticate, authenticateNow: tenant.authenticate },
      config.traffic,
      trustsProxy,
    ),
    ticketService,
    store,
    tenant,
    reports,
    health: () => ({
      pages: catalog.site.pages.size,
      canSearch,
      draining: drain.isDraining,
      databaseAnswers: service.databaseAnswers(),
      degraded: catalog.degraded,
    }),
    trustsProxy,
    commandPackage: commandPackageAt(config.commandFile),
    log,
    ...chance,
  };
  const closeService = async (error: unknown): Promise<never> => {
    await service.close();
    throw error;
  };
  const observation = await openObservation(config, context, catalog).catch(closeService);
  const server = openListener(context, connectionLimits(config, log), observation, drain);
  await listen(server, config).catch(closeService);
  const problem = tenant.signing.problem();
  if (problem) log.error(problem);
  indexEach(catalog, log, () => {
    canSearch = true;
  });
  const { address, port, family } = server.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    reload: () => catalog.reload(),
    stop: async () => {
      catalog.stop();
      service.stopWaiting();
      await drain.stop(server, cluster.isWorker ? meetWorkers : undefined);
      await observation.close();
      await service.close();
    },
  };
}

/** The milliseconds in which a server that has just started answers those who waited for it, before it begins an index. */
const firstAnswers = 50;

/**
 * Makes the search index of every site that is served, in slices between which pages are answered.
 * @param done called when the first index is ready
 */
function indexEach(catalog: CatalogHolder, log: Logger, done: () => void): void {
  const index = async (site: Site) => {
    const { searchIndexOf } = await import('../search/site-index.ts');
    await searchIndexOf(site).catch(error => log.error({ err: error }, 'search index not made'));
  };
  catalog.watch(index);
  setTimeout(() => void index(catalog.site).then(done), firstAnswers).unref();
}

/** Makes the HTTP server, with every limit on what its clients may use. */
function openListener(
  context: Context,
  limits: ConnectionLimits,
  { observe }: Observation,
  drain: Drain,
): Server {
  const pipeline = inTurn(drain.around(observe(requestListener(context, branches))));
  const times = { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval };
  // Node.js itself would refuse a request without `Host`, in an answer without the common headers.
  const server = createServer({ ...times, requireHostHeader: false }, pipeline.listener);
  server.timeout = silenceTimeout;
  // The size of the headers is limited elsewhere. A limit on their number would drop the last ones, which a proxy adds.
  server.maxHeadersCount = 0;
  refuseConnections(server, context, pipeline);
  limitConnections(server, limits, context.trustsProxy);
  return server;
}

const smallestShare = 32;
const usualShare = 1 / 16;

/** Returns the limits on connections that the operator set, lowered to what the operating system allows. */
function connectionLimits({ traffic }: Config, log: Logger): ConnectionLimits {
  const files = openFileLimit();
  const total = Math.min(traffic.connections, files === undefined ? Infinity : connectionsWithin(files));
  if (total < traffic.connections) {
    const facts = { connections: total, open_files: files };
    log.info(facts, 'fewer connections than MAX_CONNECTIONS, for the limit of open files');
  }
  const share = traffic.connectionsPerAddress ?? Math.max(smallestShare, Math.ceil(total * usualShare));
  return { total, perNetwork: Math.min(share, total) };
}

/**
 * Refuses to serve pages that were built for another address than the setting, since they state that address.
 * @throws DistError that names both addresses
 */
function requireBaseUrl(config: Config, built: string): void {
  if (config.baseUrl === undefined || config.baseUrl === built) return;
  throw new DistError(
    `BASE_URL is ${config.baseUrl}, but the catalog was built for ${built}. Run \`npm run build\` with the same BASE_URL.`,
  );
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
