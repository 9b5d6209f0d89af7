/** The listener for all requests. The first branch that a request fits answers it. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Openness, openness } from '../site/cors.ts';
import { PageGone } from '../site/site.ts';
import { answerError } from './answer-error.ts';
import type { Context } from './context.ts';
import type { Branch, Handler } from './dispatch.ts';
import { answerMethod } from './method.ts';
import { checkHead } from './request-head.ts';

/** The milliseconds after the start of a server at which it loads the code that no request has needed yet. */
const preloadAfter = 200;

/**
 * Makes the listener of the HTTP server.
 * @param branches the branches in the order in which a request tries them; the last one fits every request
 */
export function requestListener(context: Context, branches: readonly Branch[]): RequestListener {
  const opened = branches.map(branch => new OpenBranch(branch, context));
  setTimeout(() => {
    for (const each of opened) each.load().catch(err => context.log.error({ err }, 'a part is not loaded'));
  }, preloadAfter).unref();
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    opened.find(each => each.isAt(request, context))!.answer(request, response);
  return async (request, response) => {
    try {
      const refusal = checkHead(request, response);
      if (refusal) throw refusal;
      await answer(request, response).catch(async error => {
        // A build may just have put a new catalog in place. If so, the request is answered from that.
        if (!(error instanceof PageGone) || response.headersSent || !(await context.renew())) throw error;
        await answer(request, response);
      });
    } catch (error) {
      answerError(error, request, response, context);
    }
  };
}

/** A branch together with its handler, which is loaded once. */
class OpenBranch {
  readonly isAt: Branch['isAt'];
  readonly #branch: Branch;
  readonly #usual: Openness | undefined;
  readonly #context: Context;
  readonly #load: () => Promise<Handler>;
  #handler: Handler | undefined;
  #loading: Promise<Handler> | undefined;

  constructor(branch: Branch, context: Context) {
    this.isAt = branch.isAt;
    this.#branch = branch;
    this.#usual = branch.type && openness[branch.type];
    this.#context = context;
    if ('handler' in branch) this.#handler = branch.handler;
    this.#load = 'load' in branch ? () => branch.load(context) : async () => branch.handler;
  }

  load(): Promise<Handler> {
    this.#loading ??= this.#load().then(handler => {
      this.#handler = handler;
      return handler;
    });
    return this.#loading;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const usual = this.#usual;
    if (usual && !usual.takes.has(request.method!)) {
      const open = this.#branch.open?.(request, this.#context) ?? usual;
      return answerMethod(request, response, open, this.#context.common);
    }
    const handler = this.#handler ?? (await this.load());
    await handler(request, response, this.#context);
  }
}
