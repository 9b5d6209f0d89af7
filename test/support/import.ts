/** Results of other tools for tests: written to a folder, and read. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readResults } from '../../scripts/agent-topology/import/read.ts';
import type { ImportedResult, ReadOptions } from '../../scripts/agent-topology/import/result.ts';
import { temporaryFolder } from './folder.ts';

/** Writes a file into a folder of its own and returns its path. */
export function fileOf(name: string, content: string | Uint8Array): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, content);
  return file;
}

/** All results of a file, without what they do not tell. */
export const readAll = async (
  format: string,
  file: string,
  options: ReadOptions = {},
): Promise<ImportedResult[]> => JSON.parse(JSON.stringify(await readResults(format, [file], options)));

/** A file that another tool wrote. */
export const fixture = (name: string): string => join(import.meta.dirname, '../fixture/import', name);

/**
 * A frame of Zstandard without compression, or with one byte many times (RFC 8878, 3.1.1).
 * @param repeat blocks of 128 KiB, each of the first byte of the content
 * @param window the window descriptor
 */
export function zstdFrame(content: Buffer, { repeat = 0, window = 0x38 } = {}): Buffer {
  const block = (type: number, size: number, isLast: boolean, body: Buffer): Buffer => {
    const head = Buffer.alloc(3);
    head.writeUIntLE((size << 3) | (type << 1) | (isLast ? 1 : 0), 0, 3);
    return Buffer.concat([head, body]);
  };
  const blocks = Array.from({ length: repeat }, (_, at) =>
    block(1, 128 * 1024, at === repeat - 1, content.subarray(0, 1)),
  );
  if (repeat === 0) blocks.push(block(0, content.length, true, content));
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, window]), ...blocks]);
}
