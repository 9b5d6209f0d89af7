/**
 * Computes the numbers of a comparison without a table, for sources whose licence forbids one. The document states counts, and
 * all other numbers follow from them (docs/comparisons.md#3).
 */
import type { ComparisonAnswers, ComparisonResult } from '../kind/comparison-number.ts';
import { decimalText } from '../kind/share.ts';
import {
  type ComparisonFields,
  type Computed,
  compared,
  computeFromTable,
  headlineOf,
  type Noise,
  noiseFrom,
  type Pairs,
  rateTexts,
  withFamily,
} from './compute.ts';
import type { Totals } from './extract.ts';
import type { CaseTable } from './table.ts';

/**
 * Computes every number from the counts that a document states, for a source whose table may not be published.
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
        a: result.a,
        b: result.b,
        ...compared(pairs.get(result)!, repetitions),
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

/**
 * Returns the pass rates of both arms on each case, from the counts of a result.
 * @throws Error when the result states no counts
 */
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

/**
 * Computes from a table the counts that a document states in place of the table, and the numbers that follow from them. Anyone
 * who has the source can do the same.
 * @param totals the total of each arm, as the source states it
 * @throws Error when the table lacks an arm, or repeated runs lack a verdict
 */
export function countsFromTable(document: ComparisonFields, table: CaseTable, totals: Totals): Computed {
  const { answers: counts, results, noise } = computeFromTable(document, table);
  const answers = counts.map(({ total: _, ...each }) => {
    const total = totals.get(each.arm);
    return { ...each, ...(total && { total: { of: total.of, amount: decimalText(total.amount) } }) };
  });
  const columns = new Map(table.arms.map(column => [column.arm, column]));
  const counted = results.map(({ intact: _, ...result }) => {
    const [a, b] = [columns.get(result.a)!, columns.get(result.b)!];
    if (Math.max(a.repeats, b.repeats) === 1) return result;
    return { ...result, joint: jointOf(a.verdicts, b.verdicts) };
  });
  return computeFromCounts({ ...document, answers, results: counted, noise });
}

/**
 * Counts the cases by the number of times that each of two arms passed them.
 * @throws Error when a run has no verdict
 */
function jointOf(a: readonly string[], b: readonly string[]): NonNullable<ComparisonResult['joint']> {
  const cases = new Map<string, number>();
  for (const [at, letters] of a.entries()) {
    if ((letters + b[at]!).includes('-')) throw new Error('Counts of repeats need a verdict of every run.');
    const passes = [letters, b[at]!].map(each => each.split('p').length - 1).join(' ');
    cases.set(passes, (cases.get(passes) ?? 0) + 1);
  }
  return [...cases]
    .map(([key, count]) => {
      const [own, other] = key.split(' ').map(Number);
      return { a: own!, b: other!, cases: count };
    })
    .sort((one, other) => one.a - other.a || one.b - other.b);
}
