/**
 * `npm run bench [-- PART…] [--rounds N] [--seconds N] [--documents N]`: measures the service and its peers in turns, in one run,
 * and prints each figure as its median (least to most), with the ratio of the medians.
 */
import { parseArgs } from 'node:util';
import { buildPart } from './bench/build.ts';
import { type Part, type Row, table } from './bench/contest.ts';
import { mcpPart } from './bench/mcp.ts';
import { receiptsPart } from './bench/receipts.ts';
import { stopAll } from './bench/server.ts';
import { startPart } from './bench/start.ts';
import { staticPart } from './bench/static.ts';
import { ticketsPart } from './bench/tickets.ts';

const parts: Readonly<Record<string, Part>> = {
  static: staticPart,
  tickets: ticketsPart,
  receipts: receiptsPart,
  mcp: mcpPart,
  build: buildPart,
  start: startPart,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    documents: { type: 'string', default: '1000' },
  },
});
const unknown = positionals.find(name => !(name in parts));
if (unknown !== undefined)
  throw new Error(`No part is named ${unknown}; there are ${Object.keys(parts).join(', ')}.`);

const [rounds, seconds, documents] = [values.rounds, values.seconds, values.documents].map(Number);
const rows: Row[] = [];
for (const [part, measure] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(part)) continue;
  const note = (text: string) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${part}: ${text}`);
  try {
    const found = await measure({ rounds: rounds!, seconds: seconds!, documents: documents!, note });
    rows.push(...found.map(row => ({ ...row, part })));
  } finally {
    await stopAll();
  }
}
process.stdout.write(`\n${table(rows)}`);
