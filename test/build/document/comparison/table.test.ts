/** Tables of comparisons: what is refused, with its place, and that writing gives back what was read. */
import assert from 'node:assert/strict';
import { statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { faultOfState } from '../../../../build/catalog/source/content-file.ts';
import { readTable, writeTable } from '../../../../build/document/comparison/table.ts';
import { temporaryFolder } from '../../../support/folder.ts';

const head = 'case,arm,repeat,verdict';
const faultsOf = (text: string): string[] => {
  const parsed = readTable(text);
  return parsed.ok ? [] : parsed.faults.map(({ line, column, message }) => `${line}:${column} ${message}`);
};

describe('a table', () => {
  test('is read by arm, with the letters of repeats and the sums of what they took', () => {
    const parsed = readTable(`${head},cost_usd\nc1,a,1,pass,0.5\nc1,a,2,timeout,1\nc1,b,1,missing,\n`);
    assert.ok(parsed.ok);
    assert.deepEqual(
      parsed.table.arms.map(({ arm, repeats, verdicts, amounts }) => ({ arm, repeats, verdicts, amounts })),
      [
        { arm: 'a', repeats: 2, verdicts: ['pt'], amounts: { cost_usd: [1.5] } },
        { arm: 'b', repeats: 1, verdicts: ['-'], amounts: { cost_usd: [null] } },
      ],
    );
  });

  test('with other columns, cells or rows is refused at their place', () => {
    assert.deepEqual(faultsOf('case,arm,repeats,verdict\n'), [
      '1:10 Column 3 is `repeats`; expected `repeat`.',
    ]);
    assert.deepEqual(faultsOf(`${head},turns,calls\n`), ['1:25 Column 5 is `turns`; expected `calls`.']);
    assert.deepEqual(faultsOf(`${head}\nc1,a,1\n`), ['2:1 The row has 3 cells; expected 4.']);
    assert.deepEqual(faultsOf(`${head}\n=c1,a,1,pass\n`), ['2:1 `=c1` is no case.']);
    assert.deepEqual(faultsOf(`${head}\nc1,A,0,pass\n`), ['2:4 `A` is no arm.', '2:6 `0` is no repeat.']);
    assert.deepEqual(faultsOf(`${head},calls\nc1,a,1,pass,-1\n`), ['2:13 `-1` is no calls.']);
    assert.deepEqual(faultsOf(`${head}\nc1,a,1,pass`), ['2:1 The last row has no line break.']);
    assert.deepEqual(faultsOf(`${head}\n`), ['2:1 The table has no rows.']);
  });

  test('lists at most a hundred faults', () => {
    assert.equal(faultsOf(`${head}\n${'c1,a,1,no\n'.repeat(500)}`).length, 100);
  });

  test('of too many rows is refused before any is read', () => {
    const [fault] = faultsOf(`${head}\n${'x\n'.repeat(100_001)}`);
    assert.equal(fault, '100002:1 The table has 100001 rows; expected at most 100000.');
  });

  test('of ten million rows is refused by its length, unread', () => {
    const file = join(temporaryFolder(), 'demo.csv');
    writeFileSync(file, `${head}\n`);
    truncateSync(file, 150_000_000);
    assert.equal(faultOfState(statSync(file))?.rule, 'file-size');
  });
});

test('rows are written in order, without columns that no row states', () => {
  const row = { case: 'c1', repeat: 1, verdict: 'pass', amounts: {} } as const;
  const text = writeTable([
    { ...row, arm: 'b' },
    { ...row, arm: 'a', amounts: { turns: '3' } },
  ]);
  assert.equal(text, `${head},turns\nc1,a,1,pass,3\nc1,b,1,pass,\n`);
  assert.ok(readTable(text).ok);
});
