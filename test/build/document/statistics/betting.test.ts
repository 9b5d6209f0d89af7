/** Betting: that it raises no more false alarms than it may at any look, and what it saves. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { anytimePower } from '../../../../build/document/statistics/anytime-power.ts';
import {
  confidenceSequence,
  type Difference,
  logEValue,
} from '../../../../build/document/statistics/betting.ts';
import { randomFrom } from '../../../support/random.ts';

const unitsOf = ({
  wins,
  losses,
  ties = 0,
}: {
  wins: number;
  losses: number;
  ties?: number;
}): Difference[] => [
  { value: 1, units: wins },
  { value: -1, units: losses },
  { value: 0, units: ties },
];

const pairing = fc.record({ wins: fc.nat(300), losses: fc.nat(300), ties: fc.nat(300) });

describe('an e-value', () => {
  test('is the mean of the stakes that the contract describes', () => {
    const shares = Array.from({ length: 20 }, (_, index) => 0.1125 + 0.025 * index);
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), (wins, losses) => {
        const mean = shares.reduce((sum, x) => sum + (1 + x) ** wins * (1 - x) ** losses, 0) / 20;
        return Math.abs(Math.exp(logEValue(unitsOf({ wins, losses }))) / mean - 1) < 1e-9;
      }),
    );
  });

  test('has a mean of at most 1 after every number of cases, if neither is better', () => {
    for (const cases of [1, 5, 20]) {
      let mean = 0;
      for (let wins = 0; wins <= cases; wins += 1) {
        let ways = 1;
        for (let index = 0; index < wins; index += 1) ways *= (cases - index) / (index + 1);
        mean += ways * 0.5 ** cases * Math.exp(logEValue(unitsOf({ wins, losses: cases - wins })));
      }
      assert.ok(Math.abs(mean - 1) < 1e-9, `${mean}`);
    }
  });

  test('raises few false alarms at all looks together, and saves much of a large difference', () => {
    const random = randomFrom(20261122);
    let [alarms, used] = [0, 0];
    for (let job = 0; job < 1000; job += 1) {
      if (stopsAt(random, 0.6, 0.6) < 200) alarms += 1;
      used += stopsAt(random, 0.75, 0.6);
    }
    assert.ok(alarms <= 50, `${alarms} of 1000`);
    assert.ok(used / 1000 < 0.6 * 200, `${used / 1000} of 200 cases`);
  });

  test('finds a gain as often as computed', () => {
    const random = randomFrom(7);
    const found = Array.from({ length: 1000 }, () => stopsAt(random, 0.75, 0.6)).filter(
      at => at < 200,
    ).length;
    const computed = anytimePower(199, { gain: 0.15, discordance: 0.45, rate: 0.05 });
    assert.ok(Math.abs(found / 1000 - computed) < 0.05, `${found} of 1000, not ${computed}`);
  });
});

/** The case after which the bets on the first lock reach 20; 200 when they never do. */
function stopsAt(random: () => number, first: number, second: number): number {
  const counts = { wins: 0, losses: 0, ties: 0 };
  for (let at = 1; at < 200; at += 1) {
    const [a, b] = [random() < first, random() < second];
    if (a && !b) counts.wins += 1;
    if (b && !a) counts.losses += 1;
    if (a && !b && logEValue(unitsOf(counts)) >= Math.log(20)) return at;
  }
  return 200;
}

describe('a confidence sequence', () => {
  test('holds what was observed, within -1 and 1, and knows nothing from nothing', () => {
    assert.deepEqual(confidenceSequence([], 0.05), { value: 0, low: -1, high: 1 });
    fc.assert(
      fc.property(pairing, ({ wins, losses, ties }) => {
        const all = wins + losses + ties;
        const units = unitsOf({ wins, losses, ties });
        const { low, high } = confidenceSequence(units, 0.05);
        const mean = all === 0 ? 0 : (wins - losses) / all;
        return -1 <= low && low <= mean && mean <= high && high <= 1;
      }),
    );
  });

  test('excludes 0 only where the bets on one side have won', () => {
    fc.assert(
      fc.property(pairing, ({ wins, losses, ties }) => {
        const units = unitsOf({ wins, losses, ties });
        const { low } = confidenceSequence(units, 0.05);
        return low <= 0.001 || logEValue(units) > Math.log(20);
      }),
    );
  });
});
