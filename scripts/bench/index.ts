/**
 * Every part of the bench, one line each. Tickets, receipts, MCP and tenant writes have their place below: each is a file
 * that exports a `Part`, with its peers beside it in `peer/`.
 */
import { buildPart } from './build.ts';
import type { Part } from './part.ts';
import { staticPart } from './static.ts';

export const parts = {
  static: staticPart,
  build: buildPart,
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;
