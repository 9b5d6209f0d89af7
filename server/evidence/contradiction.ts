/**
 * Contradictions in evidence: an estimate that lies outside its own interval, or two different numbers for one quantity
 * (docs/evidence.md#3).
 */
import type { EvidenceSnapshot } from '#document/evaluation/evidence-snapshot.ts';

/**
 * The largest error by rounding. Both ends of an interval are rounded outwards, and the difference of two rounded rates may be
 * off by one in its last digit.
 */
const rounding = 0.000_11;

/**
 * Returns a sentence if an estimate lies outside its interval, otherwise an empty list.
 * @param what the field that holds the estimate
 * @param estimate the value and the ends of its interval, low and high, as documents write them
 */
export function outside(what: string, estimate: readonly string[]): string[] {
  const [value = 0, low = 0, high = 0] = estimate.map(Number);
  if (low <= value && value <= high) return [];
  return [`${what} is ${value}, which is outside its interval ${low} to ${high}.`];
}

/** Lists the contradictions in evidence, a sentence each. */
export function contradictionsIn({ results, pairs }: Pick<EvidenceSnapshot, 'results' | 'pairs'>): string[] {
  const rates = new Map(results.map(({ lock, pass_rate }) => [lock, Number(pass_rate)]));
  return [
    ...results.flatMap(
      ({ pass_rate, pass_rate_low, pass_rate_high, effective_low, effective_high }, index) => [
        ...outside(`results[${index}].pass_rate`, [pass_rate, pass_rate_low, pass_rate_high]),
        ...outside(`results[${index}].pass_rate`, [pass_rate, effective_low, effective_high]),
      ],
    ),
    ...pairs.flatMap(({ first, second, difference = [], worst, best }, index) => {
      const what = `pairs[${index}].difference`;
      const value = Number(difference[0] ?? 0);
      const byRates = rates.get(first)! - rates.get(second)!;
      return [
        ...outside(what, difference),
        ...(worst && best ? outside(what, [difference[0] ?? '', worst[0]!, best[0]!]) : []),
        ...(Math.abs(byRates - value) <= rounding
          ? []
          : [`${what} is ${value}, but the rates differ by ${byRates.toFixed(4)}.`]),
      ];
    }),
  ];
}

/**
 * Refuses to sign evidence that contradicts itself.
 * @throws Error that lists the contradictions
 */
export function refuseContradictions(evidence: Pick<EvidenceSnapshot, 'results' | 'pairs'>): void {
  const found = contradictionsIn(evidence);
  if (found.length > 0) throw new Error(`The evidence contradicts itself: ${found.join(' ')}`);
}
