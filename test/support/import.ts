/** Results of other tools for tests: written to a folder, and read. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readResults } from '../../scripts/team/import/read.ts';
import type { ImportedResult, ReadOptions } from '../../scripts/team/import/result.ts';
import { temporaryFolder } from './folder.ts';

/** Writes a file into a folder of its own and returns its path. */
export function fileOf(name: string, content: string | Uint8Array): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, content);
  return file;
}

/** All results of a file. */
export async function readAll(
  format: string,
  file: string,
  options: ReadOptions = {},
): Promise<ImportedResult[]> {
  const results: ImportedResult[] = [];
  for await (const result of readResults(format, [file], options)) results.push(result);
  return results;
}
