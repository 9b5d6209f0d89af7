/** Questions about the statistics of evaluations that two implementations can be asked: ours, and test/vector/statistics.R. */
import assert from 'node:assert/strict';
import { anytimePower } from '../../build/document/statistics/anytime-power.ts';
import { confidenceSequence, type Difference, logEValue } from '../../build/document/statistics/betting.ts';
import { compare } from '../../build/document/statistics/estimate.ts';
import { holm } from '../../build/document/statistics/holm.ts';
import { wilson } from '../../build/document/statistics/interval.ts';
import { passOfK } from '../../build/document/statistics/pass-k.ts';
import { quantile } from '../../build/document/statistics/quantile.ts';
import {
  casesToDetect,
  chanceToConfirm,
  maxCases,
  powerAt,
} from '../../build/document/statistics/sample-size.ts';
import { oneSided, twoSided } from '../../build/document/statistics/sign-test.ts';
import type { Cell } from '../../build/document/statistics/table.ts';

type Random = () => number;

interface Subject {
  /** The numbers of a random question. */
  ask(random: Random): readonly number[];
  answer(numbers: readonly number[]): readonly number[];
  /** How far the two may be apart; by default a thousand-millionth of the answer. */
  tolerance?: number;
  /** Whether an answer agrees, where it is more than a matter of tolerance. */
  agrees?(ours: number, theirs: number, index: number): boolean;
  /** Of so many questions one is of this subject, where others take less long. */
  every?: number;
}

const whole = (random: Random, most: number): number => {
  const luck = random();
  // One question in five is about an end.
  if (luck < 0.1) return 0;
  return luck > 0.9 ? most : Math.floor(random() * (most + 1));
};
const oneOf = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]!;
const some = <Value>(random: Random, most: number, make: () => Value): Value[] =>
  Array.from({ length: 1 + Math.floor(random() * most) }, make);

/** Rows of so many numbers. */
const rowsOf = (numbers: readonly number[], width: number): number[][] =>
  Array.from({ length: numbers.length / width }, (_, row) => numbers.slice(row * width, (row + 1) * width));

export const cellOf = (passes = 0, runs = 1, cost?: number): Cell => ({
  runs,
  passes,
  tokens: cost,
  elapsed: cost,
});
const differencesOf = (numbers: readonly number[]): Difference[] =>
  rowsOf(numbers, 2).map(([value = 0, units = 0]) => ({ value, units }));
/** Runs that are independent of each other. */
const single = { repetitions: 1, clusters: undefined, mayStop: false, largest: 1 };

/** Units of three values, as cases have, or of any, as clusters do. */
function units(random: Random): number[] {
  if (random() < 0.5) return [1, whole(random, 300), -1, whole(random, 300), 0, whole(random, 300)];
  return some(random, 12, () => [Math.round(2000 * random() - 1000) / 1000, 1]).flat();
}

const wanted = (random: Random, cases: number): number[] => {
  const discordance = oneOf(random, [0.05, 0.2, 0.5, 0.9, random()]);
  return [
    Math.max(1, whole(random, cases)),
    discordance * random(),
    discordance,
    oneOf(random, [0.05, 0.04, 0.001]),
  ];
};
const power = ([cases = 0, gain = 0, discordance = 0, rate = 0]: readonly number[]) =>
  [cases, { gain, discordance, rate, power: 0 }] as const;

