/**
 * Checks that a body is within limits before it is parsed. The Markdown parser descends into each container and compares brackets
 * and marks of emphasis with each other, so depth and number are bounded here, far above what a person writes.
 */
import type { Fault } from '#document/text/fault.ts';
import type { SourceDocument } from '#document/text/front-matter.ts';
import { faultAt } from './source-fault.ts';

/** The longest body, in characters. No page may have so many tokens. */
const maxBody = 32 * 1024;
/**
 * The greatest depth of block quotes and lists within each other. `maxIndent` is the most columns by which a line is indented.
 */
const maxContainers = 8;
const maxIndent = 40;

/** The most marks of emphasis and opening brackets in one body, since the parser compares each with all before it. */
const maxMarks = 2000;
/** A run of asterisks or underscores in a line that is not a rule. Each pair of them is an emphasis within another. */
const longRun = /\*{9}|_{9}/;
/**
 * The number of characters without white space from which on a word is refused, since counting the tokens of a word takes time
 * that grows with the square of its length.
 */
const maxWord = 500;
const rule = /^[ \t]*(?:\*[* \t]*|_[_ \t]*)$/;

const containers = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])(?=[ \t>]|$))+/;

/** Returns the first fault that must be found before the Markdown of a body is parsed; an empty list if there is none. */
export function checkBodyLimits({ body, bodyLine }: Pick<SourceDocument, 'body' | 'bodyLine'>): Fault[] {
  const fault = (line: number, message: string, help: string): Fault[] => [
    faultAt({ line: bodyLine + line, column: 1 }, 'markdown-limit', message, help),
  ];
  if (body.length > maxBody) {
    const message = `The body has ${body.length} characters; expected at most ${maxBody}.`;
    return fault(0, message, 'Shorten it, or divide it among several files.');
  }
  const marks = body.match(/\*+|_+|\[/g)?.length ?? 0;
  if (marks > maxMarks) {
    const message = `The body has ${marks} marks of emphasis and brackets; expected at most ${maxMarks}.`;
    return fault(0, message, 'Put code in backquotes, or divide the text among several files.');
  }
  const lines = body.split('\n');
  const deep = `A line is nested deeper than ${maxContainers} quotes and lists, or indented by more than ${maxIndent} columns.`;
  for (const [isBad, message, help] of [
    [isRun, 'More than 8 `*` or `_` stand in a row.', 'Remove some.'],
    [hasLongWord, 'A word has 500 characters or more.', 'Divide it.'],
    [isTooDeep, deep, 'Flatten it.'],
  ] as const) {
    const line = lines.findIndex(isBad);
    if (line >= 0) return fault(line, message, help);
  }
  return [];
}

const isRun = (line: string): boolean => longRun.test(line) && !rule.test(line);

const hasLongWord = (line: string): boolean => line.split(/\s/).some(word => word.length >= maxWord);

function isTooDeep(line: string): boolean {
  const indent = /^[ \t]*/.exec(line)![0].replaceAll('\t', '    ').length;
  if (indent > maxIndent) return true;
  const marks = containers.exec(line.slice(0, 400))?.[0].match(/[>*+-]|\d[.)]/g) ?? [];
  return marks.length > maxContainers;
}
