/** How many independent runs a number of repeated ones is worth. */

/**
 * Runs divided by the design effect (L. Kish, Survey Sampling, 1965): how much more the pass rates of cases vary than they
 * would if every run were independent. Repetitions of one case resemble one another, so ten runs of ten cases tell more
 * than a hundred runs of one. Rounded down; between the number of cases and the number of runs. Where nothing varies at
 * all the effect cannot be told, and each case counts once.
 */
export function effectiveRuns(cases: readonly { runs: number; passes: number }[]): number {
  const runs = cases.reduce((sum, each) => sum + each.runs, 0);
  const passes = cases.reduce((sum, each) => sum + each.passes, 0);
  if (runs === cases.length) return runs;
  const rate = passes / runs;
  const expected = (rate * (1 - rate)) / runs;
  if (expected === 0 || cases.length < 2) return cases.length;
  const spread = cases.reduce((sum, each) => sum + (each.passes / each.runs - rate) ** 2, 0);
  const observed = spread / (cases.length - 1) / cases.length;
  const effect = Math.max(1, observed / expected);
  return Math.max(cases.length, Math.floor(runs / effect));
}
