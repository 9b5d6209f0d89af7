/** The program that runs the tests: however a run ends, nothing of it stays. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from '../support/folder.ts';
import { large } from '../support/large.ts';
import { program } from '../support/program.ts';

/** Runs a folder whose only test file has the text. */
async function start(context: TestContext, text: string, environment: Record<string, string> = {}) {
  const folder = temporaryFolder(context);
  mkdirSync(join(folder, 'test'));
  for (const name of ['scripts', 'build', 'node_modules']) symlinkSync(resolve(name), join(folder, name));
  writeFileSync(join(folder, 'test/only.test.ts'), text);
  const env = { PATH: process.env.PATH, TMPDIR: folder, ...environment };
  const child = spawn(process.execPath, [await program('scripts/test.ts'), 'only'], {
    ...{ cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      said += chunk;
    });
  const name = `catalog-tests-${hostname()}-${child.pid}-`;
  const left = () => [
    ...[folder, '/dev/shm', tmpdir()].flatMap(place =>
      existsSync(place) ? readdirSync(place).filter(each => each.startsWith(name)) : [],
    ),
    ...readdirSync('node_modules/.cache').filter(each => each === name.slice(0, -1)),
  ];
  const ended = new Promise<number | null>(done => child.once('close', done));
  return { child, ended, left, said: () => said, folder };
}

/** Waits for something that takes a second or two. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries += 1) {
    assert.ok(tries < 6000, 'the run has not begun');
    await wait(5);
  }
}

test('a run whose files cannot be bundled says so, fails and leaves nothing', async context => {
  const { ended, left, said } = await start(context, 'const = 1;');
  assert.equal(await ended, 1);
  assert.match(said(), /only\.test\.ts:1:6: ERROR/);
  assert.deepEqual(left(), []);
});

test('a failure is reported with the line of its source', async context => {
  const text = "import { test } from 'node:test';\ntest('fails', () => {\n  throw new Error('Here.');\n});\n";
  const { ended, left, said } = await start(context, text);
  assert.equal(await ended, 1);
  assert.match(said(), /Here\.\n\s+at \S+ \(\S*test\/only\.test\.ts:3:9\)/);
  assert.deepEqual(left(), []);
});

large('a file that does not end is ended and named', async context => {
  const text = `
    import { test } from 'node:test';
    test('goes on for ever', () => new Promise(() => setInterval(() => {}, 1000)));`;
  const { ended, left, said } = await start(context, text, { TEST_FILE_LIMIT: '1000' });
  assert.equal(await ended, 1);
  assert.match(said(), /✖ test\/only\.test\.ts [\s\S]*test timed out after 1000ms/);
  assert.deepEqual(left(), []);
});

large(
  'a process that something keeps alive after its tests is ended, and its files are named',
  async context => {
    const text = "import { createServer } from 'node:net';\ncreateServer().listen(0, '127.0.0.1');\n";
    const { ended, left, said } = await start(context, text, { TEST_FILE_LIMIT: '5000' });
    assert.equal(await ended, 1);
    assert.match(said(), /was never closed: test\/only\.test\.ts/);
    assert.deepEqual(left(), []);
  },
);

large('a file that ends the process before its tests is no success', async context => {
  const { ended, said } = await start(context, 'process.exit(0);');
  assert.equal(await ended, 1);
  assert.match(said(), /did not run to their end: test\/only\.test\.ts/);
});

test('a run that a signal ends leaves neither folders nor processes', async context => {
  const busy = `
    import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    import { test } from 'node:test';
    test('goes on for ever', () => {
      process.on('SIGTERM', () => {});
      const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
      writeFileSync('started', String(child.pid));
      return new Promise(() => setInterval(() => {}, 1000));
    });`;
  const { child, ended, left, folder } = await start(context, busy);
  await until(() => existsSync(join(folder, 'started')));
  assert.equal(left().length, 2);
  child.kill('SIGTERM');
  assert.equal(await ended, 143);
  assert.deepEqual(left(), []);
});

large('a signal before the tests begin ends it too', async context => {
  const { child, ended, left } = await start(context, "import 'node:test';");
  await until(() => left().length > 0);
  child.kill('SIGINT');
  assert.equal(await ended, 130);
  assert.deepEqual(left(), []);
});
