/** Reads the results of other tools: one reader a format (docs/imports.md). */
import { Failure } from '../support/failure.ts';
import { readCsv } from './csv.ts';
import { readEveryEvalEver } from './every-eval-ever.ts';
import { readInspect } from './inspect.ts';
import { readPromptfoo } from './promptfoo.ts';
import type { ImportedResult, ReadOptions } from './result.ts';
import { readSweBench } from './swe-bench.ts';

/** Reads one file. */
type Reader = (file: string, options: ReadOptions) => AsyncIterable<ImportedResult>;

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['inspect', readInspect],
  ['every-eval-ever', readEveryEvalEver],
  ['promptfoo', readPromptfoo],
  ['swe-bench', readSweBench],
  ['csv', readCsv],
]);

/** The formats, as the command names them. */
export const formats: readonly string[] = [...readers.keys()];

/**
 * Reads the results of files, one after the other. Nothing of a file counts until all were read: what is wrong may be at the end.
 * @param format one of `formats`
 * @throws Failure that names the file, the place in it, and what to do
 */
export async function* readResults(
  format: string,
  files: readonly string[],
  options: ReadOptions = {},
): AsyncGenerator<ImportedResult> {
  const read = readers.get(format);
  if (!read) throw new Failure('wrongUse', `There is no format ${format}. Formats: ${formats.join(', ')}.`);
  for (const file of files) yield* read(file, options);
}
