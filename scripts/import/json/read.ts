/**
 * JSON of any size as a stream: only what a shape names is kept, so memory does not grow with the file. It is read by code of
 * our own, because a parser that builds every text, or fails at NaN, cannot read what evaluation tools write: one transcript may
 * be larger than all results together, and Python writes a score that could not be decided as NaN.
 */
import { refused } from '../result.ts';
import type { Place } from '../value.ts';
import { JsonError } from './lexer.ts';
import { type JsonRow, type Shape, Tree } from './tree.ts';

/**
 * Reads the rows of a shape, and the outermost value after them if it is a row itself. Several values may follow each other, as
 * in JSON Lines.
 * @param place the file, and its member if it is an archive
 * @throws Failure that says where it is not JSON, or larger than an evaluation tool would write
 */
export async function* readJson(
  chunks: AsyncIterable<Uint8Array>,
  shape: Shape,
  { file, place: member }: Place,
): AsyncGenerator<JsonRow> {
  const tree = new Tree(shape);
  const within = (place: string): string => (member === '' ? place : `${member}, ${place}`);
  const rowsAfter = (work: () => void): JsonRow[] => {
    try {
      work();
    } catch (error) {
      throw error instanceof JsonError ? refused(file, within(tree.place), error.message) : error;
    }
    return tree.rows.splice(0).map(row => ({ ...row, place: within(row.place) }));
  };
  for await (const chunk of chunks) yield* rowsAfter(() => tree.push(chunk));
  yield* rowsAfter(() => tree.end());
}
