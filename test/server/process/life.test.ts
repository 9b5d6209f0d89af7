/** The life of a server: start, swap of the catalog, stop. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../scripts/support/port.ts';
import { catalogFile } from '../../support/catalog-file.ts';
import { exampleCopy, temporaryFolder } from '../../support/folder.ts';
import { large, someOf } from '../../support/large.ts';
import { send, serve } from '../../support/server.ts';
import { buildInto, exampleDist } from '../../support/shared.ts';

/** `npm run serve` as a process of its own. */
function start(context: TestContext, environment: Record<string, string>) {
  const child = spawn(process.execPath, [catalogFile, 'serve'], {
    env: { PATH: process.env.PATH, DATA_DIR: temporaryFolder(context), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  context.after(() => child.kill('SIGKILL'));
  return child;
}

/** The text of a stream until it matches. */
function until(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      text += chunk;
      if (pattern.test(text)) resolve(text);
    };
    child.stdout!.on('data', take);
    child.stderr!.on('data', take);
    child.once('exit', code => reject(new Error(`ended with ${code}: ${text}`)));
  });
}

/** A server of a small catalog whose content was edited after it was built. */
async function servedAndEdited(context: TestContext) {
  const contentDir = exampleCopy(context);
  const distDir = await buildInto(contentDir);
  const server = await serve({ distDir });
  context.after(() => server.stop());
  const path = join(contentDir, 'patterns/gate.md');
  writeFileSync(path, readFileSync(path, 'utf8').replace('title: Verifier gate', 'title: New gate'));
  return { server, contentDir, distDir };
}

/** A copy of the small catalog as a build leaves it, to be damaged. */
function ownCatalog(): string {
  const folder = join(temporaryFolder(), 'dist');
  cpSync(exampleDist(), folder, { recursive: true });
  return folder;
}

