/**
 * Computes every number of a comparison from its table, with the same functions that compute evidence (docs/comparisons.md#5).
 */

import type { comparison } from '../kind/comparison.ts';
import type { ComparisonAnswers, ComparisonNoise, ComparisonResult } from '../kind/comparison-number.ts';
import type { Authored } from '../kind/kind.ts';
import {
  decimal6Up,
  decimalText,
  nearest,
  nearestSigned,
  ratioTexts,
  roundedDown,
  roundedUp,
  signedDown,
  signedUp,
} from '../kind/share.ts';
import {
  type Compared,
  compare,
  type Design,
  rateEstimate,
  ratioEstimate,
  splitOf,
} from '../statistics/estimate.ts';
import { holm } from '../statistics/holm.ts';
import type { ArmColumn, CaseTable } from './table.ts';

export type ComparisonFields = Authored<typeof comparison>;

/** The computed numbers of a comparison. `headline` has the pass rate of each arm that the document's headline names. */
export type Computed = Pick<ComparisonFields, 'answers' | 'results' | 'noise'> & {
  headline: string[] | undefined;
};

/** The letters of the verdicts `error`, `timeout` and `malformed`, which are no answers. A run with one of them did not pass. */
const noAnswer = /[etm]/g;

/** Returns the share of passed runs among the runs of a case that have a verdict; undefined if none has one. */
function rateOf(letters: string): number | undefined {
  const known = letters.replaceAll('-', '');
  return known === '' ? undefined : count(known, 'p') / known.length;
}

const count = (letters: string, letter: string): number => letters.split(letter).length - 1;

const designOf = (repetitions: number): Design => ({ repetitions, mayStop: false, largest: 1 });

/**
 * Computes, from a table, the rates of each arm, the results of all pairs, the noise and the headline of a document.
 * @throws Error when the table lacks an arm
 */
export function computeFromTable(document: ComparisonFields, table: CaseTable): Computed {
  const columns = new Map(table.arms.map(column => [column.arm, column]));
  const columnOf = (arm: string): ArmColumn => {
    const column = columns.get(arm);
    if (!column) throw new Error(`The table has no arm ${arm}.`);
    return column;
  };
  const answers = document.arms.map(({ id }) => answersOf(columnOf(id)));
  const results = withFamily(pairsOf(document).map(([a, b]) => resultOf(columnOf(a), columnOf(b))));
  const noise = document.noise === 'unavailable' ? document.noise : noiseOf(document.noise, columnOf);
  return { answers, results, noise, headline: headlineOf(document, answers) };
}

/**
 * Returns every pair of arms. The later arm comes first, so that an organisation is compared with its control, which is listed
 * before it.
 */
export function pairsOf({ arms }: Pick<ComparisonFields, 'arms'>): [a: string, b: string][] {
  return arms.flatMap(({ id }, at) =>
    arms.slice(0, at).map(({ id: other }): [string, string] => [id, other]),
  );
}

export function headlineOf(
  { headline }: ComparisonFields,
  answers: readonly ComparisonAnswers[],
): string[] | undefined {
  return headline?.arms.map(id => answers.find(({ arm }) => arm === id)?.rate[0] ?? '0.0000');
}

function answersOf(column: ArmColumn): ComparisonAnswers {
  const letters = column.verdicts.join('');
  const rates = column.verdicts.flatMap(each => rateOf(each) ?? []);
  const total = measures.flatMap(of => {
    const amounts = amountsOf(column, of);
    return amounts?.every(each => each !== null) ? [{ of, amount: sum(amounts as number[]) }] : [];
  })[0];
  return {
    arm: column.arm,
    cases: rates.length,
    runs: letters.length - count(letters, '-'),
    passes: count(letters, 'p'),
    rate: rateTexts(rates, column.repeats),
    errors: count(letters, 'e'),
    timeouts: count(letters, 't'),
    malformed: count(letters, 'm'),
    missing: count(letters, '-'),
    ...(total && { total: { of: total.of, amount: decimalText(total.amount) } }),
  };
}

