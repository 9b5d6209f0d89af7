/** How large the difference between two locks on the same units is, and how exactly that is known. */
import { createHash } from 'node:crypto';
import { correlation } from '../estimate.ts';
import { wilson } from '../interval.ts';
import { quantile } from '../quantile.ts';
import type { Cell } from '../table.ts';

interface Estimate {
  value: number;
  low: number;
  high: number;
}

/**
 * The difference of the pass rates of two locks, with its 95 % interval: by Newcombe's method where each unit is one run (R. G.
 * Newcombe, Statist. Med. 17, 1998, method 10 for paired data), by the bootstrap over units otherwise.
 */
export function rateDifference(pairs: readonly [Cell, Cell][], seed: string): Estimate {
  if (pairs.every(([a, b]) => a.runs === 1 && b.runs === 1)) return newcombe(pairs);
  const summed = pairs.map(([a, b]) => [a.passes, a.runs, b.passes, b.runs]);
  return bootstrap(summed, seed, ([a, runsOfA, b, runsOfB]) => a! / runsOfA! - b! / runsOfB!);
}

function newcombe(pairs: readonly [Cell, Cell][]): Estimate {
  const count = (a: number, b: number) => pairs.filter(([x, y]) => x.passes === a && y.passes === b).length;
  const [both, first, second, neither] = [count(1, 1), count(1, 0), count(0, 1), count(0, 0)];
  const size = pairs.length;
  const [p1, p2] = [(both + first) / size, (both + second) / size];
  const [one, two] = [wilson(both + first, size), wilson(both + second, size)];
  const phi = correlation(both, first, second, neither);
  const reach = (a: number, b: number) => Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b));
  return {
    value: p1 - p2,
    low: p1 - p2 - reach(p1 - one.low, two.high - p2),
    high: p1 - p2 + reach(one.high - p1, p2 - two.low),
  };
}

/**
 * How many times as much the first lock took as the second, in all units where both are known, with its 95 % bootstrap interval.
 * Undefined where nothing is known or the second took nothing.
 */
export function costRatio(
  pairs: readonly [Cell, Cell][],
  field: 'tokens' | 'elapsed',
  seed: string,
): Estimate | undefined {
  const known = pairs.flatMap(([a, b]) =>
    a[field] === undefined || b[field] === undefined ? [] : [[a[field], b[field]]],
  );
  if (known.every(([, other]) => other === 0)) return undefined;
  return bootstrap(known, seed, ([own, other]) => own! / other!);
}

/** The number of units drawn in all samples together: a large evaluation needs fewer samples to be stable. */
const drawn = 200_000;
const [fewest, most] = [200, 1000];

/**
 * The 95 % percentile interval of an estimate over units drawn with replacement (B. Efron and R. J. Tibshirani, An Introduction to
 * the Bootstrap, 1993, chapter 13). The seed fixes the samples, so that anyone can compute the same interval.
 * @param units of each, the numbers whose sums the estimate is made from
 */
function bootstrap(
  units: readonly (readonly number[])[],
  seed: string,
  estimate: (sums: readonly number[]) => number,
): Estimate {
  const samples = Math.max(fewest, Math.min(most, Math.floor(drawn / units.length)));
  const random = randomFrom(seed);
  const width = units[0]!.length;
  const flat = Float64Array.from(units.flat());
  const found = Array.from({ length: samples }, () => {
    const sums = new Array<number>(width).fill(0);
    for (let draw = 0; draw < units.length; draw += 1) {
      const at = Math.floor(random() * units.length) * width;
      for (let column = 0; column < width; column += 1) sums[column]! += flat[at + column]!;
    }
    return estimate(sums);
  }).filter(Number.isFinite);
  const sums = Array.from({ length: width }, (_, column) =>
    units.reduce((sum, unit) => sum + unit[column]!, 0),
  );
  const value = estimate(sums);
  return { value, low: quantile(found, 2.5) ?? value, high: quantile(found, 97.5) ?? value };
}

/** Random numbers from 0 to 1 that a text fixes (xoshiro128**; D. Blackman and S. Vigna, ACM TOMS 47, 2021). */
function randomFrom(seed: string): () => number {
  const key = createHash('sha256').update(seed).digest();
  // Numbers of 32 bits in an array of such: as variables of the function below they would take twice the time.
  const state = Int32Array.of(...[0, 4, 8, 12].map(at => key.readInt32LE(at)));
  return () => {
    const [a, b] = [state[0]!, state[1]!];
    const [c, d] = [state[2]! ^ a, state[3]! ^ b];
    const scrambled = Math.imul(b, 5);
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9);
    state[0] = a ^ d;
    state[1] = b ^ c;
    state[2] = c ^ (b << 9);
    state[3] = (d << 11) | (d >>> 21);
    return (result >>> 0) / 2 ** 32;
  };
}
