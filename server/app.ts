/** The application: pages and receipts, which come in numbers, are answered first; everything else goes through Express. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { mcpPath } from '#document/protocol.ts';
import { answerError } from './answer-error.ts';
import { answerLivePage } from './http/live-page.ts';
import { type Handler, routes } from './routes.ts';
import type { World } from './world.ts';

/** How long after its start a server loads what no request has asked for yet, in milliseconds. */
const preloadAfter = 200;

/** The listener of the HTTP server. Pages and receipts are answered at once; the rest is loaded when it is first needed. */
export function requestListener(world: World): RequestListener {
  const app = new Later(async () => (await import('./express-app.ts')).expressApp(world));
  const mcp = new Later(async () => {
    const [{ mcpEndpoint }, { mcpWorld }] = await Promise.all([
      import('./mcp/endpoint.ts'),
      import('./mcp/mcp-world.ts'),
    ]);
    return mcpEndpoint(mcpWorld(world));
  });
  setTimeout(() => {
    for (const each of [app, mcp]) each.load().catch(err => world.log.error({ err }, 'a part is not loaded'));
  }, preloadAfter).unref();
  const plain = plainRoutes();
  const pass = (to: Later<RequestListener>, request: IncomingMessage, response: ServerResponse) => {
    if (to.loaded) to.loaded(request, response);
    else
      to.load().then(
        listener => listener(request, response),
        error => answerError(error, request, response, world),
      );
  };
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
      pass(isMcp ? mcp : app, request, response);
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

/** What is loaded once, when somebody asks for it. */
class Later<Value> {
  /** Undefined until it is loaded. */
  loaded: Value | undefined;
  #loading: Promise<Value> | undefined;
  readonly #make: () => Promise<Value>;

  constructor(make: () => Promise<Value>) {
    this.#make = make;
  }

  load(): Promise<Value> {
    this.#loading ??= this.#make().then(value => {
      this.loaded = value;
      return value;
    });
    return this.#loading;
  }
}

/** The handlers that need nothing of Express, by the path at which they answer POST. */
const plainRoutes = (): ReadonlyMap<string, Handler> =>
  new Map(routes.flatMap(route => ('handler' in route ? [[route.path, route.handler] as const] : [])));

const mcpWithQuery = `${mcpPath}?`;
