/** Searches texts line by line, without splitting them. */
import { maxFaults, type Place } from './fault.ts';

/**
 * Yields the first match of a pattern in each line of a text, for at most 100 lines. The rest of the line is skipped, so a line
 * full of matches costs no more than one match.
 * @param shape a pattern with the flag `g` that never matches across lines
 * @param accept tells whether a match counts
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

/**
 * Makes a function that returns the place of an offset in a text. The starts of lines are found at the first call, since most
 * texts have no fault.
 */
export function placesIn(text: string): (offset: number) => Place {
  let starts: number[] | undefined;
  return offset => {
    starts ??= startsOfLines(text);
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  };
}

function startsOfLines(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}
