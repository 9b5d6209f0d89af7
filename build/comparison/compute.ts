/** Every number of a comparison, computed from its table by the functions that compute evidence (docs/comparisons.md#8). */

import type { ComparisonAnswers, ComparisonNoise, ComparisonResult, comparison } from '../kind/comparison.ts';
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

/** What is computed of a comparison. */
export type Computed = Pick<ComparisonFields, 'answers' | 'results' | 'noise'> & {
  headline: string[] | undefined;
};

/** Letters of verdicts that are no answer: a run with one of them did not pass. */
const noAnswer = /[etm]/g;

/** The share of known runs of a case that passed; undefined where none is known. */
function rateOf(letters: string): number | undefined {
  const known = letters.replaceAll('-', '');
  return known === '' ? undefined : count(known, 'p') / known.length;
}

const count = (letters: string, letter: string): number => letters.split(letter).length - 1;

const designOf = (repetitions: number): Design => ({ repetitions, mayStop: false, largest: 1 });

/** Everything that a table gives for the arms of a document. @throws Error when the table lacks an arm */
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

/** Every pair of arms: later ones are compared with earlier ones, so that an organisation is first and its control second. */
export function pairsOf({ arms }: Pick<ComparisonFields, 'arms'>): [a: string, b: string][] {
  return arms.flatMap(({ id }, at) =>
    arms.slice(0, at).map(({ id: other }): [string, string] => [id, other]),
  );
}

function headlineOf(
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
    ...{ arm: column.arm, cases: rates.length, runs: letters.length - count(letters, '-') },
    ...{ passes: count(letters, 'p'), rate: rateTexts(rates, column.repeats) },
    ...{ errors: count(letters, 'e'), timeouts: count(letters, 't'), malformed: count(letters, 'm') },
    missing: count(letters, '-'),
    ...(total && { total: { of: total.of, amount: decimalText(total.amount) } }),
  };
}

function rateTexts(rates: readonly number[], repeats: number): string[] {
  const { value, low, high } = rateEstimate(rates, designOf(repeats));
  return [nearest(value), roundedDown(low), roundedUp(high)];
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

/** What costs are told in, the most telling first. */
const measures = ['cost_usd', 'tokens', 'calls', 'turns'] as const;
type Measure = (typeof measures)[number];

/** What an arm took on each case; undefined where nothing is stated. */
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
    ...{ a: a.arm, b: b.arm },
    ...compared(pairs, repetitions),
    cost_ratio: costRatio(a, b),
    ...(hasFaults && intact.length > 0 && { intact: differenceOf(intact, repetitions) }),
  };
}

type Pairs = readonly (readonly [number, number])[];

/** The rates of two arms on each case of which both have a verdict. */
function pairRates(a: readonly string[], b: readonly string[]): Pairs {
  return a.flatMap((letters, at) => {
    const [own, other] = [rateOf(letters), rateOf(b[at]!)];
    return own === undefined || other === undefined ? [] : [[own, other] as const];
  });
}

function compared(pairs: Pairs, repetitions: number) {
  const found = compare(pairs, designOf(repetitions));
  return {
    cases: pairs.length,
    ...countsOf(pairs, repetitions),
    ...differenceTexts(found),
    ...{ method: found.method as 'newcombe' | 't', p: decimal6Up(found.twoSided), chance: found.twoSided },
  };
}

function differenceOf(pairs: Pairs, repetitions: number) {
  return { cases: pairs.length, ...differenceTexts(compare(pairs, designOf(repetitions))) };
}

const differenceTexts = ({ value, low, high }: Compared) => ({
  difference: nearestSigned(value),
  interval: [signedDown(low), signedUp(high)],
});

/** The four counts of single runs; of repeats, which of the two did better. */
function countsOf(pairs: Pairs, repetitions: number) {
  const { wins, losses, ties } = splitOf(pairs.map(([a, b]) => a - b));
  if (repetitions > 1) return { a_better: wins, b_better: losses, tied: ties };
  const both = pairs.filter(([a, b]) => a === 1 && b === 1).length;
  return { both, only_a: wins, only_b: losses, neither: ties - both };
}

/** What `a` took beside `b`, by run. */
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

function withFamily(results: readonly Result[]): ComparisonResult[] {
  const adjusted = holm(results.map(({ chance }) => chance));
  return results.map(({ chance: _, cost_ratio, intact, ...rest }, at) => ({
    ...rest,
    p_family: decimal6Up(adjusted[at]!),
    cost_ratio,
    ...(intact && { intact }),
  }));
}

