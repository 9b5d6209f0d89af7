/** Files that are on the disk when a call returns, whatever happens to the machine after it. */
import { chownSync, closeSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs';

interface DurableOptions {
  /** The flags of `open`: `w`, or `wx` if the file must be new. */
  flags?: 'w' | 'wx';
  /** Permissions of a new file. */
  mode?: number;
}

/** Writes a file whole, and returns when its bytes are on the disk. Its name is only so after `syncFolder`. */
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
 * Gives what root wrote to the owner of another file or folder, such as the one that it replaces or is in: commands of root must leave
 * nothing that the user of the service cannot read. Others own what they write, and may give nothing away.
 */
export function giveToOwnerOf(like: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(like);
  chownSync(path, uid, gid);
}

/** Makes a rename or link in a folder survive the loss of power. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Writes all bytes where an open file is. */
export function writeAll(handle: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
}