/** Each statistic by its name in statistics.R. */
export const subjects: Readonly<Record<string, Subject>> = {
  sign: {
    ask: random => [whole(random, 2000), whole(random, oneOf(random, [10, 2000]))],
    answer: ([wins = 0, losses = 0]) => {
      const pairing = { wins, losses, ties: 7 };
      return [twoSided(pairing), oneSided(pairing)];
    },
  },
  wilson: {
    ask: random => {
      const runs = whole(random, 100_000);
      return [whole(random, runs), runs];
    },
    answer: ([passes = 0, runs = 0]) => [wilson(passes, runs).low, wilson(passes, runs).high],
  },
  newcombe: {
    ask: random => [whole(random, 300), whole(random, 300), whole(random, 300), 1 + whole(random, 300)],
    answer: counts => {
      const kinds = [
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ] as const;
      const pairs = kinds.flatMap(([a, b], kind) =>
        Array.from({ length: counts[kind]! }, () => [a, b] as const),
      );
      const { value, low, high } = compare(pairs, single);
      return [value, low, high];
    },
  },
  holm: {
    ask: random => some(random, 15, () => oneOf(random, [0, 1, 1e-300, random(), random() ** 8])),
    answer: values => holm(values),
  },
  quantile: {
    ask: random => [oneOf(random, [2.5, 50, 95, 97.5]), ...some(random, 300, () => whole(random, 1e6))],
    answer: ([percent = 0, ...values]) => [quantile(values, percent)!],
  },
  pass_of_k: {
    ask: random => {
      const runs = oneOf(random, [2, 3, 5, 8, 20, 100]);
      const k = oneOf(
        random,
        [2, 3, 4, 5, 8, 10, 20, 50, 100].filter(each => each <= runs),
      );
      return [k, ...some(random, 30, () => [runs, whole(random, runs)]).flat()];
    },
    answer: ([size = 0, ...cells]) => {
      const found = passOfK(rowsOf(cells, 2).map(([runs, passes]) => cellOf(passes, runs)));
      const { any, all } = found.find(({ k }) => k === size)!;
      return [any, all];
    },
  },
  power_fixed: {
    ask: random => wanted(random, 2000),
    answer: numbers => [powerAt(...power(numbers))],
    tolerance: 1e-10,
  },
  cases_to_detect: {
    ask: random => {
      const [, gain = 0, discordance = 0, rate = 0] = wanted(random, 1);
      const cases = casesToDetect({ gain, discordance, rate, power: 0.8 });
      return [cases ?? maxCases + 1, gain, discordance, rate, 0.8];
    },
    // R says whether the power is reached there, and whether it is not with one case fewer.
    answer: ([cases, gain = 0, discordance = 0, rate = 0, power = 0]) => {
      const found = casesToDetect({ gain, discordance, rate, power }) ?? maxCases + 1;
      return found === cases ? [1, 1] : [0, 0];
    },
    every: 8,
  },
  power_anytime: {
    ask: random => wanted(random, 120),
    answer: numbers => [anytimePower(...power(numbers))],
    tolerance: 1e-10,
    every: 40,
  },
  log_e: {
    ask: random => [oneOf(random, [0, 0, -0.9, 0.5, 1.8 * random() - 0.9]), ...units(random)],
    answer: ([margin = 0, ...numbers]) => [logEValue(differencesOf(numbers), margin)],
  },
  sequence: {
    ask: random => [oneOf(random, [0.05, 0.01, 0.001]), ...units(random)],
    answer: ([rate = 0, ...numbers]) => {
      const { low, high } = confidenceSequence(differencesOf(numbers), rate);
      return [low, high];
    },
    // Ours are found in steps of a thousandth, and never inside of the interval.
    agrees: (ours, theirs, index) => {
      const outside = (index === 0 ? theirs - ours : ours - theirs) as number;
      return outside >= -1e-9 && outside <= (Math.abs(ours) === 1 ? 0.002 : 0.001) + 1e-9;
    },
    every: 4,
  },
  confirm: {
    ask: random => [1 + whole(random, 400), oneOf(random, [0.01, 0.5, 0.99, random()]), random()],
    answer: ([runs = 0, rate = 0, required = 0]) => [chanceToConfirm(runs, rate, required)],
    every: 4,
  },
};

/** So many questions of each subject, fewer of those that take long. */
export function questions(random: Random, rounds: number): string[] {
  return Object.entries(subjects).flatMap(([name, { ask, every = 1 }]) =>
    Array.from({ length: Math.ceil(rounds / every) }, () => [name, ...ask(random)].join(' ')),
  );
}

/** @throws AssertionError when ours is another answer than `theirs`, as R printed it */
export function assertAgreement(question: string, theirs: string): void {
  const [name = '', ...words] = question.split(' ');
  const { answer, tolerance, agrees } = subjects[name]!;
  const ours = answer(words.map(Number));
  const numbers = theirs.trim().split(/\s+/).map(Number);
  const isNear = (a: number, b: number) => Math.abs(a - b) <= (tolerance ?? 1e-14 + 1e-9 * Math.abs(b));
  const close = agrees ?? isNear;
  const isEqual =
    ours.length === numbers.length && ours.every((each, index) => close(each, numbers[index]!, index));
  assert.ok(isEqual, `${question.slice(0, 400)}: ${ours.join(' ')}, and R says ${theirs}`);
}
