/** What repetitions tell: whether one of k tries passes, and whether all of them do. */
import { logChoose } from './sign-test.ts';
import type { Cell } from './table.ts';

interface PassOfK {
  k: number;
  /** The chance that at least one of k runs of a case passes (pass@k; M. Chen et al., arXiv 2107.03374). */
  any: number;
  /** The chance that all of k runs of a case pass (pass^k; S. Yao et al., arXiv 2406.12045). */
  all: number;
}

const sizes = [2, 3, 4, 5, 8, 10, 20, 50, 100];

/** Unbiased estimates over cases, for each usual k up to the number of repetitions; none without repetitions. */
export function passOfK(cells: readonly Cell[]): PassOfK[] {
  const repetitions = Math.min(...cells.map(({ runs }) => runs));
  return sizes
    .filter(k => k <= repetitions)
    .map(k => ({
      k,
      any: mean(cells.map(({ runs, passes }) => 1 - shareOfDraws(runs - passes, runs, k))),
      all: mean(cells.map(({ runs, passes }) => shareOfDraws(passes, runs, k))),
    }));
}

/** Of all ways to draw k of the runs, the share that draws only from these. */
const shareOfDraws = (from: number, runs: number, k: number): number =>
  from < k ? 0 : from === runs ? 1 : Math.exp(logChoose(from, k) - logChoose(runs, k));

const mean = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / values.length;
