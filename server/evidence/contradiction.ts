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

/** Lists the contradictions in evidence, a sentence each. */
export function contradictionsIn({ results, pairs }: Pick<EvidenceSnapshot, 'results' | 'pairs'>): string[] {
  const rates = new Map(results.map(({ lock, pass_rate }) => [lock, Number(pass_rate)]));
  const outside = (what: string, [value = 0, low = 0, high = 0]: readonly number[]) =>
    low <= value && value <= high
      ? []
      : [`${what} is ${value}, which is outside its interval ${low} to ${high}.`];
  return [
    ...results.flatMap(
      ({ pass_rate, pass_rate_low, pass_rate_high, effective_low, effective_high }, index) => [
        ...outside(`results[${index}].pass_rate`, [pass_rate, pass_rate_low, pass_rate_high].map(Number)),
        ...outside(`results[${index}].pass_rate`, [pass_rate, effective_low, effective_high].map(Number)),
      ],
    ),
    ...pairs.flatMap(({ first, second, difference = [], worst, best }, index) => {
      const [value = 0] = difference.map(Number);
      const byRates = rates.get(first)! - rates.get(second)!;
      const extremes = worst && best ? [value, Number(worst[0]), Number(best[0])] : [];
      return [
        ...outside(`pairs[${index}].difference`, difference.map(Number)),
        ...(extremes.length > 0 ? outside(`pairs[${index}].difference`, extremes) : []),
        ...(Math.abs(byRates - value) <= rounding
          ? []
          : [`pairs[${index}].difference is ${value}, but the rates differ by ${byRates.toFixed(4)}.`]),
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
