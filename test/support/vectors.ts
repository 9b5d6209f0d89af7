/** Questions about the numbers of evidence with their answers, for implementations of other people (docs/evidence.md#18). */
import {
  decimal6Down,
  decimal6Up,
  nearest,
  nearestSigned,
  ratioTexts,
  roundedDown,
  roundedUp,
  signedDown,
  signedUp,
} from '#document/kind/share.ts';
import {
  compare,
  type Design,
  rateEstimate,
  ratioEstimate,
} from '../../build/document/statistics/estimate.ts';
import { shuffled } from '../../build/document/statistics/shuffle.ts';
import { spends } from '../../build/document/statistics/spending.ts';
import { seedOf } from '../../server/evidence/evaluation/order.ts';
import { randomFrom } from './random.ts';
import { digestOf } from './simulated-evidence.ts';

type Vector = { kind: string; given: Record<string, unknown>; expected: unknown };

const random = randomFrom(20261123);
const whole = (most: number): number => Math.floor(random() * (most + 1));

const designs: readonly Partial<Design>[] = [
  {},
  { repetitions: 3 },
  { mayStop: true },
  { repetitions: 2, mayStop: true },
  { clusters: [] },
  { clusters: [], mayStop: true },
];

/** A design for so many cases: clusters are unequal, and may be fewer than ten. */
function designOf(design: Partial<Design>, cases: number): Design {
  const count = Math.max(1, Math.min(cases, 4 + whole(12)));
  const clusters =
    design.clusters && Array.from({ length: cases }, () => `c${Math.floor(random() ** 2 * count)}`);
  const sizes = new Map<string, number>();
  for (const name of clusters ?? []) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  return { repetitions: 1, mayStop: false, ...design, clusters, largest: Math.max(1, ...sizes.values()) };
}

const valuesOf = (cases: number, { repetitions }: Design, rate: number): number[] =>
  Array.from({ length: cases }, () => {
    const passes = Array.from({ length: repetitions }, () => Number(random() < rate));
    return passes.reduce((sum, each) => sum + each, 0) / repetitions;
  });

/** Two hundred vectors, edges among them: nothing passed, all passed, one case, one cluster. */
export function vectors(): Vector[] {
  const rates = [0, 1, 0.5, 0.6, 0.9];
  const sized = Array.from({ length: 70 }, (_, index) => {
    const cases = index < 6 ? 1 : 2 + whole(40);
    return {
      cases,
      design: designOf(designs[index % designs.length]!, cases),
      rate: rates[index % rates.length]!,
    };
  });
  return [
    ...Array.from({ length: 20 }, (_, index): Vector => {
      const given = {
        place: whole(index),
        places: index + 1,
        seed: seedOf(digestOf(`${index}`), `${index}`),
      };
      return { kind: 'shuffled', given, expected: shuffled(given.place, given.places, given.seed) };
    }),
    ...Array.from({ length: 20 }, (_, index): Vector => {
      const given = { alpha: 0.05, before: index < 5 ? index : whole(200), teams: 1 + (index % 4) };
      return { kind: 'spends', given, expected: decimal6Down(spends(0.05, given.before, given.teams)) };
    }),
    ...sized.map(({ cases, design, rate }): Vector => {
      const values = valuesOf(cases, design, rate);
      const { value, low, high, effective } = rateEstimate(values, design);
      return {
        kind: 'rate',
        given: { ...design, values },
        expected: { rate: [nearest(value), roundedDown(low), roundedUp(high)], effective },
      };
    }),
    ...sized.map(({ cases, design, rate }): Vector => {
      const [first, second] = [valuesOf(cases, design, rate), valuesOf(cases, design, 0.5)];
      const pairs = first.map((each, index) => [each, second[index]!] as const);
      const { value, low, high, oneSided, twoSided } = compare(pairs, design);
      const difference = [nearestSigned(value), signedDown(low), signedUp(high)];
      const chances = { p: decimal6Up(oneSided), p_two_sided: roundedUp(twoSided) };
      return { kind: 'difference', given: { ...design, pairs }, expected: { difference, ...chances } };
    }),
    ...Array.from({ length: 20 }, (_, index): Vector => {
      const pairs = Array.from(
        { length: index },
        () => [whole(9) === 0 ? null : whole(5000), whole(4000)] as const,
      );
      const ratio = ratioEstimate(pairs.map(([a, b]) => [a ?? undefined, b]));
      return { kind: 'ratio', given: { pairs }, expected: ratio ? ratioTexts(ratio) : null };
    }),
  ];
}
