/** What a door of the service is: which addresses are behind it, what may be asked of them, and what answers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Openness } from '../catalog/cors.ts';
import type { Context } from './context.ts';

/** Answers a request by itself; a refusal that it throws is answered for it. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  context: Context,
) => void | Promise<void>;

/** A door. Frequent requests have a `handler` from the start; `load` gives one when it is first needed. */
export type Door = {
  /** Whether the address of a request is behind it, whatever its method. */
  isAt(request: IncomingMessage, context: Context): boolean;
  /** The methods that it answers; one without them answers every method by itself. */
  takes?: ReadonlySet<string>;
  /** What may be asked of an address behind it, with the same methods. */
  open?(request: IncomingMessage, context: Context): Openness;
} & ({ handler: Handler } | { load(context: Context): Promise<Handler> });
