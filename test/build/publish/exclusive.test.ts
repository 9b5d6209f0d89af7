/** Builds that begin at the same time on the same folders: one after another, and each leaves a tree that is whole. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { verifyCommand } from '../../../scripts/verify/program.ts';
import { readDist } from '../../../server/site/dist.ts';
import { catalogFile } from '../../support/catalog-file.ts';
import { exampleContent, temporaryFolder, write } from '../../support/folder.ts';
import { large } from '../../support/large.ts';
import { call } from '../../support/program.ts';

interface Place {
  CONTENT_DIR: string;
  DATA_DIR: string;
  DIST_DIR: string;
}

const emptyPlace = (): Place => {
  const folder = temporaryFolder();
  const DATA_DIR = join(folder, 'data');
  return { CONTENT_DIR: exampleContent, DATA_DIR, DIST_DIR: join(folder, 'dist') };
};

const begin = (place: Place): ChildProcess =>
  spawn(process.execPath, [catalogFile, 'build'], {
    env: { PATH: process.env.PATH, READING: '0', ...place },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Waits for the end of a build; returns its exit code and its output. */
async function outcome(child: ChildProcess): Promise<{ code: number | null; text: string }> {
  let text = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', chunk => {
      text += chunk;
    });
  const code = await new Promise<number | null>(resolve => child.once('close', resolve));
  return { code, text };
}

const buildOnce = (place: Place) => outcome(begin(place));

const locksIn = (folder: string) => readdirSync(folder).filter(name => name.startsWith('.build-lock'));

async function assertVerified({ DATA_DIR, DIST_DIR }: Place): Promise<void> {
  const { code, stdout, stderr } = await call(verifyCommand, [DIST_DIR], { DATA_DIR });
  assert.equal(code, 0, stdout + stderr);
  await readDist(DIST_DIR);
}

describe('builds at the same time', () => {
  const place = emptyPlace();

  large('leave a tree that verifies, three of them on empty folders', async () => {
    const manifest = () => readFileSync(join(place.DIST_DIR, 'manifest.json'), 'utf8');
    for (const { code, text } of await Promise.all([place, place, place].map(buildOnce)))
      assert.equal(code, 0, text);
    await assertVerified(place);
    const made = manifest();
    // What they kept is whole too: the same tree is made from it again.
    rmSync(place.DIST_DIR, { recursive: true });
    assert.equal((await buildOnce(place)).code, 0);
    assert.equal(manifest(), made);
    assert.deepEqual([...locksIn(place.DATA_DIR), ...locksIn(place.DIST_DIR)], []);
  });

  large('on one tree wait for each other, though each keeps its own data', async () => {
    const other = { ...place, DATA_DIR: join(temporaryFolder(), 'data') };
    // The same keys and log as those of the builds before, as deployments have them that share a tree.
    mkdirSync(other.DATA_DIR);
    for (const name of ['signing-keys', 'log'])
      spawnSync('cp', ['-a', join(place.DATA_DIR, name), join(other.DATA_DIR, name)]);
    rmSync(place.DIST_DIR, { recursive: true });
    for (const { code, text } of await Promise.all([place, other].map(buildOnce)))
      assert.equal(code, 0, text);
    await assertVerified(place);
  });

  test('say who builds, and continue when that one is killed', async context => {
    const place = emptyPlace();
    const holder = begin(place);
    context.after(() => holder.kill('SIGKILL'));
    const owner = join(place.DATA_DIR, '.build-lock-owner');
    while (!existsSync(owner) || statSync(owner).size === 0)
      await new Promise(resolve => setTimeout(resolve, 5));
    holder.kill('SIGSTOP');
    const waiting = begin(place);
    const said = new Promise<string>(resolve =>
      waiting.stderr!.once('data', chunk => resolve(String(chunk))),
    );
    const done = outcome(waiting);
    assert.match(
      await said,
      new RegExp(`Waiting for another build in .*: process ${holder.pid} on \\S+, since 20`),
    );
    holder.kill('SIGKILL');
    const { code, text } = await done;
    assert.equal(code, 0, text);
    await assertVerified(place);
  });

  test('leave no folder behind when there is nothing to publish', async () => {
    const place = { ...emptyPlace(), CONTENT_DIR: temporaryFolder() };
    write(place.CONTENT_DIR, 'patterns/bad.md', 'No front matter.\n');
    assert.equal((await buildOnce(place)).code, 1);
    assert.ok(!existsSync(place.DIST_DIR));
  });
});
