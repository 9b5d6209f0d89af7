/** How results of a CSV file become runs of a plan, and what is said of those that do not. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { caseRule, matchCases } from '../../../scripts/import/match.ts';
import { readResults } from '../../../scripts/import/read.ts';
import { fileOf as write } from '../../support/import.ts';

const first = write(
  'first.csv',
  'case_id,outcome\nParser__1,pass\nParser__2,fail\nother,pass\nParser__2,pass\n',
);
const second = write('second.csv', 'case_id,outcome\nParser__1,fail\n');
const third = write('third.csv', 'case_id,outcome\nParser__1,error\n');
const match = async (files: string[], rule: string) =>
  matchCases(await readResults('csv', files), {
    cases: ['parser-1', 'parser-2', 'parser-3'],
    repetitions: 2,
    rule: caseRule(rule),
  });

describe('the results of a team', () => {
  test('are matched by a rule, and all that is left over is named', async () => {
    const { matched, missing, unknown, doubled, surplus } = await match([first, second, third], 'slug');
    const shown = matched.map(
      ({ suite_case, repetition, outcome }) => `${suite_case} ${repetition} ${outcome}`,
    );
    assert.deepEqual(shown, ['parser-1 1 pass', 'parser-1 2 fail', 'parser-2 1 fail']);
    assert.deepEqual(
      missing.map(({ suite_case, repetition }) => `${suite_case} ${repetition}`),
      ['parser-2 2', 'parser-3 1', 'parser-3 2'],
    );
    assert.deepEqual([unknown.length, unknown[0]?.case_id], [1, 'other']);
    assert.deepEqual([doubled.length, doubled[0]?.place], [1, 'line 5']);
    assert.deepEqual([surplus.length, surplus[0]?.file], [1, third]);
  });

  test('match by name alone unless another rule is declared', async () => {
    const { matched, unknown } = await match([first], 'exact');
    assert.deepEqual([matched.length, unknown.length], [0, 4]);
  });

  test('match by pairs in a file, which may not contradict each other', () => {
    const pairs = write('pairs.csv', 'from,to\nParser__1,parser-3\n');
    const rule = caseRule(`csv:${pairs}`);
    assert.deepEqual([rule('Parser__1'), rule('Parser__2')], ['parser-3', undefined]);
    for (const wrong of ['fuzzy', 'csv:'])
      assert.throws(() => caseRule(wrong), { message: /^There is no rule/ });
    const twice = write('twice.csv', 'from,to\na,b\na,c\n');
    assert.throws(() => caseRule(`csv:${twice}`), {
      message: `${twice}: line 3: "a" has a pair already. Keep one.`,
    });
  });
});
