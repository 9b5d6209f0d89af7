/**
 * The bare handler: `node:http` that answers from a Map with one header; no dates, tags or codings. It is what any server on
 * Node.js could reach. With `BENCH_WORKERS` it runs under `node:cluster`, as Node.js documents it.
 *
 * It serves the files that BENCH_PAGES lists: path, file, status (304 sends the head alone) and header. With `BENCH_PADDING`
 * each body is longer by so many bytes.
 */
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

interface BarePage {
  path: string;
  file: string;
}

const port = Number(process.env.PORT);
const workers = Number(process.env.BENCH_WORKERS ?? 1);
const status = Number(process.env.BENCH_STATUS ?? 200);
const padding = Buffer.alloc(Number(process.env.BENCH_PADDING ?? 0), ' ');

/** The one header is what makes the answer whole: the length of the body, or the tag of a 304. */
function headerOf(body: Buffer): Record<string, string> {
  return status === 304 ? { ETag: '"0123456789abcdef"' } : { 'Content-Length': String(body.length) };
}

function serve(): void {
  const list = JSON.parse(readFileSync(process.env.BENCH_PAGES!, 'utf8')) as BarePage[];
  const pages = new Map(
    list.map(({ path, file }) => {
      const body = Buffer.concat([readFileSync(file), padding]);
      return [path, { body, header: headerOf(body) }];
    }),
  );
  createServer((request, response) => {
    const page = pages.get(request.url!);
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(status, page.header);
    response.end(status === 304 ? undefined : page.body);
  }).listen(port, '127.0.0.1');
}

if (workers > 1 && cluster.isPrimary) {
  for (let index = 0; index < workers; index += 1) cluster.fork();
} else {
  serve();
}
