/** Writes files so that they are on the disk when the call returns, even if the machine then loses power. */
import { chownSync, closeSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs';

interface DurableOptions {
  /** The flags of `open`: `w`, or `wx` if the file must be new. */
  flags?: 'w' | 'wx';
  /** The permissions of a new file; 0644 by default. */
  mode?: number;
}

/**
 * Writes a whole file, and returns when its bytes are on the disk. Its name in the folder is durable only after `syncFolder`.
 */
export function writeSynced(
  path: string,
  content: Uint8Array | string,
  { flags = 'w', mode = 0o644 }: DurableOptions = {},
): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const handle = openSync(path, flags, mode);
  try {
    writeAll(handle, bytes);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Gives a file or folder that root wrote to the owner of another one, such as the file that it replaces or the folder that it
 * is in: commands of root must leave nothing that the user of the service cannot read. Does nothing for other users, who own
 * what they write.
 */
export function giveToOwnerOf(like: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(like);
  chownSync(path, uid, gid);
}

/** Makes a rename or link in a folder survive a loss of power. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Writes all bytes at the present position of an open file. */
export function writeAll(handle: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
}
