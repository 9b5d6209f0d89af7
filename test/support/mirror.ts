/**
 * A mirror without any key, as a process: it passes requests on to a catalog and changes what it answers, one change a port. Its words
 * are the address of the catalog, and the names of changes; it prints the port of each as JSON, and ends with its standard input.
 */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, mirrorTamperings } from './mirror-tampering.ts';

const [upstream, ...names] = process.argv.slice(2);
const { hostname, port } = new URL(upstream!);

/** Asks the catalog. */
function ask(path: string, headers: NodeJS.Dict<string | string[]>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, headers }, incoming => {
      const pieces: Buffer[] = [];
      incoming.on('data', piece => pieces.push(piece));
      incoming.on('end', () => {
        resolve({
          status: incoming.statusCode!,
          headers: { ...incoming.headers },
          body: Buffer.concat(pieces),
        });
      });
    });
    asked.on('error', reject).end();
  });
}

const ports = await Promise.all(
  names.map(async name => {
    const { change } = mirrorTamperings.find(each => each.name === name)!;
    const server = createServer((incoming, outgoing) => {
      const { host: _, ...headers } = incoming.headers;
      const get = (path: string, more = {}) => ask(path, { ...headers, ...more });
      Promise.resolve(change(incoming.url!, get, headers))
        .then(answer => {
          const { 'transfer-encoding': __, 'content-length': ___, ...own } = answer.headers;
          outgoing
            .writeHead(answer.status, { ...own, 'content-length': answer.body.length })
            .end(answer.body);
        })
        .catch(error => outgoing.writeHead(502).end(String(error)));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return [name, (server.address() as AddressInfo).port] as const;
  }),
);
process.stdout.write(`${JSON.stringify(Object.fromEntries(ports))}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
