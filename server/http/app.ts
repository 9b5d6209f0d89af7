/** The application: a request is answered behind the first door that is for it. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { answerError } from './answer-error.ts';
import type { Context } from './context.ts';
import type { Door, Handler } from './door.ts';
import { answerMethod } from './method.ts';
import { checkHead } from './request-head.ts';

/** How long after its start a server loads what no request has asked for yet, in milliseconds. */
const preloadAfter = 200;

/**
 * The listener of the HTTP server.
 * @param doors in the order in which a request tries them; the last one is for every request
 */
export function requestListener(context: Context, doors: readonly Door[]): RequestListener {
  const opened = doors.map(door => new OpenDoor(door, context));
  setTimeout(() => {
    for (const each of opened) each.load().catch(err => context.log.error({ err }, 'a part is not loaded'));
  }, preloadAfter).unref();
  return (request, response) => {
    try {
      const refusal = checkHead(request, response);
      if (refusal) throw refusal;
      const answer = opened.find(each => each.isAt(request, context))!.answer(request, response);
      if (answer) answer.catch(error => answerError(error, request, response, context));
    } catch (error) {
      answerError(error, request, response, context);
    }
  };
}

/** A door with its handler, which is loaded once. */
class OpenDoor {
  readonly isAt: Door['isAt'];
  readonly #door: Door;
  readonly #context: Context;
  readonly #load: () => Promise<Handler>;
  #handler: Handler | undefined;
  #loading: Promise<Handler> | undefined;

  constructor(door: Door, context: Context) {
    this.isAt = door.isAt;
    this.#door = door;
    this.#context = context;
    if ('handler' in door) this.#handler = door.handler;
    this.#load = 'load' in door ? () => door.load(context) : async () => door.handler;
  }

  load(): Promise<Handler> {
    this.#loading ??= this.#load().then(handler => {
      this.#handler = handler;
      return handler;
    });
    return this.#loading;
  }

  answer(request: IncomingMessage, response: ServerResponse): void | Promise<void> {
    const { takes } = this.#door;
    if (takes && !takes.has(request.method!))
      return answerMethod(request, response, this.#door.open!(request, this.#context), this.#context.common);
    if (this.#handler) return this.#handler(request, response, this.#context);
    return this.load().then(handler => handler(request, response, this.#context));
  }
}