export function rateTexts(rates: readonly number[], repeats: number): string[] {
  const { value, low, high } = rateEstimate(rates, designOf(repeats));
  return [nearest(value), roundedDown(low), roundedUp(high)];
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

/** The units of cost in order of preference. A cost ratio is in the first one that is known for every case. */
const measures = ['cost_usd', 'tokens', 'calls', 'turns'] as const;
type Measure = (typeof measures)[number];

/**
 * Returns what an arm used on each case, summed over the repeats of the case, in the unit `of`; null for a case where that is
 * unknown, and undefined if the table has no such amounts. Where no case has a total of tokens, its input and output tokens are
 * added.
 */
function amountsOf({ amounts }: ArmColumn, of: Measure): readonly (number | null)[] | undefined {
  if (of !== 'tokens' || amounts.tokens?.some(each => each !== null)) return amounts[of];
  const { input_tokens: input, output_tokens: output } = amounts;
  if (!input || !output) return undefined;
  return input.map((each, at) => (each === null || output[at]! === null ? null : each + output[at]!));
}

type Result = Omit<ComparisonResult, 'p_family'> & { chance: number };

function resultOf(a: ArmColumn, b: ArmColumn): Result {
  const repetitions = Math.max(a.repeats, b.repeats);
  const pairs = pairRates(a.verdicts, b.verdicts);
  const strip = (letters: readonly string[]) => letters.map(each => each.replace(noAnswer, '-'));
  const hasFaults = [a, b].some(({ verdicts }) => verdicts.some(each => each.search(noAnswer) >= 0));
  const intact = pairRates(strip(a.verdicts), strip(b.verdicts));
  return {
    a: a.arm,
    b: b.arm,
    ...compared(pairs, repetitions),
    cost_ratio: costRatio(a, b),
    ...(hasFaults && intact.length > 0 && { intact: differenceOf(intact, repetitions) }),
  };
}

export type Pairs = readonly (readonly [number, number])[];

/** Returns the pass rates of two arms on each case for which both have a verdict. */
function pairRates(a: readonly string[], b: readonly string[]): Pairs {
  return a.flatMap((letters, at) => {
    const [own, other] = [rateOf(letters), rateOf(b[at]!)];
    return own === undefined || other === undefined ? [] : [[own, other] as const];
  });
}

export function compared(pairs: Pairs, repetitions: number) {
  const found = compare(pairs, designOf(repetitions));
  return {
    cases: pairs.length,
    ...countsOf(pairs, repetitions),
    ...differenceTexts(found),
    method: found.method as 'newcombe' | 't',
    p: decimal6Up(found.twoSided),
    chance: found.twoSided,
  };
}

function differenceOf(pairs: Pairs, repetitions: number) {
  return { cases: pairs.length, ...differenceTexts(compare(pairs, designOf(repetitions))) };
}

const differenceTexts = ({ value, low, high }: Compared) => ({
  difference: nearestSigned(value),
  interval: [signedDown(low), signedUp(high)],
});

/**
 * Returns how many cases both arms passed, only one of them, or neither; for repeated runs, on how many cases each arm did
 * better, and on how many they tied.
 */
function countsOf(pairs: Pairs, repetitions: number) {
  const { wins, losses, ties } = splitOf(pairs.map(([a, b]) => a - b));
  if (repetitions > 1) return { a_better: wins, b_better: losses, tied: ties };
  const both = pairs.filter(([a, b]) => a === 1 && b === 1).length;
  return { both, only_a: wins, only_b: losses, neither: ties - both };
}

/**
 * Estimates the cost of a run of `a` as a multiple of the cost of a run of `b`, in the first unit that is known for every case.
 * Returns `unknown` if there is no such unit.
 */
function costRatio(a: ArmColumn, b: ArmColumn): ComparisonResult['cost_ratio'] {
  for (const of of measures) {
    const [own, other] = [amountsOf(a, of), amountsOf(b, of)];
    if (!own || !other || own.includes(null) || other.includes(null)) continue;
    const pairs = own.map((each, at) => [each! / a.repeats, other[at]! / b.repeats] as const);
    const ratio = ratioEstimate(pairs);
    if (ratio) return { of, ratio: ratioTexts(ratio) };
  }
  return 'unknown';
}

export function withFamily(results: readonly Result[]): ComparisonResult[] {
  const adjusted = holm(results.map(({ chance }) => chance));
  return results.map(({ chance: _, cost_ratio, intact, ...rest }, at) => ({
    ...rest,
    p_family: decimal6Up(adjusted[at]!),
    cost_ratio,
    ...(intact && { intact }),
  }));
}

export type Noise = Exclude<ComparisonNoise, 'unavailable'>;

function noiseOf({ a, b, repeats }: Noise, columnOf: (arm: string) => ArmColumn): Noise {
  const lettersOf = (arm: string, at: 0 | 1): string[] => {
    const { verdicts } = columnOf(arm);
    return repeats ? verdicts.map(each => each[repeats[at]! - 1] ?? '-') : verdicts;
  };
  return noiseFrom({ a, b, repeats }, pairRates(lettersOf(a, 0), lettersOf(b, 1)));
}

export function noiseFrom({ a, b, repeats }: Pick<Noise, 'a' | 'b' | 'repeats'>, pairs: Pairs): Noise {
  const found = compared(pairs, 1);
  return {
    a,
    b,
    ...(repeats && { repeats }),
    cases: pairs.length,
    only_a: found.only_a ?? 0,
    only_b: found.only_b ?? 0,
    both: found.both ?? 0,
    difference: found.difference,
    interval: found.interval,
  };
}
