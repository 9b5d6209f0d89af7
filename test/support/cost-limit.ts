/** The form of a costly request, and the size and cost that each kind may have. */
import assert from 'node:assert/strict';
import { costOf, type Door, doorTypes } from '#document/message/door.ts';
import { publicDoors } from '#document/message/public.ts';
import { type ApiRoute, apiRoutes } from '#document/message/routes.ts';
import type { Sent } from './cost-server.ts';
import type { Shape } from './shape.ts';

export interface Entry {
  name: string;
  /** The most that one request may cost, in milliseconds of processor time. */
  budget: number;
  /** The size of its largest input, in bytes. */
  limit: number;
  shapes: readonly Shape[];
  /** The request that carries a text. */
  request(text: string): Sent;
}

const kilobyte = 1024;
export const largestBody = Math.max(doorTypes.change.body.limit, doorTypes.rpc.body.limit);
export const largestFrontMatter = 64 * kilobyte;
export const largestReceipt = doorTypes.receipt.body.limit;
/** The most bytes that a header may hold beside the others: Node.js takes 16 KiB in all. */
export const largestHeader = 15 * kilobyte;

export const pageBudget = doorTypes.page.cost;
export const bodyBudget = doorTypes.change.cost;
/** Of calls, only a search may cost all that the door may. */
export const callBudget = doorTypes.rpc.cost - 15;

export const markdown = { 'Content-Type': 'text/markdown; charset=utf-8' };

/** A body of exactly as many bytes as are allowed, or fewer. */
export function bytesOf(text: string, limit: number): Buffer {
  return Buffer.from(text).subarray(0, limit);
}

/** One way of asking a door. */
export interface CostlyCall {
  /** The name of a route of the API, the path of a public door, or `nothing`. */
  door: string;
  name: string;
  /** The most that one request may cost, in milliseconds of processor time. */
  budget: number;
  /** The sizes that may grow in it, each from 1 to this. */
  most: Readonly<Record<string, number>>;
  request(sizes: Readonly<Record<string, number>>): Sent;
}

const doors: ReadonlyMap<string, Door> = new Map([
  ...publicDoors.map(door => [door.path, door] as const),
  ...Object.entries<ApiRoute>(apiRoutes),
]);

/** The door of a name; undefined for `nothing`. */
export const doorNamed = (name: string): Door | undefined => doors.get(name);

/**
 * A way of asking a door, which may cost what the door declares.
 * @param budget of a request that must cost less than others of the door; needed where there is no door
 */
export function costly(
  door: string,
  name: string,
  most: CostlyCall['most'],
  request: CostlyCall['request'],
  budget = costOf(doorNamed(door)!),
): CostlyCall {
  const declared = doorNamed(door);
  assert.ok(door === 'nothing' || (declared && budget <= costOf(declared)), `${door}: ${name}`);
  return { door, name, budget, most, request };
}
