/**
 * Serves one of the endpoints that are compared, as a process of its own: `serve.ts KIND DIST`. It tells its parent the port
 * that it got, and on each message how much processor time and memory it has used.
 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mcpEndpoint } from '../../../../server/mcp/endpoint.ts';
import { worldOf } from '../support.ts';
import { documentedFirst, documentedSecond } from './documented.ts';

const kinds: Record<string, (dist: string) => Promise<RequestListener>> = {
  catalog: async dist => mcpEndpoint(worldOf(dist)),
  'documented-1': documentedFirst,
  'documented-2': documentedSecond,
};

const [kind = '', dist = ''] = process.argv.slice(2);
const server = createServer(await kinds[kind]!(dist));
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  globalThis.gc?.();
  const { heapUsed: heap, rss: bytes } = process.memoryUsage();
  process.send!({ microseconds: user + system, heap, bytes });
});
process.on('disconnect', () => process.exit());
