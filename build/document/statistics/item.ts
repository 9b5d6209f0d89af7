/** The worth of the cases of a suite: how many of them tell locks apart. */
import type { Column } from './table.ts';

interface ItemReport {
  /** Cases that every lock passed in every run. */
  all_passed: number;
  /** Cases that no lock passed in any run. */
  none_passed: number;
  /** Cases that some lock passed in one repetition and not in another. */
  flipped: number;
  /** Cases on which the pass rates of two locks differ: only these say anything about which is better. */
  discriminating: number;
}

/** @param columns of all locks, over the same cases; at least one */
export function itemReport(columns: readonly Column[]): ItemReport {
  const report = { all_passed: 0, none_passed: 0, flipped: 0, discriminating: 0 };
  for (const id of columns[0]!.keys()) {
    const cells = columns.map(column => column.get(id)!);
    const rates = cells.map(({ runs, passes }) => passes / runs);
    if (rates.every(rate => rate === 1)) report.all_passed += 1;
    if (rates.every(rate => rate === 0)) report.none_passed += 1;
    if (rates.some(rate => rate > 0 && rate < 1)) report.flipped += 1;
    if (rates.some(rate => rate !== rates[0])) report.discriminating += 1;
  }
  return report;
}
