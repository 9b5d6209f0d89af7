/**
 * Compiles the regular expressions of extraction rules. They come from documents, so only those are accepted that take time in
 * proportion to the length of the line: sequences of plain characters, classes, and named groups of these, in which a character
 * never fits both a repeated part and the part after it.
 */

/** A step of a pattern: the characters that it matches, and whether it matches one of them or several in a row. */
interface Step {
  matches: RegExp;
  repeats: boolean;
}

const token =
  /\((?:\?<([a-z_]{1,30})>)|(\))|(\[(?:\\.|[^\]\\])+\]|\\[dws.[\](){}*+?^$|\\/-]|[^\\()[\]{}*+?^$|.])([+*?]?)/y;

/** The longest line that is examined, in characters. Longer lines match nothing. */
export const maxLine = 20_000;

/** Every printable ASCII character. Sets are compared by which of these they match. */
const characters = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));

/**
 * Compiles a pattern for whole lines, such as `^case=(?<case>[\w/]+) solved=(?<verdict>\w+)$`.
 * @throws Error when it does not have this form, or could take more than linear time
 */
export function compileLinePattern(pattern: string): RegExp {
  const body = /^\^(.*)\$$/.exec(pattern)?.[1];
  if (body === undefined) throw new Error('The pattern must begin with `^` and end with `$`.');
  const steps: Step[] = [];
  let isOpen = false;
  token.lastIndex = 0;
  while (token.lastIndex < body.length) {
    const at = token.lastIndex;
    const match = token.exec(body);
    if (!match) throw new Error(`The pattern has something unknown at character ${at + 2}.`);
    const [, name, close, set, repeat] = match;
    if (name !== undefined || close !== undefined) {
      if ((name !== undefined) === isOpen) throw new Error('Groups must be named, closed, and not nested.');
      isOpen = name !== undefined;
      continue;
    }
    steps.push({ matches: new RegExp(`^${set}$`), repeats: repeat !== '' });
  }
  if (isOpen) throw new Error('A group of the pattern is not closed.');
  checkSteps(steps);
  return new RegExp(pattern);
}

/**
 * Refuses a pattern in which a repeated part and the part after it match the same character. Otherwise the next character would
 * not decide whether the repeat continues.
 * @throws Error for such a pattern
 */
function checkSteps(steps: readonly Step[]): void {
  for (const [at, { matches, repeats }] of steps.entries()) {
    if (!repeats) continue;
    for (const next of steps.slice(at + 1)) {
      const shared = characters.find(each => matches.test(each) && next.matches.test(each));
      if (shared !== undefined)
        throw new Error(
          `The pattern could end a repetition at \`${shared}\` or go on. Exclude it from one of the two.`,
        );
      if (!next.repeats) break;
    }
  }
}
