/** The launcher: the same program from its bundle, from the bundle kept, and from its sources where none can be kept. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../scripts/support/port.ts';
import { exampleContent, temporaryFolder } from '../support/folder.ts';
import { launchableFolder } from '../support/program.ts';

const launch = (environment: Record<string, string>, ...options: string[]) =>
  spawnSync(process.execPath, ['scripts/launch.cjs', 'build/main.ts', ...options], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, READING: '0', CONTENT_DIR: exampleContent, ...environment },
  });

test('a program runs from a bundle that is made once, in place of an older one, and again where that is damaged', context => {
  const folder = temporaryFolder(context);
  const code = join(folder, 'data/code');
  const environment = { DIST_DIR: join(folder, 'dist'), DATA_DIR: join(folder, 'data') };
  mkdirSync(code, { recursive: true });
  writeFileSync(join(code, 'build-main-ts-0.cjs'), 'an older one');
  writeFileSync(join(code, 'server-main-ts-0.cjs'), 'of another program');
  const first = launch(environment);
  assert.match(first.stdout, /^Built /, first.stderr);
  const kept = () => readdirSync(code).sort();
  const [name] = kept();
  assert.match(name!, /^build-main-ts-\w{32}\.cjs$/);
  const bundle = readFileSync(join(code, name!));
  // Each of the first starts keeps the code that it needed.
  for (const starts of [1, 2, 3, 3]) {
    const codes = Array.from({ length: starts }, (_, at) => `${name}.code-${at + 1}`);
    assert.deepEqual(kept(), [name, ...codes, 'server-main-ts-0.cjs']);
    assert.match(launch(environment, '--profile').stdout, /0 pages written[\s\S]*in all/);
  }
  assert.deepEqual(readFileSync(join(code, name!)), bundle);
  // Texts that name `import.meta`, such as those of exported programs, are published as they are.
  const exported = join(folder, 'dist/exports/langgraph-js/solo-mender/1.0.0.md');
  assert.match(readFileSync(exported, 'utf8'), /^if \(import\.meta\.url === /m);
  // Where what was kept is damaged, it is made again.
  writeFileSync(join(code, `${name}.code-1`), 'not what V8 wrote');
  assert.match(launch(environment).stdout, /^Built /);
  writeFileSync(join(code, name!), 'no program {');
  const { stdout, stderr } = launch(environment);
  assert.match(stdout, /^Built /, stderr);
});

test('a program runs from its sources where no bundle can be kept', context => {
  const folder = temporaryFolder(context);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'code'), 'in the way');
  const { stdout, stderr } = launch({ DIST_DIR: join(folder, 'dist'), DATA_DIR: dataDir });
  assert.match(stdout, /^Built /, stderr);
});

test('a program that fails ends with its own words and code', context => {
  const folder = temporaryFolder(context);
  const { stderr, status } = launch({ DATA_DIR: folder, DIST_DIR: join(folder, 'dist'), PORT: 'x' });
  assert.match(stderr, /^PORT: /);
  assert.equal(status, 1);
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
    ...{ PATH: process.env.PATH, HOME: folder, PORT: port, CONTENT_DIR: exampleContent },
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
