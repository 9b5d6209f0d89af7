/** What an agent left, for the check: a copy in a folder that the agent does not know (docs/run-isolation.md#3). */
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isWithin } from './place.ts';

/** An agent left more than a check is given: that is its own error. */
export class TooMuch extends Error {
  override name = 'TooMuch';
}

const [mostBytes, mostEntries] = [8 * 1024 ** 3, 1_000_000];

/**
 * Copies a folder. Left out is what the check could be misled by or would wait for: devices, pipes, sockets, files that cannot be
 * read, and links out of the folder, unless the agent was given them.
 * @param to a folder that is there and empty
 * @param given the folders whose content the agent was given
 * @param most bytes
 * @throws TooMuch; Error of the file system when it cannot be written
 */
export function copyAnswer(from: string, to: string, given: readonly string[], most = mostBytes): void {
  const left = { bytes: most, entries: mostEntries };
  const visit = (inner: string): void => {
    for (const entry of entriesOf(join(from, inner))) {
      const path = join(inner, entry.name);
      left.entries -= 1;
      if (entry.isDirectory()) {
        mkdirSync(join(to, path));
        visit(path);
      } else if (entry.isFile()) left.bytes -= copyFile(join(from, path), join(to, path), left.bytes);
      else if (entry.isSymbolicLink() && mayLink(path))
        symlinkSync(readlinkSync(join(from, path)), join(to, path));
      if (left.bytes < 0 || left.entries < 0) throw new TooMuch('The agent left too much for a check.');
    }
  };
  const mayLink = (path: string): boolean => {
    const target = readlinkSync(join(from, path));
    const isInside = !target.startsWith('/') && isWithin(resolve(dirname(join(from, path)), target), from);
    return isInside || given.some(folder => linkAt(join(folder, path)) === target);
  };
  visit('');
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Copies a file, but never the target of a link that has just taken its place. A file larger than `most` is not read.
 * @returns its size
 */
function copyFile(from: string, to: string, most: number): number {
  let source: number;
  try {
    source = openSync(from, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch {
    return 0;
  }
  try {
    const { mode, size: announced } = fstatSync(source);
    if ((mode & constants.S_IFMT) !== constants.S_IFREG) return 0;
    if (announced > most) return announced;
    const target = openSync(to, 'wx', mode & 0o777);
    const chunk = Buffer.allocUnsafe(256 * 1024);
    for (let size = readSync(source, chunk); size > 0; size = readSync(source, chunk))
      for (let at = 0; at < size; ) at += writeSync(target, chunk, at, size - at);
    closeSync(target);
    return announced;
  } finally {
    closeSync(source);
  }
}

/** Gives a folder and all in it to a user. */
export function giveTo(folder: string, { uid, gid }: { uid: number; gid: number }): void {
  lchownSync(folder, uid, gid);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (lstatSync(path).isDirectory()) giveTo(path, { uid, gid });
    else lchownSync(path, uid, gid);
  }
}

/** Removes a folder, even one whose permissions were taken away. What cannot be removed stays, without an error. */
export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    try {
      allowAll(folder);
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // It belongs to somebody else now, or is deeper than a path can be.
    }
  }
}

function allowAll(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of entriesOf(folder)) if (entry.isDirectory()) allowAll(join(folder, entry.name));
}
