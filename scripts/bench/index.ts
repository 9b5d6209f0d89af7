/** Every part of the bench, one line each: a file that exports a `Part`, with its peers next to it in `peer/`. */
import { buildPart } from './build.ts';
import { growthPart } from './growth.ts';
import { mcpPart } from './mcp.ts';
import type { Part } from './part.ts';
import { receiptsPart } from './receipts.ts';
import { startPart } from './start.ts';
import { staticPart } from './static.ts';
import { tenantPart } from './tenant.ts';
import { ticketsPart } from './tickets.ts';
import { workersPart } from './workers.ts';

export const parts = {
  static: staticPart,
  workers: workersPart,
  tickets: ticketsPart,
  receipts: receiptsPart,
  mcp: mcpPart,
  tenant: tenantPart,
  build: buildPart,
  start: startPart,
  growth: growthPart,
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;
