/** The command of the service: what signals do to a build and to a server, in a process group and as the first process of a container. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/support/port.ts';
import { catalogFile } from '../support/catalog-file.ts';
import { exampleContent, temporaryFolder } from '../support/folder.ts';
import { large, someOf } from '../support/large.ts';
import { watched } from '../support/launched.ts';
import { freshDatabase } from '../support/postgres.ts';
import { exampleDist } from '../support/shared.ts';

/** Starts a command as the leader of a process group. The content is that of the catalog, whose build takes seconds. */
async function start(context: TestContext, words: readonly string[], more: Record<string, string> = {}) {
  const folder = temporaryFolder(context);
  const distDir = join(folder, 'dist');
  const dataDir = join(folder, 'data');
  const port = String(await freePort());
  const env = {
    ...{ PATH: process.env.PATH, HOME: folder, PORT: port, DIST_DIR: distDir, DATA_DIR: dataDir },
    ...more,
  };
  const filesOf = (place: string) =>
    existsSync(place) ? readdirSync(place, { recursive: true, encoding: 'utf8' }).sort() : [];
  if (more.TREE) cpSync(more.TREE, distDir, { recursive: true });
  const before = filesOf(distDir);
  const child = spawn(words[0]!, words.slice(1), {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const group = child.pid!;
  context.after(() => isAlive(-group) && process.kill(-group, 'SIGKILL'));
  const ended = new Promise<number>(resolve =>
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal!])),
  );
  const until = async (isSo: () => boolean, what: string) => {
    for (let tries = 0; !isSo(); tries += 1) {
      assert.ok(tries < 3000 && child.exitCode === null, `it did not come to this: ${what}`);
      await wait(10);
    }
  };
  const building = () => until(() => existsSync(join(distDir, '.build-lock-owner')), 'a build');
  /** Nobody is left, and nothing was published. */
  const leftNothing = async () => {
    for (let tries = 0; isAlive(-group) && tries < 1000; tries += 1) await wait(10);
    assert.equal(isAlive(-group), false, 'a process goes on');
    assert.deepEqual(filesOf(distDir), before, 'something stays in dist');
    assert.equal(existsSync(join(dataDir, 'log')), false, 'the log was written');
  };
  return { child, group, ended, until, building, leftNothing, distDir };
}

/** Whether a process, or for a negative number any of a group, is there. */
function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

const launcher = [process.execPath, catalogFile];

describe('during the build of `npm start`', () => {
  for (const signal of ['SIGINT', 'SIGHUP'] as const)
    large(`${signal} ends the build too, which publishes nothing`, async context => {
      const { child, ended, building, leftNothing } = await start(context, [...launcher, 'start']);
      await building();
      child.kill(signal);
      assert.equal(await ended, 128 + constants.signals[signal]);
      await leftNothing();
    });

  test('SIGTERM leaves the tree in force as it was, without what had been written beside it', async context => {
    const { child, ended, building, leftNothing, distDir } = await start(context, [...launcher, 'start'], {
      TREE: exampleDist(),
    });
    // As a build leaves them that has come further.
    for (const name of ['llms.txt.next', 'manifest/none.json.next']) writeFileSync(join(distDir, name), '');
    await building();
    child.kill('SIGTERM');
    assert.equal(await ended, 143);
    await leftNothing();
  });

  large(
    'a signal to the whole group, as of a terminal, and signals that are repeated do the same',
    async context => {
      const { group, child, ended, building, leftNothing } = await start(context, ['npm', 'start']);
      await building();
      process.kill(-group, 'SIGINT');
      for (let times = 0; times < 3; times += 1) child.kill('SIGTERM');
      assert.notEqual(await ended, 0);
      await leftNothing();
    },
  );

  large('a build that somebody kills ends the start with it', async context => {
    const { child, ended, building, leftNothing } = await start(context, [...launcher, 'start']);
    await building();
    process.kill(childrenOf(child)[0]!, 'SIGKILL');
    assert.equal(await ended, 137);
    await leftNothing();
  });
});

const childrenOf = ({ pid }: Pick<ChildProcess, 'pid'>): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** The words that make a command the first process of a container; undefined where that is not allowed. */
const first = [
  ['unshare', '--pid', '--fork', '--mount-proc'],
  ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--mount-proc'],
].find(([command, ...words]) => spawnSync(command!, [...words, 'true']).status === 0);

describe('as the first process of a container', () => {
  /** The process that is the first one inside. */
  const inner = (child: ChildProcess) => (first ? childrenOf(child)[0]! : child.pid!);

  // One handler is set for all signals, and each command sets it.
  for (const [command, signal] of someOf(
    [
      ['start', 'SIGTERM'],
      ['build', 'SIGINT'],
    ] as const,
    1,
  ))
    test(`\`${command}\` ends by ${signal} during a build`, async context => {
      const { child, ended, building, leftNothing } = await start(context, [
        ...(first ?? []),
        ...launcher,
        command,
      ]);
      await building();
      process.kill(inner(child), signal);
      assert.equal(await ended, 128 + constants.signals[signal]);
      await leftNothing();
    });
});

test('on PostgreSQL with all folders elsewhere, `npm start` and `npm run serve` pass signals on, and leave nobody on the port', async context => {
  const folder = temporaryFolder(context);
  const port = await freePort();
  const env = {
    ...{
      PATH: process.env.PATH,
      HOME: folder,
      PORT: String(port),
      CONTENT_DIR: exampleContent,
      READING: '0',
    },
    ...{
      DATABASE_URL: await freshDatabase(),
      DATA_DIR: join(folder, 'data'),
      DIST_DIR: join(folder, 'dist'),
    },
  };
  for (const [words, says] of someOf(
    [
      [['start'], /The catalog is at http:\/\/localhost:/],
      [['run', 'serve'], /serving/],
    ] as const,
    1,
  )) {
    const child = spawn('npm', words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const server = watched(context, child, port);
    await server.until(says);
    assert.equal((await fetch(`${server.address}/livez`)).status, 200);
    assert.equal((await fetch(`${server.address}/readyz?strict`)).status, 200, server.output());
    assert.doesNotMatch(server.output(), /ERR_|warning|slower/);
    child.kill('SIGTERM');
    await server.ended;
    await assert.rejects(fetch(`${server.address}/livez`), words.join(' '));
  }
});
