/** Folders that a test works in and that are gone after it. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

const memory = '/dev/shm';
const made: string[] = [];
process.on('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A new empty folder; removed after the test, or at the end of the process when no test is named. */
export function temporaryFolder(test?: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-'));
  if (test) test.after(() => rmSync(folder, { recursive: true, force: true }));
  else made.push(folder);
  return folder;
}

/** A new empty folder in memory, where there is some for files: for what writes much and tests no durability. */
export function memoryFolder(): string {
  const place = tmpdir().startsWith(memory) || !existsSync(memory) ? tmpdir() : memory;
  const folder = mkdtempSync(join(place, 'catalog-'));
  made.push(folder);
  return folder;
}

/** The small valid catalog that most tests build. */
export const exampleContent = join(import.meta.dirname, '../fixture/catalog');

/** A copy of the small catalog, to be changed at will. */
export function exampleCopy(test?: TestContext): string {
  const folder = join(temporaryFolder(test), 'content');
  cpSync(exampleContent, folder, { recursive: true });
  return folder;
}

/** Writes a file and the folders it needs. */
export function write(folder: string, name: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
