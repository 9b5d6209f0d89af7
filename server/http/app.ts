/** The application: pages and receipts, which come in numbers, are answered first; everything else goes through Express. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { mcpPath } from '#document/protocol.ts';
import type { Context } from '../context.ts';
import { receiptRoute } from '../ticket/trailer.ts';
import { answerError } from './answer-error.ts';
import { answerLivePage } from './live-page.ts';
import { checkHead } from './request-head.ts';

/** How long after its start a server loads what no request has asked for yet, in milliseconds. */
const preloadAfter = 200;

/** The listener of the HTTP server. Pages are answered at once; what answers the rest is loaded when it is first needed. */
export function requestListener(context: Context): RequestListener {
  const receipts = new Later(async () => {
    const { postUseReceipt } = await import('./use-receipt.ts');
    return (request, response) => {
      postUseReceipt(request, response, context).catch(error =>
        answerError(error, request, response, context),
      );
    };
  });
  const app = new Later(async () => (await import('./express-app.ts')).expressApp(context));
  const mcp = new Later(async () => {
    const [{ mcpEndpoint }, { mcpContext }] = await Promise.all([
      import('../mcp/endpoint.ts'),
      import('../mcp/context.ts'),
    ]);
    return mcpEndpoint(mcpContext(context));
  });
  setTimeout(() => {
    for (const each of [receipts, app, mcp])
      each.load().catch(err => context.log.error({ err }, 'a part is not loaded'));
  }, preloadAfter).unref();
  const pass = (to: Later, request: IncomingMessage, response: ServerResponse) => {
    if (to.loaded) to.loaded(request, response);
    else
      to.load().then(
        listener => listener(request, response),
        error => answerError(error, request, response, context),
      );
  };
  return (request, response) => {
    const refusal = checkHead(request, response);
    if (refusal) return answerError(refusal, request, response, context);
    const { method } = request;
    const page = method === 'GET' || method === 'HEAD' ? context.site().pages.get(request.url!) : undefined;
    if (page === undefined) {
      const { url } = request;
      if (method === 'POST' && url === receiptRoute) pass(receipts, request, response);
      else pass(url === mcpPath || url!.startsWith(mcpWithQuery) ? mcp : app, request, response);
      return;
    }
    try {
      const answer = answerLivePage(request, response, page, context);
      if (answer) answer.catch(error => answerError(error, request, response, context));
    } catch (error) {
      answerError(error, request, response, context);
    }
  };
}

const mcpWithQuery = `${mcpPath}?`;

/** A listener that is loaded once, when somebody asks for it. */
class Later {
  /** Undefined until it is loaded. */
  loaded: RequestListener | undefined;
  #loading: Promise<RequestListener> | undefined;
  readonly #make: () => Promise<RequestListener>;

  constructor(make: () => Promise<RequestListener>) {
    this.#make = make;
  }

  load(): Promise<RequestListener> {
    this.#loading ??= this.#make().then(listener => {
      this.loaded = listener;
      return listener;
    });
    return this.#loading;
  }
}
