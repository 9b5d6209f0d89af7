/** The branches of the service: which requests each is for, and what answers them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Openness, openness } from '../site/cors.ts';
import type { Context } from './context.ts';

/** Answers a request by itself; a refusal that it throws is answered for it. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  context: Context,
) => void | Promise<void>;

/** A branch. Frequent requests have a `handler` from the start; `load` gives one when it is first needed. */
export type Branch = {
  /** Whether the address of a request leads here, whatever its method. */
  isAt(request: IncomingMessage, context: Context): boolean;
  /** The type of the doors here, whose methods alone reach the handler; without it, the handler answers every method. */
  type?: keyof typeof openness;
  /** Returns the openness of an address where it depends on the address; the methods never do. */
  open?(request: IncomingMessage, context: Context): Openness;
} & ({ handler: Handler } | { load(context: Context): Promise<Handler> });
