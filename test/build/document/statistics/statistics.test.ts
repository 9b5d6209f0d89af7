/** The statistics against published tables and against other people's implementations (see `test/vector`). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { holm } from '../../../../build/document/statistics/holm.ts';
import { wilson } from '../../../../build/document/statistics/interval.ts';
import { median, quantile } from '../../../../build/document/statistics/quantile.ts';
import {
  casesToDetect,
  chanceToConfirm,
  powerAt,
  runsToConfirm,
} from '../../../../build/document/statistics/sample-size.ts';
import { oneSided, twoSided } from '../../../../build/document/statistics/sign-test.ts';

const read = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../vector', name), 'utf8'));
const published = read('statistics-published.json');
const scipy = read('statistics-scipy.json');

const near = (found: number, expected: number, tolerance = 1e-9) =>
  assert.ok(Math.abs(found - expected) <= tolerance, `${found}, not ${expected}`);

describe('the Wilson interval', () => {
  test('agrees with the published table to its four decimals', () => {
    for (const { passes, runs, low, high } of published.wilson.cases) {
      near(wilson(passes, runs).low, low, 0.00005);
      near(wilson(passes, runs).high, high, 0.00005);
    }
  });

  test('agrees with another implementation', () => {
    for (const { passes, runs, low, high } of scipy.wilson) {
      near(wilson(passes, runs).low, low);
      near(wilson(passes, runs).high, high);
    }
  });

  test('knows nothing from no run, and stays within 0 and 1', () => {
    assert.deepEqual(wilson(0, 0), { low: 0, high: 1 });
    const counts = fc.nat(5000).chain(runs => fc.tuple(fc.nat(runs), fc.constant(runs)));
    fc.assert(
      fc.property(counts, ([passes, runs]) => {
        const { low, high } = wilson(passes, runs);
        return runs === 0 || (0 <= low && low <= passes / runs && passes / runs <= high && high <= 1);
      }),
    );
  });
});

describe('the exact sign test', () => {
  test('has the published critical values', () => {
    const { critical, level } = published.sign;
    for (const { pairs, most } of critical) {
      assert.ok(twoSided({ wins: pairs - most, losses: most, ties: 9 }) <= level, `${most} of ${pairs}`);
      const next = { wins: pairs - most - 1, losses: most + 1, ties: 0 };
      assert.ok(twoSided(next) > level, `${most + 1} of ${pairs}`);
    }
  });

  test('agrees with exact fractions, both ways and one way', () => {
    for (const { wins, losses, two_sided, one_sided } of scipy.sign) {
      near(twoSided({ wins, losses, ties: 0 }) / two_sided, 1);
      near(oneSided({ wins, losses, ties: 0 }) / one_sided, 1);
    }
  });

  test('does not look at ties, and is the same for both locks', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), fc.nat(300), (wins, losses, ties) => {
        const here = twoSided({ wins, losses, ties });
        return here === twoSided({ wins: losses, losses: wins, ties: 0 }) && here > 0 && here <= 1;
      }),
    );
  });
});

describe("Holm's adjustment", () => {
  test('gives the published values', () => {
    for (const { values, adjusted } of published.holm.cases) {
      holm(values).forEach((value, index) => {
        near(value, adjusted[index]);
      });
    }
  });
});

describe('quantiles', () => {
  test('by the nearest rank agree with the worked examples', () => {
    for (const { values, percent, quantile: expected } of published.quantile.cases)
      assert.equal(quantile(values, percent), expected);
  });

  test('agree with another implementation of the same definition', () => {
    for (const { values, median: middle, p95 } of scipy.quantile) {
      assert.equal(median(values), middle);
      assert.equal(quantile(values, 95), p95);
    }
  });

  test('of nothing do not exist', () => {
    assert.equal(median([]), undefined);
  });
});

describe('the size of a sample', () => {
  test('rests on the power that another implementation computes', () => {
    for (const { power, cases, ...wanted } of scipy.power)
      near(powerAt(cases, { ...wanted, power: 0 }), power);
  });

  test('is the first at which the power is reached', () => {
    const wanted = { gain: 0.2, discordance: 0.5, rate: 0.05, power: 0.8 };
    const cases = casesToDetect(wanted)!;
    assert.ok(powerAt(cases, wanted) >= 0.8 && powerAt(cases - 1, wanted) < 0.8);
    assert.ok(cases > 70 && cases <= 100, String(cases));
  });

  test('leaves no doubt where it is far larger than need be', () => {
    const wanted = { gain: 0.2, discordance: 0.5, rate: 0.05, power: 0.8 };
    for (const cases of [600, 1000, 2000]) near(powerAt(cases, wanted), 1, 1e-6);
    near(chanceToConfirm(2000, 0.9, 0.5), 1);
  });

  test('is unknown for a gain that no plan can find', () => {
    assert.equal(casesToDetect({ gain: 0.001, discordance: 0.5, rate: 0.05, power: 0.8 }), undefined);
  });

  test('for a rate is the first at which its interval likely reaches the required one', () => {
    const runs = runsToConfirm(0.8, 0.7, 0.8)!;
    assert.ok(chanceToConfirm(runs, 0.8, 0.7) >= 0.8 && chanceToConfirm(runs - 1, 0.8, 0.7) < 0.8);
    // The approximation by the normal distribution: (1.96 sqrt(0.21) + 0.84 sqrt(0.16))² / 0.1² is 153.
    assert.ok(Math.abs(runs - 153) <= 10, String(runs));
  });

  test('for a rate is none when the rate itself falls short, or nothing could reach what is required', () => {
    assert.equal(runsToConfirm(0.7, 0.7, 0.8), undefined);
    assert.equal(runsToConfirm(1, 1, 0.8), undefined);
  });

  test('the chance to confirm is that of enough passes', () => {
    // Of 4 runs only 4 passes have an interval above one half, and a coin of 0.9 gives them in 0.6561 of all tries.
    assert.ok(wilson(4, 4).low >= 0.5 && wilson(3, 4).low < 0.5);
    near(chanceToConfirm(4, 0.9, 0.5), 0.6561);
  });
});
