/**
 * Serves pages with the bare handler of `node:http`, which answers from a Map with one header. It is the most that any server on
 * Node.js could reach.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const list = JSON.parse(readFileSync(process.env.BENCH_PAGES!, 'utf8')) as { path: string; file: string }[];
const pages = new Map(list.map(({ path, file }) => [path, readFileSync(file)]));
createServer(({ url, headers }, response) => {
  const body = pages.get(url!);
  if (body === undefined) response.writeHead(404).end();
  else if (headers['if-none-match'] !== undefined)
    response.writeHead(304, { ETag: headers['if-none-match'] }).end();
  else response.writeHead(200, { 'Content-Length': body.length }).end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
