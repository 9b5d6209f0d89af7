/** Numbers of comparisons: from tables and from counts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type ComparisonFields, computeFromTable } from '../../../../build/document/comparison/compute.ts';
import { computeFromCounts, countsFromTable } from '../../../../build/document/comparison/counts.ts';
import { readTable } from '../../../../build/document/comparison/table.ts';
import { directionOf, resultLine } from '../../../../build/document/comparison/words.ts';

const head = 'case,arm,repeat,verdict';

function tableOf(rows: string) {
  const parsed = readTable(`${head}\n${rows}`);
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.faults[0]!.message);
  return parsed.table;
}

/** A document as far as the computation reads it. */
const documentOf = (arms: Record<string, number>, more: Partial<ComparisonFields> = {}): ComparisonFields =>
  ({
    arms: Object.entries(arms).map(([id, repeats]) => ({ id, repeats })),
    ...{ noise: 'unavailable', results: [], answers: [] },
    ...more,
  }) as unknown as ComparisonFields;

const single = tableOf(
  'c1,a,1,pass\nc1,b,1,pass\nc2,a,1,error\nc2,b,1,pass\nc3,a,1,fail\nc3,b,1,pass\nc4,a,1,fail\nc4,b,1,missing\n',
);

describe('a result of single runs', () => {
  test('has four counts over the cases of which both have a verdict, and what it is without errors', () => {
    const [result] = computeFromTable(documentOf({ a: 1, b: 1 }), single).results;
    assert.deepEqual(
      [result!.a, result!.cases, result!.both, result!.only_a, result!.only_b, result!.neither],
      ['b', 3, 1, 2, 0, 0],
    );
    assert.equal(result!.difference, '0.6667');
    // The exact paired test of 2 wins and no loss: 2 × (1/2)².
    assert.equal(result!.p, '0.500000');
    assert.deepEqual([result!.intact!.cases, result!.intact!.difference], [2, '0.5000']);
  });

  test('shows no difference when chance may have made it', () => {
    const [result] = computeFromTable(documentOf({ a: 1, b: 1 }), single).results;
    assert.equal(directionOf(result!), 'open');
    assert.match(resultLine(result!), /so chance alone may explain the difference\.$/);
    assert.doesNotMatch(resultLine(result!), /equal\b/);
  });

  test('counts errors, timeouts and malformed answers of its arms', () => {
    const [a, b] = computeFromTable(documentOf({ a: 1, b: 1 }), single).answers;
    assert.deepEqual([a!.errors, a!.runs, a!.passes, b!.missing, b!.runs], [1, 4, 1, 1, 3]);
  });
});

const repeated = tableOf(
  Array.from({ length: 12 }, (_, at) => {
    const name = `c${String(at).padStart(2, '0')}`;
    const second = at % 3 === 0 ? 'pass' : 'fail';
    return `${name},a,1,fail\n${name},a,2,${second}\n${name},b,1,pass\n${name},b,2,${second}\n`;
  }).join(''),
);

describe('repeats', () => {
  test('are averaged within a case, and the noise is that of two of them', () => {
    const noise = { a: 'a', b: 'a', repeats: [1, 2] } as unknown as ComparisonFields['noise'];
    const computed = computeFromTable(documentOf({ a: 2, b: 2 }, { noise }), repeated);
    const [result] = computed.results;
    assert.deepEqual([result!.a_better, result!.b_better, result!.tied, result!.method], [12, 0, 0, 't']);
    assert.equal(result!.difference, '0.5000');
    assert.deepEqual(
      [Object(computed.noise).only_a, Object(computed.noise).only_b, Object(computed.noise).difference],
      [0, 4, '-0.3333'],
    );
  });

  test('give the same numbers from counts alone', () => {
    const document = documentOf({ a: 2, b: 2 });
    const counted = countsFromTable(document, repeated, new Map([['a', { of: 'cost_usd', amount: 2 }]]));
    const [own] = computeFromTable(document, repeated).results;
    const [result] = counted.results;
    assert.deepEqual(
      [result!.difference, result!.interval, result!.p, result!.a_better],
      [own!.difference, own!.interval, own!.p, own!.a_better],
    );
    assert.equal(result!.not_recomputed_here, true);
    assert.equal(counted.answers[0]!.total!.amount, '2.0000');
    assert.deepEqual(
      computeFromCounts({ ...document, ...counted } as ComparisonFields).results,
      counted.results,
    );
  });
});

test('every pair of arms is in the family, corrected together', () => {
  const rows = Array.from({ length: 30 }, (_, at) => {
    const name = `c${String(at).padStart(2, '0')}`;
    return `${name},a,1,fail\n${name},b,1,pass\n${name},c,1,${at < 28 ? 'pass' : 'fail'}\n`;
  });
  const { results } = computeFromTable(documentOf({ a: 1, b: 1, c: 1 }), tableOf(rows.join('')));
  assert.deepEqual(
    results.map(({ a, b }) => `${a} ${b}`),
    ['b a', 'c a', 'c b'],
  );
  assert.ok(results.every(({ p, p_family }) => Number(p_family) >= Number(p)));
});

test('the table of a document is the one whose digest it states', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../fixture/comparison/demo.csv'), 'utf8');
  assert.ok(readTable(text).ok);
});
