/** The launcher: the same program from its bundle, from the bundle kept, and from its sources where none can be kept. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../scripts/support/port.ts';
import { exampleContent, temporaryFolder } from '../support/folder.ts';
import { launch, small } from '../support/launch.ts';
import { launchableFolder } from '../support/program.ts';

const saysHello = (environment: Record<string, string>) => {
  const { stdout, stderr } = launch(small, environment, 'Hello');
  assert.equal(stdout, 'Hello\n', stderr);
};

test('a program runs from a bundle that is made once, in place of an older one', context => {
  const DATA_DIR = temporaryFolder(context);
  const code = join(DATA_DIR, 'code');
  mkdirSync(code);
  writeFileSync(join(code, 'test-fixture-launched-ts-0.cjs'), 'an older one');
  writeFileSync(join(code, 'server-main-ts-0.cjs'), 'of another program');
  saysHello({ DATA_DIR });
  const kept = () => readdirSync(code).sort();
  const name = kept().at(-2)!;
  assert.match(name, /^test-fixture-launched-ts-\w{32}\.cjs$/);
  const bundle = readFileSync(join(code, name));
  const keptCode = readFileSync(join(code, `${name}.code`));
  saysHello({ DATA_DIR });
  assert.deepEqual(kept(), ['server-main-ts-0.cjs', name, `${name}.code`]);
  assert.deepEqual(readFileSync(join(code, `${name}.code`)), keptCode);
  assert.deepEqual(readFileSync(join(code, name)), bundle);
});

test('the process that runs a program does not load what makes its bundle', context => {
  const DATA_DIR = temporaryFolder(context);
  const NODE_OPTIONS = '--require ./test/fixture/esbuild-loaded.cjs';
  const first = launch(small, { DATA_DIR, NODE_OPTIONS }, 'Hello');
  assert.equal(first.stdout, 'Hello\n');
  assert.equal(first.stderr, 'esbuild: false\n');
  const bundling = launch('bundle', { DATA_DIR, NODE_OPTIONS }, small, join(DATA_DIR, 'code'));
  assert.equal(bundling.stderr, 'esbuild: true\n');
});

test('a program runs from its sources where no bundle can be kept', context => {
  const DATA_DIR = temporaryFolder(context);
  writeFileSync(join(DATA_DIR, 'code'), 'in the way');
  saysHello({ DATA_DIR });
});

test('the build is the same from its bundle and from its sources, and fails with its own words and code', context => {
  const folder = temporaryFolder(context);
  const environment = { DIST_DIR: join(folder, 'dist'), DATA_DIR: join(folder, 'data') };
  const build = (more = {}) => launch('build/main.ts', { ...environment, ...more }, '--profile');
  const first = build();
  assert.match(first.stdout, /^Built /, first.stderr);
  const { stderr, status } = build({ PORT: 'x' });
  assert.match(stderr, /^PORT: /);
  assert.equal(status, 1);
  const code = join(folder, 'data/code');
  const bundle = readdirSync(code).find(name => name.endsWith('.cjs'))!;
  writeFileSync(join(code, bundle), 'no program {');
  const again = build();
  assert.match(again.stdout, /0 pages written[\s\S]*in all/, again.stderr);
});

/** Resolves when a process has said something that matches. */
const said = (child: ChildProcess, pattern: RegExp): Promise<void> =>
  new Promise((resolve, reject) => {
    let text = '';
    child.stdout!.on('data', chunk => {
      text += chunk;
      if (pattern.test(text)) resolve();
    });
    child.once('exit', () => reject(new Error(text)));
  });

test('`npm start` and `npm run serve` pass signals on, and leave nobody on the port', async context => {
  const folder = temporaryFolder(context);
  const port = String(await freePort());
  const env = {
    ...{ PATH: process.env.PATH, HOME: folder, PORT: port, CONTENT_DIR: exampleContent, READING: '0' },
    ...{ DATA_DIR: launchableFolder(join(folder, 'data')), DIST_DIR: join(folder, 'dist') },
  };
  for (const words of [['start'], ['run', 'serve']]) {
    const child = spawn('npm', words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await said(child, /serving/);
    assert.equal((await fetch(`http://localhost:${port}/livez`)).status, 200);
    const ended = new Promise(resolve => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    await assert.rejects(fetch(`http://localhost:${port}/livez`), words.join(' '));
  }
});
