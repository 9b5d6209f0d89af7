/** The application: pages and receipts, which come in numbers, are answered first; everything else goes through Express. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { mcpPath } from '#document/protocol.ts';
import { find } from './http/find.ts';
import { answerLivePage } from './http/live-page.ts';
import { answerChange } from './http/tenant/change.ts';
import { answerRead } from './http/tenant/read.ts';
import { mcpEndpoint } from './mcp/endpoint.ts';
import { mcpWorld } from './mcp/mcp-world.ts';
import { Refusal } from './refusal.ts';
import { sendPreflight, sendRedirect, sendRefusal } from './reply.ts';
import { type Handler, type Route, routes } from './routes.ts';
import { StoreBusy } from './store/dialect/backend.ts';
import type { World } from './world.ts';

/** The listener of the HTTP server. */
export function requestListener(world: World): RequestListener {
  const app = expressApp(world);
  const mcp = mcpEndpoint(mcpWorld(world));
  const plain = plainRoutes();
  return (request, response) => {
    const { method } = request;
    const page = method === 'GET' || method === 'HEAD' ? world.site().pages.get(request.url!) : undefined;
    if (page === undefined) {
      const handler = method === 'POST' ? plain.get(request.url!) : undefined;
      if (handler) {
        handler(request, response, world).catch(error => answerError(error, request, response, world));
        return;
      }
      const isMcp = request.url === mcpPath || request.url!.startsWith(mcpWithQuery);
      if (isMcp) mcp(request, response);
      else app(request, response);
      return;
    }
    try {
      const answer = answerLivePage(request, response, page, world);
      if (answer) answer.catch(error => answerError(error, request, response, world));
    } catch (error) {
      answerError(error, request, response, world);
    }
  };
}

/** The handlers that need nothing of Express, by the path at which they answer POST. */
const plainRoutes = (): ReadonlyMap<string, Handler> =>
  new Map(routes.flatMap(route => ('handler' in route ? [[route.path, route.handler] as const] : [])));

const mcpWithQuery = `${mcpPath}?`;

function expressApp(world: World): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Paths have one spelling, those of routes like those of pages.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  for (const route of routes) app[verbs[route.method]](route.path, handlerOf(route, world));
  for (const path of new Set(routes.map(route => route.path))) {
    app.all(path, (request: Request) => {
      throw notAllowed(request.method, allowedAt(path));
    });
  }
  app.use((request: Request, response: Response) => answerUnusual(request, response, world));
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    answerError(error, request, response, world);
  });
  return app;
}

const verbs = { GET: 'get', POST: 'post' } as const;

const handlerOf = (route: Route, world: World) => (request: Request, response: Response) => {
  if ('handler' in route) return route.handler(request, response, world);
  if ('read' in route) return answerRead(request, response, world, route);
  return answerChange(request, response, world, route);
};

/** The methods that the routes of a path answer to. */
function allowedAt(path: string): string {
  const methods = routes.filter(route => route.path === path).map(route => route.method);
  return methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}

/** What is neither a page by its plain path nor a route: queries, aliases, wrong methods, nothing. */
function answerUnusual(request: Request, response: Response, world: World): void | Promise<void> {
  const { method } = request;
  const found = find(world.site(), request.originalUrl);
  if (!found) {
    throw new Refusal(
      'not_found',
      'Nothing is served at this address. Begin at /llms.txt, or list all pages with /sitemap.txt.',
    );
  }
  const isDiscovery = 'page' in found && found.page.entry.kind === 'discovery';
  if (method === 'OPTIONS' && isDiscovery) {
    sendPreflight(response, world.common);
    return;
  }
  if (method !== 'GET' && method !== 'HEAD')
    throw notAllowed(method, isDiscovery ? 'GET, HEAD, OPTIONS' : 'GET, HEAD');
  if ('redirect' in found) sendRedirect(response, found.redirect, world.common);
  else return answerLivePage(request, response, found.page, world);
}

const notAllowed = (method: string, allow: string): Refusal =>
  new Refusal('method_not_allowed', `${method} is not allowed here. Allowed: ${allow}.`, {
    headers: { Allow: allow },
  });

/** Writes the answer to whatever was thrown: a refusal in its own words, anything else as 500 without any. */
export function answerError(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  world: World,
): void {
  const id = randomUUID();
  const refusal = asRefusal(error);
  const facts = { request_id: id, status: refusal.status, code: refusal.code };
  if (refusal.code === 'internal_error') world.log.error({ ...facts, err: error }, 'request failed');
  else world.log[refusal.status >= 500 ? 'warn' : 'debug'](facts, 'request refused');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const visibility = request.url?.startsWith('/v1/tenants/') ? 'tenant' : 'public';
  sendRefusal(request, response, refusal, {
    id,
    baseUrl: world.site().baseUrl,
    common: world.common,
    visibility,
  });
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  // Express throws errors with a status of their own for paths that it cannot decode.
  if (error instanceof Error && (error as { status?: unknown }).status === 400) {
    return new Refusal('malformed_request', 'The address of the request cannot be decoded.');
  }
  if (error instanceof StoreBusy) {
    return new Refusal(
      'service_unavailable',
      'The database is busy. Send the same request again in a moment.',
      {
        headers: { 'Retry-After': '1' },
      },
    );
  }
  return new Refusal(
    'internal_error',
    'The request could not be answered. Try again later; the operator can find it by its request_id.',
  );
}
