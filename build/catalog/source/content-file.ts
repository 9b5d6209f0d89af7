/**
 * Reads and writes one file of `content/`. Reading never follows a link or waits for a pipe, and says why a file cannot be built.
 */
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Fault } from '#document/text/fault.ts';
import { fileFault } from './source-fault.ts';

/** The most bytes of a file. Editors write no larger ones. */
const maxFile = 1024 * 1024;

/** Returns the fault of a file that is not regular or is too large to build; undefined for any other file. */
export function faultOfState(state: Stats): Fault | undefined {
  const sort = sortOf(state);
  if (sort !== undefined) {
    const message = `This is ${sort}; content may contain only regular files.`;
    const help = state.isSymbolicLink() ? 'Put the file itself in its place.' : 'Remove it.';
    return fileFault('irregular-file', message, help);
  }
  if (state.size <= maxFile) return undefined;
  const message = `The file has ${state.size} bytes, but at most ${maxFile} are allowed.`;
  return fileFault('file-size', message, 'Shorten it, or divide it into several documents.');
}

function sortOf(state: Stats): string | undefined {
  if (state.isFile()) return undefined;
  if (state.isSymbolicLink()) return 'a symbolic link';
  if (state.isFIFO()) return 'a named pipe (FIFO)';
  if (state.isSocket()) return 'a socket';
  return state.isDirectory() ? 'a folder' : 'a device';
}

/** Returns an error of the file system as a fault in words for an editor. */
export function faultOfError({ code, message }: NodeJS.ErrnoException, what: 'file' | 'folder'): Fault {
  const irregular = (sort: string, help: string) => fileFault('irregular-file', sort, help);
  const only = 'content may contain only regular files.';
  if (code === 'EACCES' || code === 'EPERM') {
    const help = `Give the user that builds the right to read it: \`chmod u+${what === 'file' ? 'r' : 'rx'}\`.`;
    return fileFault('unreadable-file', `This user may not read the ${what}.`, help);
  }
  if (code === 'ENOENT')
    return fileFault(
      'missing-file',
      `The ${what} does not exist, or does not exist any more.`,
      'Restore it, and build again.',
    );
  if (code === 'ELOOP' || code === 'EMLINK')
    return irregular(`This is a symbolic link; ${only}`, 'Put the file itself in its place.');
  if (code === 'ENXIO') return irregular(`This is a socket; ${only}`, 'Remove it.');
  if (code === 'ENOTDIR')
    return irregular('This is not a folder.', 'Put a folder in its place, or name another one.');
  return fileFault('unreadable-file', `The ${what} cannot be read: ${message}.`, 'Look at the file system.');
}

// Some systems lack these.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

type FileResult = { ok: true; bytes: Buffer } | { ok: false; fault: Fault };

/**
 * Reads a file of the content, or returns its fault. The file may have been replaced since it was listed, so it is checked again
 * after it was opened.
 * @param name relative to the content folder
 */
export function readContentFile(folder: string, name: string): FileResult {
  try {
    const handle = openSync(join(folder, name), constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const state = fstatSync(handle);
      const fault = faultOfState(state);
      return fault ? { ok: false, fault } : { ok: true, bytes: readBytes(handle, state.size) };
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    return { ok: false, fault: faultOfError(error as NodeJS.ErrnoException, 'file') };
  }
}

/**
 * Reads the bytes of a source file.
 * @param name its path below `folder`
 * @throws Error when the file can no longer be read
 */
export function sourceBytes(folder: string, name: string): Uint8Array {
  const file = readContentFile(folder, name);
  if (!file.ok) throw new Error(`${join(folder, name)}: ${file.fault.message}`);
  return file.bytes;
}

function readBytes(handle: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < size) {
    const count = readSync(handle, bytes, length, size - length, null);
    // It was truncated in the meantime.
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}

/** Writes a file, and makes the folders above it. Nobody can find half of it, and an existing file keeps its mode. */
export function writeContentFile(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.next`, text, { mode: statSync(path, { throwIfNoEntry: false })?.mode });
  renameSync(`${path}.next`, path);
}
