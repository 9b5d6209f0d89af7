/** What a door of the service is: which requests it is for, and what answers them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../context.ts';

/** Answers a request by itself; a refusal that it throws is answered for it. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  context: Context,
) => void | Promise<void>;

/** A door. What comes in numbers has its `handler` from the start; `load` gives one when it is first needed. */
export type Door = {
  isFor(request: IncomingMessage, context: Context): boolean;
} & ({ handler: Handler } | { load(context: Context): Promise<Handler> });
