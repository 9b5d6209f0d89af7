/** Reads the results of other tools, with one reader for each format (docs/imports.md). */
import { wrongUse } from '../../support/failure.ts';
import { readCsv } from './csv.ts';
import { readInspect } from './inspect.ts';
import { readPromptfoo } from './promptfoo.ts';
import type { ImportedResult, ReadOptions } from './result.ts';

type Reader = (file: string, options: ReadOptions) => ImportedResult[] | Promise<ImportedResult[]>;

const readers = new Map<string, Reader>([
  ['inspect', readInspect],
  ['promptfoo', readPromptfoo],
  ['csv', readCsv],
]);

/** The formats, as the command names them. */
export const formats: readonly string[] = [...readers.keys()];

/**
 * Reads the results of files.
 * @param format one of `formats`
 * @throws Failure that names the file, the place in it, and what to do
 */
export async function readResults(
  format: string,
  files: readonly string[],
  options: ReadOptions = {},
): Promise<ImportedResult[]> {
  const read = readers.get(format);
  if (!read) throw wrongUse(`There is no format ${format}. Formats: ${formats.join(', ')}.`);
  const results: ImportedResult[] = [];
  for (const file of files) for (const result of await read(file, options)) results.push(result);
  return results;
}
