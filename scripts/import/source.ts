/** A file to import, as chunks of bytes or text: never the whole of it. */
import { createReadStream, statSync } from 'node:fs';
import { refused } from './result.ts';

/** How many bytes are read at once. */
const chunkBytes = 256 * 1024;

/** The bytes of a file. @throws Failure when it is not a regular file or cannot be read */
export async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  checkFile(file);
  try {
    yield* createReadStream(file, { highWaterMark: chunkBytes });
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** @throws Failure when there is no such file, or it is a folder, a device or a pipe, which may never end */
export function checkFile(file: string): void {
  let isFile: boolean;
  try {
    isFile = statSync(file).isFile();
  } catch (error) {
    throw unreadable(file, error);
  }
  if (!isFile) throw refused(file, '', 'This is not a regular file. Name a file.');
}

/** The file system's refusal of a file. */
export const unreadable = (file: string, error: unknown): Error => {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined
    ? (error as Error)
    : refused(file, '', `It cannot be read (${code}). Check the path and its permissions.`);
};

/** The text of a file, without a byte order mark. @throws Failure that names the byte range where it is not UTF-8 */
export async function* textOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      const place = `bytes ${bytes} to ${bytes + (chunk?.length ?? 0)}`;
      throw refused(file, place, 'This is not UTF-8. Save the file as UTF-8.');
    }
  };
  for await (const chunk of bytesOf(file)) {
    yield decode(chunk);
    bytes += chunk.length;
  }
  yield decode();
}
