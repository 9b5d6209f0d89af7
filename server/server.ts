/** A server process: listens, answers, and stops cleanly. */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Logger } from 'pino';
import { markdown } from '#document/media-type.ts';
import { requestListener } from './app.ts';
import { CatalogHolder } from './catalog-holder.ts';
import type { Config } from './config.ts';
import { DistError, type ReadAhead } from './dist.ts';
import { trustOf } from './http/client.ts';
import { publicNames } from './public-name.ts';
import { Refusal } from './refusal.ts';
import { errorDocument } from './reply.ts';
import { securityHeaders } from './security-headers.ts';
import { type Chance, openService } from './service.ts';
import type { World } from './world.ts';

export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  address: string;
  reload(): void;
  /** Takes no further connection, lets requests finish, and resolves when all are done. */
  stop(): Promise<void>;
}

/** Times that end a connection whose client does nothing, in milliseconds. */
const headersTimeout = 15_000;
const requestTimeout = 60_000;
const keepAliveTimeout = 65_000;
/** How long a stop waits for requests before it cuts them off, in milliseconds. */
const stopTimeout = 10_000;

/**
 * Starts to serve.
 * @param ahead what was read of the catalog already
 * @throws DistError when there is no catalog, or it was built for another address than `BASE_URL`
 * @throws DatabaseError when the database cannot be used
 */
export async function startServer(
  config: Config,
  log: Logger,
  chance: Chance = { now: Date.now, randomBytes },
  ahead?: ReadAhead,
): Promise<RunningServer> {
  const common = securityHeaders(config.baseUrl ?? config.defaultBaseUrl);
  const catalog = new CatalogHolder(config.distDir, common, log, ahead);
  requireBaseUrl(config, catalog.site.baseUrl);
  const service = await openService(config, log, chance);
  const { desk, authenticate, reports, store, tenant } = service;
  const trust = trustOf(config.trustProxy);
  const world: World = {
    site: () => catalog.site,
    common,
    publicNames: publicNames(catalog.site.baseUrl, config.host),
    authenticate,
    desk,
    store,
    tenant,
    reports,
    trust,
    log,
    ...chance,
  };
  const server = createServer({ headersTimeout, requestTimeout, keepAliveTimeout }, requestListener(world));
  server.on('clientError', (error, socket) => refuseConnection(error, socket as Socket, world));
  await listen(server, config).catch(async error => {
    await service.close();
    throw error;
  });
  catalog.watch();
  const { address, port, family } = server.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    reload: () => catalog.reload(),
    stop: async () => {
      catalog.stop();
      service.stopWaiting();
      await stop(server);
      await service.close();
    },
  };
}

/** Pages name their address in their bytes, so a server for another one would contradict them. */
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

/** Requests that cannot even be parsed are answered on the bare connection. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket, world: World): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const message = tooLarge ? 'The header is larger than 16 KiB.' : 'The request is not valid HTTP.';
  const refusal = new Refusal('malformed_request', message);
  const body = errorDocument(refusal, { path: '/', id: 'none', baseUrl: world.site().baseUrl });
  const headers = `Content-Type: ${markdown}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`;
  socket.end(`HTTP/1.1 400 Bad Request\r\n${headers}\r\n\r\n${body}`);
}

function stop(server: Server): Promise<void> {
  return new Promise(resolve => {
    const cut = setTimeout(() => server.closeAllConnections(), stopTimeout);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
