/**
 * Compares the endpoint with the SDK's documented pattern, side by side in one run: `tsx test/server/mcp/bench/main.ts`.
 * Requests a second depend on what else the machine does, so processor time a request is given beside them.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
// @ts-expect-error: the package has no types.
import autocannon from 'autocannon';
import { buildInto } from '../../../support/server.ts';
import { envelope } from '../support.ts';

const seconds = Number(process.env.SECONDS ?? 3);
const rounds = Number(process.env.ROUNDS ?? 3);
const adapter = join(import.meta.dirname, '../../../../node_modules/@modelcontextprotocol/node');
const kinds = ['catalog', 'documented-1', ...(existsSync(adapter) ? ['documented-2'] : [])];

const call = { name: 'fetch', arguments: { path: '/patterns/react-loop.md' } };
const workloads = {
  'a page, 2025-11-25': {
    headers: { 'mcp-protocol-version': '2025-11-25' },
    request: { method: 'tools/call', params: call },
  },
  'a page, 2026-07-28': {
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'fetch' },
    request: { method: 'tools/call', params: { ...call, _meta: envelope } },
  },
  'the tools, 2025-11-25': {
    headers: { 'mcp-protocol-version': '2025-11-25' },
    request: { method: 'tools/list', params: {} },
  },
};

interface Measured {
  requests: number;
  seconds: number;
  microseconds: number;
}

async function main(): Promise<void> {
  const dist = buildInto(join(import.meta.dirname, '../../../../content'));
  const servers = new Map(kinds.map(kind => [kind, startServer(kind, dist)]));
  const ports = new Map<string, number>();
  for (const [kind, child] of servers)
    ports.set(kind, ((await once(child, 'message'))[0] as { port: number }).port);
  for (const [name, workload] of Object.entries(workloads)) {
    process.stdout.write(`\n${name}\n`);
    const sums = new Map<string, Measured>(
      kinds.map(kind => [kind, { requests: 0, seconds: 0, microseconds: 0 }]),
    );
    for (let round = 0; round <= rounds; round += 1) {
      for (const kind of kinds) {
        const measured = await measure(servers.get(kind)!, ports.get(kind)!, workload);
        // The first round warms up.
        if (round > 0) add(sums.get(kind)!, measured);
      }
    }
    for (const kind of kinds) report(kind, sums.get(kind)!, sums.get('catalog')!);
  }
  for (const child of servers.values()) child.disconnect();
}

const startServer = (kind: string, dist: string): ChildProcess =>
  fork(join(import.meta.dirname, 'serve.ts'), [kind, dist], { execArgv: ['--import', 'tsx'] });

async function measure(
  child: ChildProcess,
  port: number,
  { headers, request }: (typeof workloads)[keyof typeof workloads],
): Promise<Measured> {
  const before = await processorTime(child);
  const result = await autocannon({
    url: `http://127.0.0.1:${port}/mcp`,
    method: 'POST',
    connections: 16,
    duration: seconds,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(headers as Record<string, string>),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }),
  });
  if (result.non2xx + result.errors > 0 && result['2xx'] > 0)
    process.stdout.write(`  ${result.non2xx} refused\n`);
  return {
    requests: result['2xx'],
    seconds: result.duration,
    microseconds: (await processorTime(child)) - before,
  };
}

async function processorTime(child: ChildProcess): Promise<number> {
  child.send('time');
  const [message] = (await once(child, 'message')) as [{ microseconds: number }];
  return message.microseconds;
}

function add(sum: Measured, one: Measured): void {
  sum.requests += one.requests;
  sum.seconds += one.seconds;
  sum.microseconds += one.microseconds;
}

function report(kind: string, measured: Measured, ours: Measured): void {
  if (measured.requests === 0) {
    process.stdout.write(`  ${kind.padEnd(14)}does not speak this revision\n`);
    return;
  }
  const rate = (each: Measured) => each.requests / each.seconds;
  const cost = (each: Measured) => each.microseconds / each.requests;
  const ratio =
    measured === ours
      ? ''
      : `  catalog: ${(rate(ours) / rate(measured)).toFixed(1)} times the requests, ${(cost(measured) / cost(ours)).toFixed(1)} times less processor time`;
  const line = `${rate(measured).toFixed(0).padStart(6)}/s ${cost(measured).toFixed(0).padStart(6)} µs each`;
  process.stdout.write(`  ${kind.padEnd(14)}${line}${ratio}\n`);
}

main();
