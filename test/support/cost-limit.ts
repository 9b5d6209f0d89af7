/** What a costly request is, and how large and how expensive each kind may be. */
import { bodyLimits } from '#build/exchange/body-limit.ts';
import type { Sent } from './cost-server.ts';
import type { Shape } from './shape.ts';

export interface Entry {
  name: string;
  /** What one request may cost, in milliseconds of processor time. */
  budget: number;
  /** The size of its largest input, in bytes. */
  limit: number;
  shapes: readonly Shape[];
  /** The request that carries a text. */
  request(text: string): Sent;
}

const kilobyte = 1024;
export const largestBody = Math.max(bodyLimits.tenant, bodyLimits.rpc);
export const largestFrontMatter = 64 * kilobyte;
export const largestReceipt = bodyLimits.receipt;
/** What a header may hold beside the others: Node.js takes 16 KiB in all. */
export const largestHeader = 15 * kilobyte;

export const pageBudget = 3;
export const bodyBudget = 60;

export const markdown = { 'Content-Type': 'text/markdown; charset=utf-8' };

/** A body of exactly as many bytes as are allowed, or fewer. */
export function bytesOf(text: string, limit: number): Buffer {
  return Buffer.from(text).subarray(0, limit);
}
