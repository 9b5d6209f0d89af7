/** A mistake in the content at a restart: the last good catalog is served, and probes, metrics and the log say so until it is corrected. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { buildCommand } from '../../../build/run/command.ts';
import { freePort } from '../../../scripts/support/port.ts';
import { catalogFile } from '../../support/catalog-file.ts';
import { exampleCopy, temporaryFolder } from '../../support/folder.ts';
import { large } from '../../support/large.ts';
import { watched } from '../../support/launched.ts';
import { call } from '../../support/program.ts';
import { send } from '../../support/server.ts';

test('after a mistake in the content `npm start` serves the last good catalog and is degraded until a build succeeds', async context => {
  const folder = temporaryFolder(context);
  const contentDir = exampleCopy(context);
  const [port, metricsPort] = [await freePort(), await freePort()];
  const place = {
    ...{ CONTENT_DIR: contentDir, DIST_DIR: join(folder, 'dist'), READING: '0', PORT: String(port) },
    DATA_DIR: join(folder, 'data'),
  };
  const build = () => call(buildCommand, [], place);
  const start = () =>
    spawn(process.execPath, [catalogFile, 'start'], {
      env: { PATH: process.env.PATH, ...place, METRICS_PORT: String(metricsPort) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const page = join(contentDir, 'patterns/gate.md');
  const good = readFileSync(page, 'utf8');
  writeFileSync(page, good.replace(/^title: .*$/m, 'titel: Gate'));
  const first = watched(context, start(), port);
  assert.equal(await first.ended, 1, 'without any catalog it ends');

  writeFileSync(page, good);
  assert.equal((await build()).code, 0);
  writeFileSync(page, good.replace(/^title: .*$/m, 'titel: Gate'));
  const server = watched(context, start(), port);
  await server.until(/serving http/);
  assert.match(
    server.errors(),
    /patterns\/gate\.md:\d+:\d+: error[\s\S]*so the catalog of the last good build is served\.\n/,
  );
  assert.match(
    server.output(),
    /"reason":"\S+Z \d+ errors; the first: \S*patterns\/gate\.md:.*the newest build failed/,
  );
  assert.equal((await send(server, '/patterns/gate.md')).status, 200);
  const isDegraded = /^degraded: the build of \d{4}-\S+Z failed, so the catalog before it is served$/m;
  const loose = await send(server, '/readyz');
  assert.equal(loose.status, 200);
  assert.match(loose.body.toString(), isDegraded);
  const strict = await send(server, '/readyz?strict');
  assert.equal(strict.status, 503);
  assert.match(strict.body.toString(), /^not ready\n/);
  const metric = async () => await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  assert.match(await metric(), /^catalog_degraded 1$/m);

  writeFileSync(page, good);
  assert.equal((await build()).code, 0);
  await server.until(/the newest build succeeded/);
  while ((await send(server, '/readyz?strict')).status !== 200) await wait(50);
  assert.doesNotMatch((await send(server, '/readyz')).body.toString(), /degraded/);
  assert.match(await metric(), /^catalog_degraded 0$/m);
});

large('a catalog that is damaged under a running server makes it degraded too', async context => {
  const folder = temporaryFolder(context);
  const contentDir = exampleCopy(context);
  const port = await freePort();
  const place = {
    ...{ CONTENT_DIR: contentDir, DIST_DIR: join(folder, 'dist'), READING: '0', PORT: String(port) },
    DATA_DIR: join(folder, 'data'),
  };
  assert.equal((await call(buildCommand, [], place)).code, 0);
  const child = spawn(process.execPath, [catalogFile, 'serve'], {
    env: { PATH: process.env.PATH, ...place },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const server = watched(context, child, port);
  await server.until(/serving http/);
  writeFileSync(join(folder, 'dist/manifest.json'), '{');
  child.kill('SIGHUP');
  await server.until(/catalog not swapped/);
  const { status, body } = await send(server, '/readyz');
  assert.equal(status, 200);
  assert.match(
    body.toString(),
    /^degraded: the newest catalog cannot be served, so the one before it is served$/m,
  );
});
