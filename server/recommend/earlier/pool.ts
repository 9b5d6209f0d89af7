/** What all usable evidence says of one lock (docs/recommendations.md#2). */
import type { LockResult } from '#build/evaluation/evidence-snapshot.ts';
import { ratesOf } from '../../evidence/earlier/rates.ts';
import { byNewest, type Evidence } from '../input.ts';

/**
 * The result of a lock over all its evaluations. Counts are added. Runs of the same suite resemble each other, so a suite is worth as
 * many effective runs as its best evaluation. Tokens and time are those of the evaluation with the most runs, since
 * quantiles cannot be added. Where one of them might stop early, the one with the most runs stands alone: rates that decided when
 * to stop cannot be added either.
 * @param results in any order, at least one
 */
export function pooled(results: readonly { result: LockResult; evidence: Evidence }[]): LockResult {
  const [first, ...others] = [...results].sort(byRuns).map(({ result }) => result);
  const mayStop = results.some(({ evidence }) => evidence.snapshot.method?.stopping === 'anytime');
  if (others.length === 0 || mayStop) return first!;
  const sum = (field: 'runs' | 'passes' | 'partials' | 'fails' | 'errors' | 'lost') =>
    results.reduce((total, { result }) => total + result[field], 0);
  const [runs, passes] = [sum('runs'), sum('passes')];
  return {
    ...first!,
    ...{
      runs,
      passes,
      partials: sum('partials'),
      fails: sum('fails'),
      errors: sum('errors'),
      lost: sum('lost'),
    },
    ...ratesOf({ passes, runs, effective: effectiveRuns(results) }),
  };
}

/** The most runs first; of as many, the newest. */
export const byRuns = (
  a: { result: LockResult; evidence: Evidence },
  b: { result: LockResult; evidence: Evidence },
): number => b.result.runs - a.result.runs || byNewest(a.evidence, b.evidence);

function effectiveRuns(results: readonly { result: LockResult; evidence: Evidence }[]): number {
  const bySuite = new Map<string, number>();
  for (const { result, evidence } of results) {
    const { suite } = evidence.snapshot;
    bySuite.set(suite, Math.max(bySuite.get(suite) ?? 0, result.effective_runs));
  }
  return [...bySuite.values()].reduce((total, each) => total + each, 0);
}
