/**
 * A SQLite file that is locked by another process, or by one that is frozen, is damaged, moved away, or on a full disk, under load:
 * each round makes one fault and ends it. Pages are served all the while, what needs the database is refused, the same server is
 * back in service soon after the end, and nothing that was acknowledged is lost.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openFile } from '../../server/store/database/sqlite-driver.ts';
import { temporaryFolder } from '../support/folder.ts';
import { launch } from '../support/launched.ts';
import { loadOn } from '../support/load.ts';
import { untilBack } from '../support/outage.ts';
import { program } from '../support/program.ts';
import { randomFrom } from '../support/random.ts';
import { type Campaign, withEndings } from './campaign.ts';

/** Makes a fault of a file; gives the function that ends it. */
type Fault = (file: string, random: () => number) => Promise<() => Promise<unknown>>;

const beside = (file: string, suffix: string): string => join(file, '..', suffix);

const moved: Fault = async file => {
  renameSync(file, beside(file, 'moved'));
  return async () => renameSync(beside(file, 'moved'), file);
};

const locked: Fault = async file => {
  const other = openFile(file, { timeout: 5000 });
  other.exec('BEGIN IMMEDIATE');
  return async () => other.close();
};

const frozen: Fault = async file => {
  const words = [await program('test/support/lock-holder.ts'), file];
  const child: ChildProcess = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve, reject) => {
    child.stdout!.once('data', resolve);
    child.once('exit', () => reject(new Error('the lock was not taken')));
  });
  child.removeAllListeners('exit');
  child.kill('SIGSTOP');
  return () =>
    new Promise(resolve => {
      child.once('exit', resolve);
      child.kill('SIGKILL');
    });
};

/** Bytes in the middle of the file are overwritten; then a copy from before is put in its place. */
const damaged: Fault = async (file, random) => {
  const copy = beside(file, 'copy');
  const source = openFile(file, { timeout: 5000 });
  await source.backup(copy);
  // What was not carried over would still be read from the log.
  source.pragma('wal_checkpoint(TRUNCATE)');
  source.close();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(random() * 256, 20), { flag: 'r+' });
  return async () => {
    for (const suffix of ['-wal', '-shm', '']) rmSync(file + suffix, { force: true });
    renameSync(copy, file);
  };
};

/** Fills the file system of the file, which is small, until nothing more can be written. */
const filled: Fault = async file => {
  const filler = beside(file, 'filler');
  for (const size of [1 << 20, 1 << 12, 1])
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // There is no room for so much.
    }
  return async () => rmSync(filler);
};

/** Where no file system may be made, the server may write no larger file: what is carried over makes room for changes. */
const limited: Fault = async file => async () => {
  const other = openFile(file, { timeout: 5000 });
  while (other.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) !== 0) await wait(10);
  other.close();
};

const isMountable = (): boolean => {
  const folder = temporaryFolder();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder]).status === 0;
  if (mounted) spawnSync('umount', [folder]);
  return mounted;
};

/** Which faults are written at once, and are therefore made when no client writes. */
const needsQuiet = new Set([damaged]);

export const campaign: Campaign = {
  description: 'a SQLite file locked, frozen, damaged, moved or on a full disk: nothing acknowledged is lost',
  rounds: 40,
  goals: {
    'slowest page, ms': 250,
    'slowest page with tickets, ms': 250,
    'slowest answer, ms': 5000,
    'slowest return, ms': 2000,
  },
  async run({ seed, rounds, say }) {
    const random = randomFrom(seed);
    const canMount = isMountable();
    const kinds = { locked, frozen, damaged, moved, full: canMount ? filled : limited };
    const names = Object.keys(kinds) as (keyof typeof kinds)[];
    const counts = { locked: 0, frozen: 0, damaged: 0, moved: 0, full: 0 };
    const sum = { acknowledged: 0, lost: 0, pages: 0 };
    const slowest = {
      ...{ 'slowest page without a fault, ms': 0, 'slowest page, ms': 0 },
      ...{ 'slowest page with tickets, ms': 0, 'slowest answer, ms': 0, 'slowest return, ms': 0 },
    };
    for (let round = 1; round <= rounds; round += 1) {
      const name = names[(round - 1) % names.length]!;
      const { load, times } = await oneRound(kinds[name], 1 + (Math.floor(round / 2) % 2), random);
      counts[name] += 1;
      sum.acknowledged += load.acknowledged;
      sum.pages += load.pages;
      for (const [index, key] of (Object.keys(slowest) as (keyof typeof slowest)[]).entries())
        slowest[key] = Math.max(slowest[key], Math.round(times[index]!));
      say(`${round} of ${rounds}: ${name}, back after ${Math.round(times.at(-1)!)} ms`);
    }
    return { ...counts, ...sum, ...slowest };
  },
};

/**
 * Makes and ends one fault under a server of its own.
 * @returns the load, and the slowest of each kind, in milliseconds: a page before the fault, then a page, a page with
 *   tickets, another answer, and the return to service
 */
function oneRound(fault: Fault, workers: number, random: () => number) {
  return withEndings(async context => {
    const folder = temporaryFolder();
    if (fault === filled) {
      // Several times what the write-ahead log may take: with less, the log itself leaves no room to carry it over.
      spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder]);
      context.after(() => spawnSync('umount', [folder]));
    }
    const { load, tenant } = await loadOn({ dataDir: folder }, 'slow', random, { isUp: true });
    const settings = { DATA_DIR: folder, WORKERS: String(workers), RECEIPTS_PER_MINUTE: '1000000000' };
    const server = await launch(context, settings, fault === limited ? 'ulimit -f 512' : undefined);
    await server.until(/"serving/, workers);
    // The first requests of a process compile what all others use.
    await untilBack(server, tenant);
    const isQuiet = needsQuiet.has(fault);
    load.turnTo(server);
    await wait(300 + random() * 700);
    if (isQuiet) await load.rest();
    const end = await fault(join(folder, 'catalog.sqlite'), random);
    const calm = Math.max(load.slowest.page, load.slowest.visit);
    Object.assign(load.slowest, { page: 0, visit: 0, answer: 0 });
    load.turnTo(server);
    await wait(500 + random() * 4000);
    if (isQuiet) await load.rest();
    await end();
    const back = await untilBack(server, tenant, [...load.receipts.keys()].at(-1));
    load.turnTo(server);
    await wait(300);
    await load.stop();
    await load.check(server, 200);
    const { page, visit, answer } = load.slowest;
    return { load, times: [calm, page, visit, answer, back] };
  });
}
