/** Estimates from repetitions the chances that one of k runs passes, and that all of them pass. */
import type { Cell } from './table.ts';

interface PassOfK {
  k: number;
  /** The chance that at least one of k runs of a case passes (pass@k; M. Chen et al., arXiv 2107.03374). */
  any: number;
  /** The chance that all of k runs of a case pass (pass^k; S. Yao et al., arXiv 2406.12045). */
  all: number;
}

const sizes = [2, 3, 4, 5, 8, 10, 20, 50, 100];

/**
 * Returns unbiased estimates over cases, for each usual k up to the number of repetitions; an empty list without repetitions.
 * They are computed as fractions of whole numbers: the exact values often lie halfway between two last digits, and a sum of
 * rounded numbers may fall on the wrong side.
 * @param cells the runs on each case
 */
export function passOfK(cells: readonly Cell[]): PassOfK[] {
  const repetitions = Math.min(...cells.map(({ runs }) => runs));
  return sizes
    .filter(k => k <= repetitions)
    .map(k => ({
      k,
      any: meanShare(cells, ({ runs, passes }) => choose(runs, k) - choose(runs - passes, k), k),
      all: meanShare(cells, ({ passes }) => choose(passes, k), k),
    }));
}

/** Returns the mean over cases of a share: of all ways to choose k runs, those that `ways` counts. */
function meanShare(cells: readonly Cell[], ways: (cell: Cell) => bigint, k: number): number {
  let [sum, whole] = [0n, 1n];
  for (const runs of new Set(cells.map(cell => cell.runs))) {
    const alike = cells.filter(cell => cell.runs === runs);
    const all = choose(runs, k);
    sum = sum * all + alike.reduce((counted, cell) => counted + ways(cell), 0n) * whole;
    whole *= all;
  }
  return fraction(sum, whole * BigInt(cells.length));
}

/** Returns the number nearest to a fraction from 0 to 1. */
function fraction(part: bigint, whole: bigint): number {
  const digits = String((part * 10n ** 40n) / whole).padStart(41, '0');
  return Number(`${digits.slice(0, 1)}.${digits.slice(1)}`);
}

function choose(from: number, chosen: number): bigint {
  let ways = 1n;
  for (let each = 1; each <= chosen; each += 1) ways = (ways * BigInt(from - chosen + each)) / BigInt(each);
  return from < chosen ? 0n : ways;
}
