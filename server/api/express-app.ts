/**
 * The part of the application that Express runs: the routes of tenants, and every address that no branch before it in `routes.ts`
 * takes. Those branches answer pages under the path that the manifest gives, receipts, MCP, search, probes and proofs.
 */
import { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { typeOf } from '#document/message/door.ts';
import type { ApiRoute } from '#document/message/routes.ts';
import { answerError } from '../http/answer-error.ts';
import type { Context } from '../http/context.ts';
import type { Handler } from '../http/dispatch.ts';
import { chosen, find } from '../http/find.ts';
import { answerMethod, notAllowed } from '../http/method.ts';
import { answerPage, opennessOf } from '../http/page.ts';
import { sendRedirect } from '../http/reply.ts';
import { openness } from '../site/cors.ts';
import { Refusal } from '../support/refusal.ts';
import { type Admission, notFound } from './access.ts';
import { answerChange, type Prepare } from './change.ts';
import { answerRead, type Read } from './read.ts';

/**
 * The functions that answer a route, by the type of the route. `handler` does everything itself. `read` and `prepare` are called
 * after the credential was admitted, by code that is the same for all reads and all changes. `forRunner` tells whether a runner
 * whose credential lacks the scope of the route may still make a call.
 */
interface Answer {
  receipt: { handler: Handler };
  read: { read: Read } & Pick<Admission, 'forRunner'>;
  change: { prepare: Prepare };
}
export type AnswerTo<Type extends ApiRoute['type']> = Answer[Type];

/** A route together with the functions that answer it. */
export type Route = ApiRoute & AnswerTo<ApiRoute['type']>;

/** Makes the Express application that answers these routes. */
export function expressApp(context: Context, routes: readonly Route[]): Express {
  const app = express();
  keepPrototypes(app);
  app.disable('x-powered-by');
  app.disable('etag');
  // Every path has one spelling, so `/V1/` and a slash at the end lead nowhere.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  for (const route of routes)
    for (const method of typeOf(route).methods)
      app[verbs[method]](expressPath(route), handlerOf(route, context));
  for (const route of routes)
    app.all(expressPath(route), (request: Request, response: Response) => {
      if (route.type === 'receipt') return answerMethod(request, response, openness.receipt, context.common);
      throw notAllowed(request.method, allowedAt(route, routes));
    });
  app.use((request: Request, response: Response) => answerUnusual(request, response, context));
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    answerError(error, request, response, context);
  });
  return app;
}

/**
 * Keeps the prototypes that Node.js gave to requests and responses. Express would replace them with its own, and an object
 * whose prototype was replaced is slower from then on. The methods that Express would add, such as `response.send`, are not
 * used here.
 */
function keepPrototypes(app: Express): void {
  app.request = IncomingMessage.prototype as Request;
  app.response = ServerResponse.prototype as Response;
}

const verbs = { GET: 'get', HEAD: 'head', POST: 'post' } as const;

/** Returns the path of a route with its variables in the notation of Express: `/v1/tenants/:tenant_id`. */
const expressPath = ({ path }: Route): string => path.replace(/\{(\w+)\}/g, ':$1');

const handlerOf = (route: Route, context: Context) => (request: Request, response: Response) => {
  if ('handler' in route) return route.handler(request, response, context);
  if ('read' in route) return answerRead(request, response, context, route);
  return answerChange(request, response, context, route);
};

/** Returns the methods that are answered at the path of a route, as `Allow` lists them. */
const allowedAt = ({ path }: Route, routes: readonly Route[]): string =>
  routes.flatMap(route => (route.path === path ? typeOf(route).methods : [])).join(', ');

/**
 * Answers a request that no route answers, nor a page under its plain path: one with a query, for an alias, with another method,
 * or for an unknown address.
 * @throws Refusal `not_found` for an unknown address
 */
function answerUnusual(request: Request, response: Response, context: Context): void | Promise<void> {
  const { method } = request;
  // `OPTIONS *` asks about the service as a whole (RFC 9110, 9.3.7).
  if (method === 'OPTIONS' && request.originalUrl === '*')
    return answerMethod(request, response, openness.page, context.common);
  const found = find(context.site(), request.originalUrl);
  if (!found && request.originalUrl.startsWith('/v1/tenants/')) throw notFound();
  if (!found) {
    const help =
      'Nothing is served at this address. Begin at /llms.txt, or list all pages with /sitemap.txt.';
    throw new Refusal('not_found', help);
  }
  const open = opennessOf('page' in found ? found.page : undefined);
  if (!open.takes.has(method)) return answerMethod(request, response, open, context.common);
  if ('redirect' in found) sendRedirect(response, found, context.common);
  else return answerPage(request, response, chosen(context.site(), found.page, request.originalUrl), context);
}
