/**
 * The cases of the suite `small-defects`: sixty, ten of each level, in the Markdown files beside this one. A case is a heading with
 * its id, the report, and six blocks: the program, the part of it that is wrong, what is right in its place, what only looks right,
 * the tests that are shown, and those that are hidden.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A small program with one defect. Tests are statements that call `same(actual, expected)` once. */
export interface Defect {
  id: string;
  /** The difficulty from 1, a wrong operator, to 6, a rule that two parts of the program must keep together. */
  level: number;
  report: string;
  code: string;
  from: string;
  right: string;
  wrong: string;
  shown: readonly string[];
  hidden: readonly string[];
}

export const defects: readonly Defect[] = [1, 2, 3, 4, 5, 6].flatMap(level =>
  readFileSync(join(import.meta.dirname, `level-${level}.md`), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map(section => read(section, level)),
);

function read(section: string, level: number): Defect {
  const [head = '', ...blocks] = section.split('\n```js\n');
  const [id = '', report = ''] = head.trim().split('\n\n');
  const texts = blocks.map(block => block.slice(0, block.indexOf('\n```')));
  const [code = '', from = '', right = '', wrong = '', shown = '', hidden = ''] = texts;
  return {
    id,
    level,
    report,
    code,
    from,
    right,
    wrong,
    shown: shown.split('\n'),
    hidden: hidden.split('\n'),
  };
}
