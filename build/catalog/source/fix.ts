/** Turns fixes of faults into edits of a text, and makes the edits. Has no side effects. */
import type { Fault } from '#document/text/fault.ts';

/** A replacement in a text: `remove`, at a line and column counted from 1, becomes `insert`. */
export interface Edit {
  line: number;
  column: number;
  remove: string;
  insert: string;
}

/** Returns the edit that corrects a fault of a text; undefined if no fix is known, or the place of the fault is not certain. */
export function editOf(text: string, { fix, line, column }: Fault): Edit | undefined {
  if (!fix) return undefined;
  const lines = text.split('\n');
  const { found, write } = fix;
  const at = onlyPlace(lines[line - 1] ?? '', found, column - 1);
  return at === undefined ? undefined : { line, column: at + 1, remove: found, insert: write };
}

const wordBefore = /[\p{L}\p{N}_.-]$/u;
const wordAfter = /^[\p{L}\p{N}_-]/u;

/** Returns the index of a word in a line: `from`, or the only place after it at which the word occurs; undefined otherwise. */
function onlyPlace(line: string, word: string, from: number): number | undefined {
  const places: number[] = [];
  for (let at = line.indexOf(word, from); at >= 0; at = line.indexOf(word, at + 1)) {
    const [before, after] = [line.slice(0, at), line.slice(at + word.length)];
    const isPart = /\w$/.test(word)
      ? wordBefore.test(before) || wordAfter.test(after)
      : /^\w/.test(word) && wordBefore.test(before);
    // The name of a field is not a value, and the other way round.
    const isKey = !word.endsWith(':') && /^:(?:\s|$)/.test(after);
    if (!isPart && !isKey) places.push(at);
  }
  return places[0] === from || places.length === 1 ? places[0] : undefined;
}

/** Makes edits in a text, and returns the text and the edits made. Of two edits that overlap, only the first one is made. */
export function applyEdits(text: string, edits: readonly Edit[]): { text: string; made: Edit[] } {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const placed = edits
    .map(edit => ({ edit, start: starts[edit.line - 1]! + edit.column - 1 }))
    .sort((a, b) => a.start - b.start);
  const made: Edit[] = [];
  let fixed = '';
  let end = 0;
  for (const { edit, start } of placed) {
    if (start < end) continue;
    fixed += text.slice(end, start) + edit.insert;
    end = start + edit.remove.length;
    made.push(edit);
  }
  return { text: fixed + text.slice(end), made };
}
