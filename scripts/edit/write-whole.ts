/** Writing files of the content. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file, and the folders above it, so that nobody finds half of it. */
export function writeWhole(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.next`, text);
  renameSync(`${path}.next`, path);
}
