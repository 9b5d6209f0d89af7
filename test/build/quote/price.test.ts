/** The arithmetic of a quote: exact on known numbers, and for all numbers ordered, proportional and never invented. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { dollarText, type Known, priceOf } from '../../../build/quote/price.ts';

const prices = { input: 2, output: 10 };
const one = { input: 900_000, output: 100_000 };
const team = { input: 1_800_000, output: 200_000 };

describe('a price', () => {
  test('is exact where everything is known', () => {
    const price = priceOf({ tokens: 100_000, prices, multiple: { low: 2, high: 4 }, one, team });
    // A token costs 0.9 × 2 + 0.1 × 10 = 2.8 dollars a million.
    assert.deepEqual(price.one.tokens, { low: 100_000, high: 100_000 });
    assert.deepEqual(
      Object.values(price.one.dollars!).map(each => dollarText(each)),
      ['0.28', '0.28'],
    );
    assert.deepEqual(price.team.tokens, { low: 200_000, high: 400_000 });
    assert.deepEqual(
      Object.values(price.team.dollars!).map(each => dollarText(each)),
      ['0.56', '1.12'],
    );
    assert.deepEqual([price.one.capTokens, price.team.capTokens], [1_000_000, 2_000_000]);
    assert.deepEqual([price.one.capDollars, price.team.capDollars], [2.8, 5.6]);
    assert.deepEqual(price.more.tokens, { low: 100_000, high: 300_000 });
    assert.deepEqual(price.more.runs, { low: 1, high: 3 });
  });

  test('leaves unknown what depends on something unknown, and nothing else', () => {
    const nothing = { tokens: undefined, dollars: undefined, capTokens: undefined, capDollars: undefined };
    const empty = priceOf({});
    assert.deepEqual([empty.one, empty.team], [nothing, nothing]);
    assert.deepEqual(empty.more, { runs: undefined, tokens: undefined, dollars: undefined });
    const withoutMultiple = priceOf({ tokens: 10, prices, one, team });
    assert.deepEqual([withoutMultiple.team.tokens, withoutMultiple.more.tokens], [undefined, undefined]);
    assert.equal(withoutMultiple.team.capDollars, 5.6);
    const withoutPrices = priceOf({ tokens: 10, multiple: { low: 2, high: 2 }, one, team });
    assert.deepEqual([withoutPrices.team.dollars, withoutPrices.team.capDollars], [undefined, undefined]);
    assert.deepEqual(withoutPrices.more.tokens, { low: 10, high: 10 });
    const withoutTokens = priceOf({ prices, multiple: { low: 2, high: 5 }, one, team });
    assert.deepEqual([withoutTokens.one.dollars, withoutTokens.more.dollars], [undefined, undefined]);
    assert.deepEqual(withoutTokens.more.runs, { low: 1, high: 4 });
  });

  test('of tokens whose division is unknown lies between that of reading and that of writing', () => {
    const { one: alone } = priceOf({ tokens: 1_000_000, prices });
    assert.deepEqual(alone.dollars, { low: 2, high: 10 });
  });

  test('of a team that takes less than one agent asks nothing of a failure', () => {
    const { more } = priceOf({ tokens: 100, prices, multiple: { low: 0.5, high: 0.8 }, one, team });
    assert.deepEqual(
      [more.tokens, more.runs],
      [
        { low: 0, high: 0 },
        { low: 0, high: 0 },
      ],
    );
  });

  const amount = fc.integer({ min: 0, max: 1_000_000_000_000 });
  const budget = fc.record({ input: amount, output: amount });
  const dollars = fc.integer({ min: 0, max: 100_000_000_000 }).map(each => each / 1e6);
  const multiple = fc
    .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 99_999 }))
    .map(([a, b]) => ({ low: Math.min(a, b) / 10, high: Math.max(a, b) / 10 }));
  const known: fc.Arbitrary<Known> = fc.record(
    {
      tokens: fc.integer({ min: 1, max: 1_000_000_000 }),
      prices: fc.record({ input: dollars, output: dollars }),
      multiple,
      one: budget,
      team: budget,
    },
    { requiredKeys: [] },
  );

  test('has ranges in order, and only finite numbers that are not negative', () => {
    fc.assert(
      fc.property(known, given => {
        const { one: alone, team: together, more } = priceOf(given);
        const ranges = [
          alone.tokens,
          alone.dollars,
          together.tokens,
          together.dollars,
          ...Object.values(more),
        ];
        for (const range of ranges)
          if (range) assert.ok(range.low <= range.high && range.low >= 0 && Number.isFinite(range.high));
        for (const cap of [alone.capTokens, alone.capDollars, together.capTokens, together.capDollars])
          assert.ok(cap === undefined || (cap >= 0 && Number.isFinite(cap)));
      }),
    );
  });

  test('invents nothing: each number is there exactly if all that it rests on is given', () => {
    fc.assert(
      fc.property(known, given => {
        const { tokens, prices: paid, multiple: times, one: alone, team: together } = given;
        const price = priceOf(given);
        const are = (...values: unknown[]) => values.every(value => value !== undefined);
        assert.equal(are(price.one.tokens), are(tokens));
        assert.equal(are(price.one.dollars), are(tokens, paid));
        assert.equal(are(price.team.tokens), are(tokens, times));
        assert.equal(are(price.team.dollars, price.more.dollars), are(tokens, times, paid));
        assert.equal(are(price.more.runs), are(times));
        assert.deepEqual([are(price.one.capTokens), are(price.team.capTokens)], [are(alone), are(together)]);
        assert.equal(are(price.one.capDollars), are(alone, paid));
      }),
    );
  });

  test('rises with prices, with tokens and with the multiple', () => {
    const full = fc.record({
      tokens: fc.integer({ min: 1, max: 1_000_000 }),
      prices: fc.record({ input: dollars, output: dollars }),
      multiple,
      one: budget,
      team: budget,
    });
    fc.assert(
      fc.property(full, given => {
        const before = priceOf(given);
        const larger = [
          { ...given, tokens: given.tokens * 2 },
          { ...given, prices: { input: given.prices.input + 1, output: given.prices.output + 1 } },
          { ...given, multiple: { low: given.multiple.low, high: given.multiple.high + 1 } },
        ];
        for (const after of larger.map(priceOf))
          assert.ok(after.team.dollars!.high >= before.team.dollars!.high);
      }),
    );
  });
});

describe('dollars as text', () => {
  test('are cents, and of less than a cent two digits that count', () => {
    assert.deepEqual([0, 0.28, 1234.5, 0.01, 0.004_56, 0.000_000_12].map(dollarText), [
      ...['0.00', '0.28', '1234.50', '0.01', '0.0046', '0.00000012'],
    ]);
  });

  test('are a plain number, whatever the sum', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e17, noNaN: true }), sum => {
        const text = dollarText(sum);
        assert.match(text, /^\d{1,18}(\.\d{1,20})?$/);
        assert.ok(Math.abs(Number(text) - sum) <= Math.max(0.005, 1e-20), `${sum} as ${text}`);
      }),
    );
  });
});
