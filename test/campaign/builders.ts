/**
 * Two builders and a server on the same folders, each killed at any moment with SIGKILL while the content changes. Whenever
 * a tree is there, a server can read it and every page has its digest; and the next build that is left alone ends with a tree
 * that verifies from the outside, file by file.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/support/port.ts';
import { silent } from '../../scripts/support/progress.ts';
import { faultCount, writeVerification } from '../../scripts/support/verification.ts';
import { verify } from '../../scripts/verify/verify.ts';
import { readDist } from '../../server/site/dist.ts';
import { catalogFile } from '../support/catalog-file.ts';
import { exampleCopy, temporaryFolder } from '../support/folder.ts';
import { randomFrom } from '../support/random.ts';
import { send } from '../support/server.ts';
import type { Campaign } from './campaign.ts';

type Place = Record<'CONTENT_DIR' | 'DATA_DIR' | 'DIST_DIR', string>;

export const campaign: Campaign = {
  description: 'two builders and a server killed at random on the same folders: the tree always verifies',
  rounds: 100,
  async run({ seed, rounds, say }) {
    const random = randomFrom(seed);
    const folder = temporaryFolder();
    const place: Place = {
      CONTENT_DIR: exampleCopy(),
      DATA_DIR: join(folder, 'data'),
      DIST_DIR: join(folder, 'dist'),
    };
    const counts = { killed: 0, ended: 0, treesSeen: 0, served: 0, verified: 0 };
    // The first build also bundles the program; the second says how long one takes on this machine.
    buildAlone(place);
    edit(place, 0);
    const began = performance.now();
    buildAlone(place);
    const whole = performance.now() - began;
    /** Any moment of a build, or after it. */
    const moment = () => random() * 1.5 * whole;
    for (let round = 1; round <= rounds; round += 1) {
      edit(place, round);
      if (random() < 0.3) rmSync(place.DIST_DIR, { recursive: true, force: true });
      const builders = [start(place, 'build'), start(place, 'build')];
      await Promise.all(builders.map(child => killAfter(child, moment(), counts)));
      if (existsSync(join(place.DIST_DIR, 'manifest.json'))) {
        await readDist(place.DIST_DIR);
        counts.treesSeen += 1;
        await serveAndKill(place, moment(), counts);
      }
      buildAlone(place);
      await checkTree(place);
      counts.verified += 1;
      say(`${round} of ${rounds}: ${JSON.stringify(counts)}`);
    }
    return counts;
  },
};

const settingsOf = (place: Place) => ({
  env: { PATH: process.env.PATH, READING: '0', ...place },
  encoding: 'utf8' as const,
});

/** Builds to the end. One that waits for a builder that is gone would wait forever. */
function buildAlone(place: Place): void {
  const options = { ...settingsOf(place), timeout: 120_000 };
  const { status, stderr } = spawnSync(process.execPath, [catalogFile, 'build'], options);
  assert.equal(status, 0, String(stderr));
}

function edit({ CONTENT_DIR }: Place, round: number): void {
  const path = join(CONTENT_DIR, 'patterns/gate.md');
  const text = readFileSync(path, 'utf8').replace(/ Edit \d+\.\n$/, '\n');
  writeFileSync(path, text.replace(/\n$/, ` Edit ${round}.\n`));
}

function start(place: Place, entry: string, environment: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [catalogFile, entry], {
    env: { ...settingsOf(place).env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Kills a process after a while, unless it has ended by then, which it may only do in order. */
async function killAfter(
  child: ChildProcess,
  milliseconds: number,
  counts: { killed: number; ended: number },
): Promise<void> {
  let text = '';
  child.stderr!.on('data', chunk => {
    text += chunk;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
  const [code, signal] = await new Promise<[number | null, string | null]>(resolve =>
    child.once('close', (...how) => resolve(how)),
  );
  clearTimeout(timer);
  assert.ok(code === 0 || signal === 'SIGKILL', text);
  counts[signal === null ? 'ended' : 'killed'] += 1;
}

/** Starts a server on the tree as it is, has it answer, lets a build change the tree under it, and kills it. */
async function serveAndKill(place: Place, milliseconds: number, counts: { served: number }): Promise<void> {
  const PORT = String(await freePort());
  const server = start(place, 'serve', { PORT, BASE_URL: 'http://localhost:8080' });
  const ended = new Promise(resolve => server.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    server.stdout!.on('data', chunk => String(chunk).includes('serving') && resolve());
    server.stderr!.on('data', chunk => reject(new Error(String(chunk))));
  });
  const builder = start(place, 'build');
  const built = killAfter(builder, milliseconds, { killed: 0, ended: 0 });
  for (let isOver = false; !isOver; isOver = await Promise.race([built.then(() => true), wait(20, false)])) {
    const answer = await send({ address: `http://127.0.0.1:${PORT}` }, '/patterns/gate.md');
    assert.equal(answer.status, 200);
    counts.served += 1;
  }
  server.kill('SIGKILL');
  await ended;
}

/** Every file of the tree, as a stranger checks it. */
async function checkTree({ DIST_DIR }: Place): Promise<void> {
  const report = await verify(DIST_DIR, {}, silent);
  assert.equal(faultCount(report), 0, writeVerification(report));
}
