/**
 * Sends a hundred thousand calls of all sorts to one endpoint, and prints its memory as it goes: `tsx
 * test/server/mcp/bench/memory.ts`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
// @ts-expect-error: the package has no types.
import autocannon from 'autocannon';
import { buildInto } from '../../../support/server.ts';
import { envelope } from '../support.ts';

const total = Number(process.env.CALLS ?? 100_000);
const steps = 10;

const json = { 'content-type': 'application/json' };
const modern = { ...json, 'mcp-protocol-version': '2026-07-28' };
const body = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const fetch = { name: 'fetch', arguments: { path: '/patterns/react-loop.md' } };
const requests = [
  { headers: json, body: body('tools/call', fetch) },
  {
    headers: { ...modern, 'mcp-method': 'tools/call', 'mcp-name': 'fetch' },
    body: body('tools/call', { ...fetch, _meta: envelope }),
  },
  { headers: json, body: body('initialize', { protocolVersion: '2025-11-25', capabilities: {} }) },
  { headers: json, body: body('tools/call', { name: 'search', arguments: { query: 'fix a bug' } }) },
  { headers: json, body: body('tools/call', { name: 'nope' }) },
  { headers: json, body: '[]' },
  { headers: { ...modern, 'mcp-method': 'wrong' }, body: body('tools/list', { _meta: envelope }) },
];

async function main(): Promise<void> {
  const dist = buildInto(join(import.meta.dirname, '../../../../content'));
  const child = fork(join(import.meta.dirname, 'serve.ts'), ['catalog', dist], {
    execArgv: ['--expose-gc', '--import', 'tsx'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  for (let step = 0; step <= steps; step += 1) {
    child.send('memory');
    const [{ heap, bytes }] = (await once(child, 'message')) as [{ heap: number; bytes: number }];
    const megabytes = (count: number) => `${(count / 1e6).toFixed(1)} MB`.padStart(9);
    process.stdout.write(
      `${String((step * total) / steps).padStart(7)} calls ${megabytes(heap)} heap ${megabytes(bytes)} resident\n`,
    );
    if (step < steps)
      await autocannon({
        url: `http://127.0.0.1:${port}/mcp`,
        method: 'POST',
        connections: 20,
        amount: total / steps,
        requests,
      });
  }
  child.disconnect();
}

main();
