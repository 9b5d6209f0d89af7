/**
 * The shipped configuration of nginx in front of a real server: conditional requests still give 304, what comes with
 * a ticket is stored nowhere, and nobody gets an answer that was made for another.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder, write } from '../../support/folder.ts';
import { large } from '../../support/large.ts';
import { type Launched, launch } from '../../support/launched.ts';
import { ask, passage } from '../../support/passage.ts';
import { adapted, nginx, type RunningProxy, type ShippedProxy, startProxy } from '../../support/proxy.ts';
import { restartInTurn } from '../../support/rolling.ts';
import { browser, hasTicket, library } from '../../support/ticket.ts';

/** A server, and the proxy in front of it. */
async function startBehind(
  context: TestContext,
  proxy: ShippedProxy,
  settings: Record<string, string> = {},
): Promise<RunningProxy & { server: Launched }> {
  const DATA_DIR = temporaryFolder();
  const server = await launch(context, { DATA_DIR, TRUST_PROXY: '1', ACCESS_LOG: '1', ...settings });
  await server.until(/serving/);
  return { server, ...(await startProxy(context, proxy, new URL(server.address).host)) };
}

// The campaign `deployments` asks the same of Caddy and HAProxy.
for (const proxy of [nginx]) {
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
      // nginx answers from its cache, once for each coding; the others have none.
      assert.equal(lines.length, proxy === nginx ? 2 : 4);
    });

    large('no address, query or ticket is logged, also when the server is gone', async context => {
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

    test('a ticket, its trailer, digests and a report pass', async context => {
      const { address } = await startBehind(context, proxy);
      assert.ok((await passage({ address, path: '/patterns/gate.md' })) > 5);
    });

    large('a client cannot name another address than its own', async context => {
      const { address } = await startBehind(context, proxy, { AUTH_FAILURES_PER_MINUTE: '2' });
      const statuses: number[] = [];
      for (let n = 1; n <= 4; n += 1) {
        const headers = { Authorization: 'Bearer atc_none_none', 'X-Forwarded-For': `198.51.100.${n}` };
        statuses.push((await ask(address, '/v1/tenants/acme/account.md', headers)).status);
      }
      assert.deepEqual(statuses, [401, 401, 429, 429]);
    });

    // The campaign `drain` restarts servers behind HAProxy too.
    large('two servers that restart in turn leave no request without an answer', async context => {
      const { answers, failures } = await restartInTurn(context, proxy, 1);
      assert.deepEqual(failures, []);
      assert.ok(answers > 100, `${answers} answers`);
    });

    large('what is stored is served while no server answers', async context => {
      // What it has stored is good for a second here, rather than for minutes.
      const forgetful: ShippedProxy = {
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
