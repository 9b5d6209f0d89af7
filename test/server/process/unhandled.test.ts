/** Unhandled errors and workers that die: the service continues where it can. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { large } from '../../support/large.ts';
import { type Launched, launch } from '../../support/launched.ts';
import { send } from '../../support/server.ts';

const preload = pathToFileURL(join(import.meta.dirname, '../../support/throw-on-signal.mjs')).href;
const NODE_OPTIONS = `--import=${preload}`;

const pagesOf = async (server: Launched) => (await send(server, '/patterns/gate.md')).status;

/** The process ids of the workers that said that they serve, in the order in which they did. */
const workersOf = (server: Launched): number[] =>
  server
    .output()
    .split('\n')
    .filter(line => line.includes('"serving http'))
    .map(line => (JSON.parse(line) as { pid: number }).pid);

test('one process logs an unhandled rejection and continues, and ends with code 1 at an exception that nobody caught', async context => {
  const server = await launch(context, { NODE_OPTIONS });
  await server.until(/"serving http/);
  server.child.kill('SIGPIPE');
  await server.until(/rejected and forgotten.*continuing/);
  assert.equal(await pagesOf(server), 200);
  server.child.kill('SIGUSR2');
  assert.equal(await server.ended, 1);
  assert.match(server.output(), /thrown by a timer.*throw-on-signal\.mjs.*the process ends/);
});

describe('of two workers', () => {
  test('one that throws is restarted, and the other serves', async context => {
    const server = await launch(context, { NODE_OPTIONS, WORKERS: '2' });
    await server.until(/"serving http/, 2);
    process.kill(workersOf(server)[0]!, 'SIGUSR2');
    await server.until(/"serving http/, 3);
    assert.match(server.output(), /thrown by a timer[\s\S]*worker died; starting another/);
    assert.equal(await pagesOf(server), 200);
  });

  large(
    'one that keeps dying young is restarted with longer and longer delays, and the other serves',
    async context => {
      const server = await launch(context, { WORKERS: '2' });
      await server.until(/"serving http/, 2);
      for (let deaths = 1; deaths <= 4; deaths += 1) {
        process.kill(workersOf(server).at(-1)!, 'SIGKILL');
        await server.until(/worker died/, deaths);
        for (let count = 0; count < 20; count += 1) assert.equal(await pagesOf(server), 200);
        await server.until(/"serving http/, 2 + deaths);
      }
      const delays = [...server.output().matchAll(/"delay":(\d+)/g)].map(([, delay]) => Number(delay));
      assert.deepEqual(delays, [0, 250, 500, 1000]);
    },
  );

  large('none that can start ends the service with one line, once', async context => {
    const server = await launch(context, { WORKERS: '2', DIST_DIR: '/nonexistent/dist' });
    assert.equal(await server.ended, 1);
    assert.equal(server.output(), '/nonexistent/dist holds no catalog. Run `npm run build`.\n');
  });

  large('end with the primary, also while one waits for its next start', async context => {
    const server = await launch(context, { WORKERS: '2' });
    await server.until(/"serving http/, 2);
    for (let deaths = 1; deaths <= 3; deaths += 1) {
      const before = workersOf(server).length;
      process.kill(workersOf(server).at(-1)!, 'SIGKILL');
      await server.until(/worker died/, deaths);
      if (deaths < 3) await server.until(/"serving http/, before + 1);
    }
    server.child.kill('SIGTERM');
    assert.equal(await server.ended, 0);
    for (const pid of workersOf(server)) assert.throws(() => readFileSync(`/proc/${pid}/environ`));
  });
});
