/** How results of a CSV file become runs of a plan, and what is said of those that do not. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { caseRule, matchCases } from '../../../../scripts/agent-topology/import/match.ts';
import { readResults } from '../../../../scripts/agent-topology/import/read.ts';
import { fileOf as write } from '../../../support/import.ts';

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
    const { matched, missing, unfit } = await match([first, second, third], 'slug');
    const shown = matched.map(
      ({ suite_case, repetition, outcome }) => `${suite_case} ${repetition} ${outcome}`,
    );
    assert.deepEqual(shown, ['parser-1 1 pass', 'parser-1 2 fail', 'parser-2 1 fail']);
    assert.deepEqual(
      missing.map(({ suite_case, repetition }) => `${suite_case} ${repetition}`),
      ['parser-2 2', 'parser-3 1', 'parser-3 2'],
    );
    assert.deepEqual(
      unfit.map(({ result: { file, place }, why }) => [file, place, why]),
      [
        [first, 'line 4', 'is not in the plan'],
        [first, 'line 5', 'has a result already'],
        [third, 'line 2', 'is not in the plan'],
      ],
    );
  });

  test('match by name alone unless another rule is declared', async () => {
    const { matched, unfit } = await match([first], 'exact');
    assert.deepEqual([matched.length, unfit.length], [0, 4]);
  });
});
