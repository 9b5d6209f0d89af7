/** Every route, a line each: method, path, who may call, what answers. */
import type { Request, Response } from 'express';
import { postUseReceipt } from './http/use-receipt.ts';
import type { World } from './world.ts';

/** Answers a request, or throws a refusal. */
export type Handler = (request: Request, response: Response, world: World) => void | Promise<void>;

export interface Route {
  method: 'GET' | 'POST';
  path: string;
  /** `public`, `ticket`, `runner`, or the scope that a credential must hold. */
  access: string;
  handler: Handler;
}

/**
 * Routes that are not pages. Pages are whatever the manifest lists, on GET and HEAD, and are answered before these.
 */
export const routes: readonly Route[] = [
  { method: 'POST', path: '/v1/use-receipts', access: 'ticket', handler: postUseReceipt },
];
