/** Texts line by line, without taking them apart. */
import { maxFaults, type Place } from './fault.ts';

/**
 * What a shape finds first in each line of a text, in at most 100 lines. The rest of a line is passed over, so a line full of
 * finds costs no more than one.
 * @param shape with the flag `g`; it never matches across the end of a line
 * @param accept whether a find counts
 */
export function* firstInLines(
  text: string,
  shape: RegExp,
  accept: (found: RegExpExecArray) => boolean = () => true,
): Generator<RegExpExecArray> {
  let from = 0;
  for (let count = 0; count < maxFaults; count += 1) {
    const found = next(text, shape, accept, from);
    if (!found) return;
    yield found;
    const end = text.indexOf('\n', found.index + found[0].length);
    if (end < 0) return;
    from = end;
  }
}

function next(
  text: string,
  shape: RegExp,
  accept: (found: RegExpExecArray) => boolean,
  from: number,
): RegExpExecArray | undefined {
  shape.lastIndex = from;
  let found = shape.exec(text);
  while (found && !accept(found)) found = shape.exec(text);
  return found ?? undefined;
}

/** Gives the places of indexes of a text, which must not be asked for in falling order. */
export function placesIn(text: string): (index: number) => Place {
  let line = 1;
  let start = 0;
  let next = text.indexOf('\n');
  return index => {
    while (next >= 0 && next < index) {
      line += 1;
      start = next + 1;
      next = text.indexOf('\n', start);
    }
    return { line, column: index - start + 1 };
  };
}
