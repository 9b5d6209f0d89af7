/** Reads files to import. Each is read as a whole, so its size is limited. */
import { readFileSync, statSync } from 'node:fs';
import { type Place, refused } from './result.ts';

/** The most bytes of a file, or of a member of an archive. */
export const mostBytes = 256 * 1024 * 1024;

/**
 * Checks that a file is regular and not too large. Reading a pipe or device might never end.
 * @param most the largest size, in bytes
 * @throws Failure otherwise, and when the file cannot be read
 */
export function checkFile(file: string, most: number): void {
  const stats = readable(file, () => statSync(file));
  if (!stats.isFile()) throw refused({ file, place: '' }, 'This is not a regular file. Name a file.');
  if (stats.size > most)
    throw refused({ file, place: '' }, `It has more than ${most} bytes. Import a shorter log.`);
}

/**
 * Returns the bytes of a file.
 * @throws Failure when it is not a regular file, is too large or cannot be read
 */
export function readBytes(file: string): Buffer {
  checkFile(file, mostBytes);
  return readable(file, () => readFileSync(file));
}

function readable<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw refused({ file, place: '' }, `It cannot be read (${code}). Check the path and its permissions.`);
  }
}

/**
 * Decodes UTF-8, and removes a byte-order mark.
 * @throws Failure when the bytes are not UTF-8
 */
export function decoded(bytes: Uint8Array, at: Place): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(at, 'This is not UTF-8. Save the file as UTF-8.');
  }
}

/** Matches JSON strings, which are kept, and the numbers NaN and Infinity, which Python writes and JSON does not allow. */
const notNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/gs;

/**
 * Parses JSON, and returns NaN and Infinity as texts.
 * @throws Failure when the text is not JSON
 */
export function parseJson(text: string, at: Place): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(text.replaceAll(notNumbers, found => (found[0] === '"' ? found : `"${found}"`)));
    } catch (error) {
      const what = (error as Error).message.replaceAll(/\p{C}/gu, '?');
      throw refused(at, `This is not JSON: ${what}. Check that the file has the format that you named.`);
    }
  }
}
