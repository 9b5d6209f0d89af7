/** Counts the cases of a suite that distinguish locks. */
import type { Column } from './table.ts';

interface ItemReport {
  /** The number of cases that every lock passed in every run. */
  all_passed: number;
  /** The number of cases that no lock passed in any run. */
  none_passed: number;
  /** The number of cases that some lock passed in one repetition and not in another. */
  flipped: number;
  /** The number of cases on which the pass rates of two locks differ. Only these tell anything about which lock is better. */
  discriminating: number;
}

/**
 * Counts the cases of a suite by what they tell about locks.
 * @param columns the cells of each lock, of at least one, over the same cases
 */
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
