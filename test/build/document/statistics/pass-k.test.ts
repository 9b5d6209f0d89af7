/** The results of repetitions, where half of the last digit is between two numbers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passOfK } from '../../../../build/document/statistics/pass-k.ts';
import { cellOf } from '../../../support/agreement.ts';

test('a mean that is half of a last digit is the number nearest to it, whatever the order of the cases', () => {
  // 107 of 800 draws of two: 0.13375.
  const cells = [
    ...Array(10).fill(cellOf(5, 5)),
    ...Array(7).fill(cellOf(2, 5)),
    ...Array(63).fill(cellOf(1, 5)),
  ];
  for (const each of [cells, [...cells].reverse()]) assert.equal(passOfK(each)[0]!.all, 0.13375);
});

test('cases with different numbers of runs count alike', () => {
  assert.deepEqual(passOfK([cellOf(1, 2), cellOf(3, 3)]), [{ k: 2, any: 1, all: 0.5 }]);
  assert.deepEqual(passOfK([cellOf(0, 4), cellOf(2, 4)])[0], { k: 2, any: 5 / 12, all: 1 / 12 });
});

test('without repetitions there is nothing to tell', () => {
  assert.deepEqual(passOfK([cellOf(1, 1), cellOf(0, 3)]), []);
});
