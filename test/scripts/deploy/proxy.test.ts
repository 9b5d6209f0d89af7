/**
 * The shipped configurations of nginx and Caddy in front of a real server: conditional requests still give 304, what comes with a ticket
 * is stored nowhere, and nobody gets an answer that was made for another.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../scripts/support/port.ts';
import { temporaryFolder, write } from '../../support/folder.ts';
import { type Launched, launch } from '../../support/launched.ts';
import type { Answer } from '../../support/server.ts';
import { browser, hasTicket, library } from '../../support/ticket.ts';

const shipped = (name: string) => readFileSync(join('scripts/deploy', name), 'utf8');

/** Replaces what must be there. */
function adapted(text: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    assert.ok(changed.includes(from), `the shipped configuration has ${from}`);
    return changed.replaceAll(from, to);
  }, text);
}

interface Proxy {
  name: string;
  /** Writes a configuration for these ports; returns the command that runs it, and its address. */
  prepare(folder: string, ports: { own: number; other: number; server: string }): Promise<[string[], string]>;
}

const nginx: Proxy = {
  name: 'nginx',
  async prepare(folder, { own, other, server }) {
    const key = ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-days', '2', '-subj', '/CN=catalog'];
    const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
    assert.equal(spawnSync('openssl', [...key, ...files]).status, 0);
    mkdirSync(join(folder, 'cache'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const text = adapted(shipped('nginx.conf'), {
      'http {\n': `http {\n${temporary.map(each => `  ${each}_temp_path ${folder}/${each};\n`).join('')}`,
      'listen 80;': `listen 127.0.0.1:${other};`,
      'listen 443 ssl': `listen 127.0.0.1:${own} ssl`,
      '/etc/ssl/catalog': folder,
      '/var/lib/nginx': join(folder, 'cache'),
      '/var/log/nginx': folder,
      '127.0.0.1:8080': server,
      '127.0.0.1:8081': '127.0.0.1:1',
    });
    write(folder, 'nginx.conf', text);
    const settings = `daemon off; pid ${join(folder, 'pid')};`;
    return [
      ['nginx', '-p', folder, '-c', join(folder, 'nginx.conf'), '-g', settings],
      `https://127.0.0.1:${own}`,
    ];
  },
};

const caddy: Proxy = {
  name: 'caddy',
  async prepare(folder, { own, server }) {
    const text = adapted(shipped('Caddyfile'), {
      'catalog.example.org {': `http://catalog.example.org:${own} {\n\tbind 127.0.0.1`,
      '127.0.0.1:8080': server,
    });
    write(folder, 'Caddyfile', adapted(text, { '{\n\t# What Caddy': '{\n\tadmin off\n\t# What Caddy' }));
    const command = ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
    return [command, `http://127.0.0.1:${own}`];
  },
};

/** A server, and the proxy in front of it. */
async function startBehind(
  context: TestContext,
  proxy: Proxy,
  settings: Record<string, string> = {},
): Promise<{ server: Launched; address: string; logs(): string }> {
  const DATA_DIR = temporaryFolder();
  const server = await launch(context, { DATA_DIR, TRUST_PROXY: '1', ACCESS_LOG: '1', ...settings });
  await server.until(/serving/);
  const folder = temporaryFolder();
  spawnSync('chmod', ['755', folder]);
  const ports = { own: await freePort(), other: await freePort(), server: new URL(server.address).host };
  const [[program, ...words], address] = await proxy.prepare(folder, ports);
  const child = spawn(program!, words, {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', chunk => {
    said += chunk;
  });
  const ended = new Promise(resolve => child.once('exit', resolve));
  context.after(() => {
    child.kill('SIGTERM');
    return ended;
  });
  // A health check of the proxy comes before it answers.
  for (;;) {
    const answer = await ask(address, '/livez').catch(() => undefined);
    if (answer?.status === 200) return { server, address, logs: () => said + logsIn(folder) };
    assert.equal(child.exitCode, null, said);
    await wait(50);
  }
}

/** What a proxy has logged into files. */
const logsIn = (folder: string): string =>
  readdirSync(folder)
    .filter(name => name.endsWith('.log'))
    .map(name => readFileSync(join(folder, name), 'utf8'))
    .join('');

function ask(address: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const request = address.startsWith('https') ? secureRequest : plainRequest;
  const options = {
    headers: { Host: 'catalog.example.org', ...headers },
    rejectUnauthorized: false,
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(`${address}${path}`, options, async incoming => {
      const body = Buffer.concat(await incoming.toArray());
      resolve({ status: incoming.statusCode!, headers: incoming.headers, body });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

for (const proxy of [nginx, caddy]) {
  const isMissing = spawnSync(proxy.name, ['-v']).error !== undefined;
  describe(`behind ${proxy.name}`, { skip: isMissing && `${proxy.name} is not installed` }, () => {
    test('conditional requests give 304, tickets go to one reader each, and each coding to who takes it', async context => {
      const { server, address } = await startBehind(context, proxy);
      for (const path of ['/research/loops-2024.md', '/patterns/gate.md', '/llms.txt']) {
        const first = await ask(address, path, { 'User-Agent': browser });
        assert.equal(first.status, 200, path);
        const { etag, 'last-modified': modified } = first.headers;
        const conditions = [
          { 'If-None-Match': String(etag) },
          ...(modified ? [{ 'If-Modified-Since': modified }] : []),
        ];
        for (const condition of conditions) {
          const again = await ask(address, path, { 'User-Agent': browser, ...condition });
          assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, etag], path);
        }
        const changed = await ask(address, path, { 'User-Agent': browser, 'If-None-Match': '"other"' });
        assert.deepEqual([changed.status, changed.body.equals(first.body)], [200, true], path);
        const packed = await ask(address, path, { 'User-Agent': browser, 'Accept-Encoding': 'br' });
        assert.equal(packed.headers['content-encoding'], 'br', path);
        assert.notEqual(packed.headers.etag, etag, path);
      }
      // No more than the caps allow.
      for (const [path, readers] of [
        ['/patterns/gate.md', 2],
        ['/starters/solo-mender/1.0.0.md', 1],
      ] as const) {
        const plain = await ask(address, path, { 'User-Agent': browser });
        const tickets = new Set<unknown>();
        for (let times = 0; times < readers; times += 1) {
          const answer = await ask(address, path, { 'User-Agent': library });
          assert.deepEqual(
            [answer.status, answer.headers['cache-control']],
            [200, 'private, no-store'],
            path,
          );
          tickets.add(answer.headers['use-ticket']);
        }
        assert.equal(tickets.size, readers, 'a ticket for each');
        const after = await ask(address, path, { 'User-Agent': browser });
        assert.deepEqual([hasTicket(after), after.body.equals(plain.body)], [false, true], path);
        const { etag } = plain.headers;
        const fresh = await ask(address, path, { 'User-Agent': library, 'If-None-Match': String(etag) });
        assert.deepEqual([fresh.status, hasTicket(fresh)], [304, false], path);
      }
      const lines = server
        .output()
        .split('\n')
        .filter(line => line.includes('"route":"page research_record"'));
      // nginx answers from its cache, once for each coding; Caddy has none.
      assert.equal(lines.length, proxy === nginx ? 2 : 4);
    });

    test('no address, query or ticket is logged, also when the server is gone', async context => {
      const { server, address, logs } = await startBehind(context, proxy);
      const headers = { 'User-Agent': library, Referer: 'https://secret-page.example/' };
      const { headers: answered } = await ask(address, '/patterns/gate.md?q=secret-query', headers);
      server.child.kill('SIGTERM');
      await server.ended;
      const gone = await ask(address, '/search.md?q=secret-query', headers);
      assert.ok(gone.status >= 500, String(gone.status));
      await until(() => logs().includes('/patterns/gate.md') && logs().includes('/search.md'));
      for (const secret of ['secret-', String(answered['use-ticket'])])
        assert.ok(!logs().includes(secret), logs());
      // Where the server is, and where a proxy listens, may be said.
      const clients = logs().match(/"(?:remote_ip|client_ip|remote_addr)"|client: /g);
      assert.equal(clients, null, logs());
    });

    test('a client cannot name another address than its own', async context => {
      const { address } = await startBehind(context, proxy, { AUTH_FAILURES_PER_MINUTE: '2' });
      const statuses: number[] = [];
      for (let n = 1; n <= 4; n += 1) {
        const headers = { Authorization: 'Bearer atc_none_none', 'X-Forwarded-For': `198.51.100.${n}` };
        statuses.push((await ask(address, '/v1/tenants/acme/account.md', headers)).status);
      }
      assert.deepEqual(statuses, [401, 401, 429, 429]);
    });
  });
}

/** Waits until something is so, which takes a moment. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries += 1) {
    assert.ok(tries < 200, 'it did not come to this');
    await wait(50);
  }
}

/** Runs a script as root in a file system where some folders of the machine are empty. */
const inEmpty = (folders: readonly string[], script: string) => {
  const mounts = folders.map(folder => `mount -t tmpfs tmpfs ${folder}`).join(' && ');
  return spawnSync('unshare', ['--mount', 'sh', '-ec', `${mounts}; ${script}`], { encoding: 'utf8' });
};
const folders = ['/etc/ssl', '/var/lib/nginx', '/var/log/nginx'];
const cannot =
  (spawnSync('nginx', ['-v']).error !== undefined && 'nginx is not installed') ||
  (inEmpty(folders, 'true').status !== 0 && 'only root may mount folders');

test('the shipped configuration of nginx passes its own check on Debian, as it is', { skip: cannot }, () => {
  const key = 'openssl req -x509 -newkey ed25519 -nodes -days 2 -subj /CN=catalog -config /dev/null';
  const { status, stderr } = inEmpty(
    folders,
    `mkdir /etc/ssl/catalog; ${key} -keyout /etc/ssl/catalog/privkey.pem -out /etc/ssl/catalog/fullchain.pem 2> /dev/null
    nginx -t -c ${join(process.cwd(), 'scripts/deploy/nginx.conf')}`,
  );
  assert.equal(status, 0, stderr);
  assert.match(stderr, /test is successful/);
});

test('nginx serves what it has stored while no server answers', { skip: cannot }, async context => {
  // What it has stored is good for a second here, rather than for minutes.
  const forgetful: Proxy = {
    ...nginx,
    async prepare(folder, ports) {
      const prepared = await nginx.prepare(folder, ports);
      const text = readFileSync(join(folder, 'nginx.conf'), 'utf8');
      const short = 'proxy_cache_lock on; proxy_ignore_headers Cache-Control; proxy_cache_valid 200 1s;';
      write(folder, 'nginx.conf', adapted(text, { 'proxy_cache_lock on;': short }));
      return prepared;
    },
  };
  const { server, address } = await startBehind(context, forgetful);
  const stored = await ask(address, '/research/loops-2024.md');
  assert.equal(stored.status, 200);
  server.child.kill('SIGTERM');
  await server.ended;
  await wait(1500);
  const stale = await ask(address, '/research/loops-2024.md');
  assert.deepEqual([stale.status, stale.body.equals(stored.body)], [200, true]);
  assert.equal((await ask(address, '/research/index.md')).status, 502);
});
