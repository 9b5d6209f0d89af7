/** A host of plain files, as those of static sites are: a path is the name of a file, and whatever else was asked for says nothing. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Record<string, string> = {
  ...{ '.html': 'text/html; charset=utf-8', '.md': 'text/markdown; charset=utf-8' },
  ...{ '.json': 'application/json', '.svg': 'image/svg+xml', '.css': 'text/css; charset=utf-8' },
  '.js': 'text/javascript; charset=utf-8',
};

/** Serves a folder on a free port of this machine. The caller closes the server. */
export async function plainHost(folder: string): Promise<{ server: Server; url: string }> {
  const server = createServer(({ url = '/', method }, response) => {
    const [path = '/'] = url.split(/[?#]/);
    const name = path.endsWith('/') ? `${path}index.html` : path;
    const file = join(folder, decodeURIComponent(name));
    const isThere = file.startsWith(folder) && existsSync(file) && statSync(file).isFile();
    const sent = isThere ? file : join(folder, '404.html');
    const isRead = method === 'GET' || method === 'HEAD';
    response.writeHead(isThere && isRead ? 200 : isRead ? 404 : 405, {
      'Content-Type': types[extname(sent)] ?? 'application/octet-stream',
    });
    response.end(existsSync(sent) ? readFileSync(sent) : '');
  });
  // A client that is busy for a while finds its connection open.
  server.keepAliveTimeout = 0;
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