type Noise = Exclude<ComparisonNoise, 'unavailable'>;

function noiseOf({ a, b, repeats }: Noise, columnOf: (arm: string) => ArmColumn): Noise {
  const lettersOf = (arm: string, at: 0 | 1): string[] => {
    const { verdicts } = columnOf(arm);
    return repeats ? verdicts.map(each => each[repeats[at]! - 1] ?? '-') : verdicts;
  };
  return noiseFrom({ a, b, repeats }, pairRates(lettersOf(a, 0), lettersOf(b, 1)));
}

function noiseFrom({ a, b, repeats }: Pick<Noise, 'a' | 'b' | 'repeats'>, pairs: Pairs): Noise {
  const found = compared(pairs, 1);
  return {
    ...{ a, b, ...(repeats && { repeats }), cases: pairs.length },
    ...{ only_a: found.only_a ?? 0, only_b: found.only_b ?? 0, both: found.both ?? 0 },
    ...{ difference: found.difference, interval: found.interval },
  };
}

/**
 * The same from counts that a document states, where no table may be published: the counts are taken as they are, and all else is computed.
 * @throws Error when a result states no counts
 */
export function computeFromCounts(document: ComparisonFields): Computed {
  const repeats = new Map(document.arms.map(({ id, repeats: runs }) => [id, runs]));
  const pairs = new Map(document.results.map(result => [result, ratesFrom(result, repeats)]));
  const answers = document.answers.map(stated => {
    const [result, own] = [...pairs].find(([{ a, b }]) => a === stated.arm || b === stated.arm) ?? [];
    if (!result || !own) return stated;
    const rates = own.map(pair => pair[result.a === stated.arm ? 0 : 1]);
    return { ...stated, rate: rateTexts(rates, repeats.get(stated.arm) ?? 1) };
  });
  const totals = new Map(answers.map(each => [each.arm, each]));
  const results = withFamily(
    document.results.map(result => {
      const repetitions = Math.max(repeats.get(result.a) ?? 1, repeats.get(result.b) ?? 1);
      return {
        ...{ a: result.a, b: result.b, ...compared(pairs.get(result)!, repetitions) },
        ...(result.joint && { joint: result.joint }),
        cost_ratio: ratioOfTotals(totals.get(result.a), totals.get(result.b)),
      };
    }),
  ).map(result => ({ ...result, not_recomputed_here: true as const }));
  const { noise } = document;
  const again = noise === 'unavailable' ? noise : noiseFrom(noise, noisePairs(noise));
  return { answers, results, noise: again, headline: headlineOf(document, answers) };
}

const times = (cases: number, a: number, b: number) => Array.from({ length: cases }, () => [a, b] as const);

function noisePairs({ cases, only_a, only_b, both }: Noise): Pairs {
  const neither = Math.max(0, cases - only_a - only_b - both);
  return [...times(both, 1, 1), ...times(only_a, 1, 0), ...times(only_b, 0, 1), ...times(neither, 0, 0)];
}

/** The rates of both arms on each case, as counts tell them. */
function ratesFrom(result: ComparisonResult, repeats: ReadonlyMap<string, number>): Pairs {
  const { a, b, joint, both, only_a, only_b, neither } = result;
  if (joint) {
    const [own, other] = [repeats.get(a) ?? 1, repeats.get(b) ?? 1];
    return joint.flatMap(each => times(each.cases, each.a / own, each.b / other));
  }
  if (both === undefined || only_a === undefined || only_b === undefined || neither === undefined)
    throw new Error(`The result of ${a} and ${b} states no counts.`);
  return [...times(both, 1, 1), ...times(only_a, 1, 0), ...times(only_b, 0, 1), ...times(neither, 0, 0)];
}

function ratioOfTotals(
  a: ComparisonAnswers | undefined,
  b: ComparisonAnswers | undefined,
): ComparisonResult['cost_ratio'] {
  if (!a?.total || !b?.total || a.total.of !== b.total.of) return 'unknown';
  const [own, other] = [a, b].map(({ total, runs }) => Number(total!.amount) / runs);
  return other! > 0 ? { of: a.total.of, ratio: [decimalText(own! / other!)] } : 'unknown';
}
