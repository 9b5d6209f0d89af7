/** Copies the answer of an agent into a folder that the agent does not know, for the check (docs/runners.md#20). */
import { chmodSync, constants, cpSync, lstatSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { isAccessible } from '../support/accessible.ts';
import { isWithin } from './command.ts';

/** An error for an agent that left more files than a check may get. It counts as an error of the agent. */
export class TooMuch extends Error {
  override name = 'TooMuch';
}

const [mostBytes, mostEntries] = [8 * 1024 ** 3, 1_000_000];

/**
 * Copies a folder. Leaves out what could mislead a check or block it: devices, pipes, sockets, unreadable files, and links out of
 * the folder, unless they lead to `given`.
 * @param to an empty folder
 * @param given the folders whose content the agent was given
 * @throws TooMuch when there is more than a check may get
 * @throws Error of the file system when the copy cannot be written
 */
export function copyAnswer(from: string, to: string, given: readonly string[]): void {
  const left = { bytes: mostBytes, entries: mostEntries };
  const filter = (path: string): boolean => {
    const entry = lstatSync(path);
    left.entries -= 1;
    if (entry.isFile()) left.bytes -= entry.size;
    if (left.bytes < 0 || left.entries < 0) throw new TooMuch('The agent left too much for a check.');
    if (entry.isSymbolicLink()) return mayLink(path);
    return (
      (entry.isFile() && isAccessible(path, constants.R_OK)) ||
      (entry.isDirectory() && isAccessible(path, constants.R_OK | constants.X_OK))
    );
  };
  const mayLink = (path: string): boolean => {
    const target = readlinkSync(path);
    const isInside = !target.startsWith('/') && isWithin(resolve(dirname(path), target), from);
    return (
      isInside ||
      given.some(folder => unlessThrown(() => readlinkSync(join(folder, relative(from, path)))) === target)
    );
  };
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter });
}

/** Removes a folder, even if its permissions were taken away. Files that cannot be removed stay, without an error. */
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
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) allowAll(join(folder, entry.name));
}
