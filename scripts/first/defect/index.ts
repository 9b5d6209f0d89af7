/**
 * The cases of the suite `small-defects`: sixty, ten of each level, in the Markdown files beside this one. A case is a heading with
 * its id, the report, and six blocks: the program, the part of it that is wrong, what is right in its place, what only looks right,
 * the tests that are shown, and those that are hidden.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Defect } from './defect.ts';

const levels = [1, 2, 3, 4, 5, 6] as const;

export const defects: readonly Defect[] = levels.flatMap(level =>
  readFileSync(join(import.meta.dirname, `level-${level}.md`), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map(section => read(section, level)),
);

function read(section: string, level: Defect['level']): Defect {
  const [head = '', ...blocks] = section.split('\n```js\n');
  const [id = '', report = ''] = head.trim().split('\n\n');
  const [code, from, right, wrong, shown, hidden] = blocks.map(block =>
    block.slice(0, block.indexOf('\n```')),
  );
  const tests = (text = '') => text.split('\n');
  return {
    id,
    level,
    report,
    code: code!,
    from: from!,
    right: right!,
    wrong: wrong!,
    shown: tests(shown),
    hidden: tests(hidden),
  };
}