describe('a server', () => {
  large('serves a new catalog as soon as it is published, and drops no request meanwhile', async context => {
    const { server, contentDir, distDir } = await servedAndEdited(context);
    const statuses = new Set<number>();
    let body = '';
    const swapped = (async () => {
      for (let tries = 0; tries < 2000 && !body.includes('New gate'); tries += 1) {
        const answer = await send(server, '/patterns/gate.md');
        statuses.add(answer.status);
        body = answer.body.toString();
      }
    })();
    await buildInto(contentDir, distDir);
    await server.reload();
    await swapped;
    assert.match(body, /title: New gate/);
    assert.deepEqual([...statuses], [200]);
  });

  test('sees a new catalog by itself', async context => {
    const { server, contentDir, distDir } = await servedAndEdited(context);
    await buildInto(contentDir, distDir);
    for (let tries = 0; tries < 100; tries += 1) {
      const { status, body } = await send(server, '/patterns/gate.md');
      assert.equal(status, 200);
      if (body.includes('New gate')) return;
      await wait(100);
    }
    assert.fail('the new catalog was not seen');
  });

  test('keeps its catalog when the new one is damaged', async context => {
    const distDir = ownCatalog();
    const server = await serve({ distDir });
    context.after(() => server.stop());
    const manifest = join(distDir, 'manifest.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"digest":"./, '"digest":"x'));
    await server.reload();
    assert.equal((await send(server, '/patterns/gate.md')).status, 200);
  });

  test('refuses to start on a damaged catalog, and names the file', async () => {
    const distDir = ownCatalog();
    const path = join(distDir, 'manifest/patterns.json');
    const bytes = readFileSync(path);
    const damages = {
      'one bit changed': bytes.with(bytes.length - 2, bytes.at(-2)! ^ 1),
      'its end lost': bytes.subarray(0, -1),
      'more at its end': Buffer.concat([bytes, Buffer.from('x')]),
    };
    for (const [damage, damaged] of Object.entries(damages)) {
      writeFileSync(path, damaged);
      await assert.rejects(
        serve({ distDir }),
        /manifest\/patterns\.json does not have the digest that the manifest states/,
        damage,
      );
    }
    rmSync(path);
    await assert.rejects(serve({ distDir }), /manifest\/patterns\.json does not have the digest/);
  });

  test('refuses to serve under another address than the pages name', async () => {
    await assert.rejects(
      serve({ baseUrl: 'https://elsewhere.test' }),
      /Run `npm run build` with the same BASE_URL/,
    );
  });

  test('lets a request finish before it stops, takes no other, and ends with code 0', async context => {
    const port = String(await freePort());
    const child = start(context, { DIST_DIR: exampleDist(), PORT: port });
    await until(child, /serving/);
    const address = `http://127.0.0.1:${port}`;
    // A request whose headers are not complete yet is one in flight.
    const { connect } = await import('node:net');
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('GET /patterns/gate.md HTTP/1.1\r\nHost: a\r\n');
    await wait(100);
    const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
    child.kill('SIGTERM');
    const isRefused = () =>
      send({ address }, '/').then(
        () => false,
        () => true,
      );
    for (let tries = 0; tries < 500 && !(await isRefused()); tries += 1) await wait(20);
    assert.ok(await isRefused());
    socket.write('Connection: close\r\n\r\n');
    const answer = await new Promise<string>(resolve => {
      let text = '';
      socket.on('data', chunk => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
    assert.equal(await ended, 0);
  });

  large('writes no address, path or user agent into its log', async context => {
    const port = String(await freePort());
    const child = start(context, { DIST_DIR: exampleDist(), PORT: port, LOG_LEVEL: 'trace' });
    let log = '';
    child.stdout!.on('data', chunk => {
      log += chunk;
    });
    await until(child, /serving/);
    const server = { address: `http://127.0.0.1:${port}` };
    await send(server, '/patterns/gate.md', {
      headers: { 'User-Agent': 'secret-agent', 'X-Forwarded-For': '203.0.113.7' },
    });
    await send(server, '/none/secret-path', { headers: { 'User-Agent': 'secret-agent' } });
    await wait(200);
    const withoutStart = log.split('\n').slice(1).join('\n');
    assert.match(withoutStart, /not_found/);
    assert.doesNotMatch(withoutStart, /127\.0\.0\.1|203\.0\.113|secret/);
  });
});

describe('npm run serve', () => {
  const dataDir = temporaryFolder();
  const run = (environment: Record<string, string>) =>
    spawnSync(process.execPath, [catalogFile, 'serve'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...environment },
    });
  const cases: [string, Record<string, string>, RegExp][] = [
    [
      'without a catalog',
      { DIST_DIR: '/nonexistent/dist' },
      /^\/nonexistent\/dist holds no catalog\. Run `npm run build`\.\n$/,
    ],
    ['with a wrong port', { PORT: '70000' }, /^PORT: expected a port from 1 to 65535\.\n$/],
    ['with a port that is no number', { PORT: 'http' }, /^PORT: expected /],
    ['with a wrong number of workers', { WORKERS: '0' }, /^WORKERS: expected /],
    ['with a wrong database', { DATABASE_URL: 'mysql://secret@x' }, /^DATABASE_URL: expected (?!.*secret)/],
    ['with a wrong level', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL: expected one of fatal, /],
    ['with a base address that has a path', { BASE_URL: 'https://example.org/x' }, /^BASE_URL: expected /],
  ];
  for (const [what, environment, expected] of someOf(cases, 2)) {
    test(`${what} stops with one line that says so`, () => {
      const { status, stderr } = run(environment);
      assert.equal(status, 1);
      assert.match(stderr, expected);
    });
  }

  large('with traces to be sent and no OpenTelemetry says in one line what to install', () => {
    const NODE_OPTIONS = '--require ./test/support/without-package.cjs';
    const own = { DATA_DIR: temporaryFolder(), DIST_DIR: exampleDist() };
    const more = { WITHOUT_PACKAGE: '@opentelemetry/', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
    const { status, stderr } = run({ ...own, ...more, NODE_OPTIONS });
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^OTEL_EXPORTER_OTLP_ENDPOINT: the packages of OpenTelemetry are not installed\. Run `npm ci`[^\n]*\n$/,
    );
  });

  for (const WORKERS of someOf(['1', '2'], 1))
    test(`with a SQLite driver for another Node.js says in one line what to do, in ${WORKERS} processes`, () => {
      const NODE_OPTIONS = '--require ./test/support/broken-driver.cjs';
      const own = { DATA_DIR: temporaryFolder(), DIST_DIR: exampleDist() };
      const { status, stdout, stderr } = run({ ...own, NODE_OPTIONS, BROKEN_DRIVER: 'other', WORKERS });
      assert.equal(status, 1);
      assert.equal(
        stdout + stderr,
        `The driver of SQLite does not run on Node.js ${process.versions.node}. Use Node.js 22.16 or later, which has one, ` +
          'or run `npm ci` where there is a compiler.\n',
      );
    });
});
