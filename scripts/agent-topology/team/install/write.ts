/**
 * Writes changes so that no file is ever half-written, one command at a time. All new texts are first written as a whole to a
 * folder beside the lock file, and then renamed into place; the lock file comes last. A command that was killed leaves files that
 * are either old or new. Running the command again finishes the rest, since it leaves alone every file that is right already.
 */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { isAlive } from '../../../support/alive.ts';
import { type Failure, failed, wrongUse } from '../../../support/failure.ts';
import type { FileChange } from './change.ts';
import { lockFile } from './lock-file.ts';

/** The folder for new texts. It exists while a command changes a project. */
const busyFolder = '.agent-topology.busy';

const pauseMilliseconds = 100;
const maxPauses = 100;

interface Owner {
  pid: number;
  host: string;
}

/**
 * Runs a function while no other command changes the project. A command that was killed does not block this one.
 * @param work gets the folder for new texts
 * @throws Failure when another command is at work for ten seconds
 */
export async function exclusively<Result>(
  dir: string,
  work: (staging: string) => Promise<Result>,
  pauses = maxPauses,
): Promise<Result> {
  const busy = join(dir, busyFolder);
  for (let tries = 0; !take(dir, busy); tries += 1) {
    const owner = ownerOf(busy);
    if (owner && isGone(owner)) release(busy, owner);
    else if (tries >= pauses) throw atWork(busy, owner);
    else await wait(pauseMilliseconds);
  }
  try {
    return await work(busy);
  } finally {
    rmSync(busy, { recursive: true, force: true });
  }
}

/** Makes the folder for new texts, with its owner in it, in one step. Returns false if it exists already. */
function take(dir: string, busy: string): boolean {
  let made: string | undefined;
  try {
    made = mkdtempSync(join(dir, `${busyFolder}-`));
    writeFileSync(
      join(made, 'owner'),
      JSON.stringify({ pid: process.pid, host: hostname() } satisfies Owner),
    );
    renameSync(made, busy);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'EPERM') return false;
    throw wrongUse(`${dir} cannot be written (${code}). Check --dir.`);
  }
}

/** Returns the command that has made the folder; undefined if that command has just ended. */
const ownerOf = (busy: string): Owner | undefined =>
  unlessThrown(() => JSON.parse(readFileSync(join(busy, 'owner'), 'utf8')));

/** Tells whether a command ended without removing its folder. The id of a process identifies nothing on another machine. */
const isGone = ({ pid, host }: Owner): boolean =>
  host === hostname() && pid === (pid | 0) && pid > 0 && !isAlive(pid);

/** Removes the folder that a killed command left, unless another command has taken it over. */
function release(busy: string, owner: Owner): void {
  const aside = `${busy}-${owner.pid}-${process.pid}`;
  try {
    renameSync(busy, aside);
    if (ownerOf(aside)?.pid === owner.pid) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, busy);
  } catch {
    // Another command was quicker.
  }
}

function atWork(busy: string, owner: Owner | undefined): Failure {
  const who = owner ? ` (process ${owner.pid} on ${owner.host})` : '';
  return failed(`Another agent-topology${who} is changing this project. If none is running, remove ${busy}.`);
}

/**
 * Makes changes, then replaces the lock file.
 * @param lock the new text of the lock file
 */
export function write(dir: string, staging: string, changes: readonly FileChange[], lock: string): void {
  const texts = [...changes.filter(({ text }) => text !== undefined), { path: lockFile, text: lock }];
  const staged = texts.map(({ path, text }, at) => {
    const file = join(staging, String(at));
    writeFileSync(file, text!, { flush: true });
    return { file, path };
  });
  for (const { file, path } of staged.slice(0, -1)) put(dir, file, path);
  for (const { path, action } of changes) if (action === 'delete') remove(dir, path);
  const last = staged.at(-1)!;
  put(dir, last.file, last.path);
}

function put(dir: string, file: string, path: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  renameSync(file, join(dir, path));
}

/** Removes a file, and every folder above it that is then empty. */
function remove(dir: string, path: string): void {
  rmSync(join(dir, path), { force: true });
  for (let above = dirname(path); above !== '.'; above = dirname(above)) {
    try {
      rmdirSync(join(dir, above));
    } catch {
      return;
    }
  }
}
