/** The links of the content: listed with their places, and tried against a server of this test. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { exampleCopy, write } from '../support/folder.ts';
import { program } from '../support/program.ts';

const entry = await program('scripts/check-links.ts');

let server: Server;
let address: string;
const met: string[] = [];

before(async () => {
  server = createServer((request, response) => {
    met.push(`${request.method} ${request.url}`);
    const status = { '/fine': 200, '/no-head': request.method === 'HEAD' ? 405 : 200, '/moved': 301 }[
      request.url!
    ];
    response.writeHead(status ?? 404, status === 301 ? { Location: '/fine' } : {}).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

/** Runs the command on the small catalog whose guide links to these paths of the server. */
async function checkLinks(
  paths: string[],
  ...options: string[]
): Promise<{ code: number | null; output: string }> {
  const content = exampleCopy();
  const name = 'guides/agentic-design-patterns.md';
  const links = paths.map(path => `[there](${address}${path})`).join(' ');
  write(content, name, `${readFileSync(join(content, name), 'utf8')}\n${links}\n`);
  for (const other of ['site.md', 'publishers/house.md', 'research/loops-2024.md']) {
    const text = readFileSync(join(content, other), 'utf8');
    write(content, other, text.replace(/https:\/\/[a-z./0-9]+/g, `${address}/fine`));
  }
  const child = spawn(process.execPath, [entry, ...options], {
    env: { ...process.env, CONTENT_DIR: content },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  const code = child.exitCode ?? (await new Promise<number | null>(resolve => child.on('close', resolve)));
  return { code, output };
}

test('every address is listed with file, line and field', async () => {
  const { code, output } = await checkLinks(['/fine', '/other']);
  assert.equal(code, 0);
  assert.match(output, /\/other\n {4}\S*guides\/agentic-design-patterns\.md:10:\d+\n/);
  assert.match(output, /research\/loops-2024\.md:\d+:\d+ citation\.url\n/);
  assert.match(output, /2 addresses\. Add --fetch to try them\.\n$/);
  assert.deepEqual(met, []);
});

test('each address is tried once, by HEAD and then by GET; one that is gone fails', async () => {
  const { code, output } = await checkLinks(['/fine', '/fine', '/no-head', '/moved', '/lost'], '--fetch');
  assert.equal(code, 1);
  assert.match(output, /gone: \S+\/lost 404\n {4}\S*guides/);
  assert.match(output, /moved: \S+\/moved to \S+\/fine\n/);
  assert.match(output, /4 addresses: 2 fine, 1 moved, 0 refused to programs, 1 gone, 0 unreachable\.\n$/);
  const tried = met.filter(line => /lost|no-head/.test(line)).sort();
  assert.deepEqual(tried, ['GET /lost', 'GET /no-head', 'HEAD /lost', 'HEAD /no-head']);
});

test('without a missing address the command succeeds', async () => {
  const { code, output } = await checkLinks(['/fine'], '--fetch');
  assert.equal(code, 0);
  assert.match(output, /^1 address: 1 fine/);
});
