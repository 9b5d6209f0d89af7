/** The branches of the service: which requests each is for, and what answers them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Openness, openness } from '../site/cors.ts';
import type { Context } from './context.ts';

/** Answers a request. A refusal that it throws is turned into an answer by its caller. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  context: Context,
) => void | Promise<void>;

/**
 * A branch of the service. Branches with frequent requests have a `handler` from the start; the others have `load`, which
 * returns the handler when it is first needed.
 */
export type Branch = {
  /** Tells whether the branch is for the address of a request, whatever the method. */
  isAt(request: IncomingMessage, context: Context): boolean;
  /** The door type whose methods the handler takes; absent if the handler takes every method. */
  type?: keyof typeof openness;
  /**
   * Returns the openness of an address, for a branch whose addresses differ in it; absent if they all have that of `type`. Their
   * methods never differ.
   */
  open?(request: IncomingMessage, context: Context): Openness;
} & ({ handler: Handler } | { load(context: Context): Promise<Handler> });
