/** How often intervals hold the truth where cases repeat or form clusters, by simulated evaluations. */
import { compare, type Design, rateEstimate } from '../../build/document/statistics/estimate.ts';

/** Sizes of clusters; the unequal ones are like the repositories of SWE-bench. */
const shapes: Readonly<Record<string, readonly number[]>> = {
  'twelve of ten': Array.from({ length: 12 }, () => 10),
  'twelve, unequal': [92, 60, 30, 24, 16, 14, 12, 10, 8, 6, 4, 4],
  'twenty, unequal': [30, 20, 15, 10, 8, 8, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 2, 1, 1, 1],
  'forty of five': Array.from({ length: 40 }, () => 5),
};

const rates = [
  [0.5, 0.5],
  [0.5, 0.65],
  [0.8, 0.8],
  [0.9, 0.95],
] as const;

interface Covered {
  name: string;
  /** Shares of the simulated intervals that hold the truth. */
  difference: number;
  rate: number;
}

/** Every shape with every intraclass correlation and every pair of rates, and cases that repeat. */
export function* coverage(rounds: number, random: () => number): Generator<Covered> {
  for (const [shape, sizes] of Object.entries(shapes)) {
    for (const correlation of [0, 0.2, 0.5]) {
      for (const pair of rates) {
        const clusters = sizes.flatMap((size, index) => Array.from({ length: size }, () => String(index)));
        const design = { repetitions: 1, clusters, mayStop: false, largest: Math.max(...sizes) };
        yield covered(
          `${shape}, correlated by ${correlation}`,
          { pair, design, correlation, sizes },
          rounds,
          random,
        );
      }
    }
  }
  for (const repetitions of [3, 10]) {
    for (const pair of rates) {
      const design = { repetitions, mayStop: false, largest: 1 };
      const sizes = Array.from({ length: 40 }, () => 1);
      yield covered(
        `forty cases, ${repetitions} times`,
        { pair, design, correlation: 0.5, sizes },
        rounds,
        random,
      );
    }
  }
}

interface Condition {
  pair: readonly [number, number];
  design: Design;
  correlation: number;
  sizes: readonly number[];
}

function covered(
  name: string,
  { pair: [control, team], design, correlation, sizes }: Condition,
  rounds: number,
  random: () => number,
): Covered {
  let [difference, rate] = [0, 0];
  const holds = ({ low, high }: { low: number; high: number }, truth: number) =>
    Number(low <= truth + 1e-12 && truth - 1e-12 <= high);
  for (let round = 0; round < rounds; round += 1) {
    const values = (truth: number) =>
      sizes.flatMap(size => {
        // With repetitions a case is what resembles itself, otherwise a cluster.
        const own = betaOf(truth, correlation, random);
        return Array.from({ length: size }, () => {
          const passes = Array.from({ length: design.repetitions }, () => Number(random() < own));
          return passes.reduce((sum, each) => sum + each, 0) / design.repetitions;
        });
      });
    const [first, second] = [values(team), values(control)];
    const pairs = first.map((each, index) => [each, second[index]!] as const);
    difference += holds(compare(pairs, design), team - control);
    rate += holds(rateEstimate(first, design), team);
  }
  return { name: `${name}, ${control} and ${team}`, difference: difference / rounds, rate: rate / rounds };
}

/** A rate around its mean, such that outcomes under it are correlated so much: beta-distributed. */
function betaOf(mean: number, correlation: number, random: () => number): number {
  if (correlation === 0) return mean;
  const size = (1 - correlation) / correlation;
  const [a, b] = [gammaOf(mean * size, random), gammaOf((1 - mean) * size, random)];
  return a / (a + b);
}

/** G. Marsaglia and W. W. Tsang, ACM TOMS 26, 2000. */
function gammaOf(shape: number, random: () => number): number {
  if (shape < 1) return gammaOf(shape + 1, random) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + c * normal) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * normal * normal + d - d * v + d * Math.log(v)) return d * v;
  }
}
