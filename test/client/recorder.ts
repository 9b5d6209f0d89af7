/** A proxy in front of the server for one client: it gives the client a network of its own, and notes what the client asks. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Recorder {
  /** The endpoint as the client sees it. */
  endpoint: string;
  /** The methods that the client called, in order. */
  methods: string[];
  /** How many bytes of resource lists it was sent. */
  listedBytes(): number;
  close(): void;
}

/** Opens one. Tickets are capped by network, so that each client needs its own. */
export async function openRecorder(server: string, network: string): Promise<Recorder> {
  const methods: string[] = [];
  let bytes = 0;
  const proxy = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', chunk => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const method = methodOf(body);
      methods.push(method);
      const headers = { ...incoming.headers, 'x-forwarded-for': network };
      const outgoing = request(server + incoming.url, { method: incoming.method, headers }, answer => {
        if (method === 'resources/list') answer.on('data', chunk => (bytes += chunk.length));
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      outgoing.on('error', () => response.destroy());
      outgoing.end(body);
    });
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const close = () => {
    proxy.close();
    proxy.closeAllConnections();
  };
  return { endpoint: `http://localhost:${port}/mcp`, methods, listedBytes: () => bytes, close };
}

function methodOf(body: Buffer): string {
  try {
    return String(JSON.parse(body.toString('utf8')).method);
  } catch {
    return '';
  }
}
