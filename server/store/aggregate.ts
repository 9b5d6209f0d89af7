/** How many reports each cell holds: by cohort, page kind, precision and outcome, never pooled (decisions, Use tickets 12). */
import type { Cohort, SubjectKind } from '#document/kind/use-receipt-acceptance.ts';
import { type Backend, inLockOrder, type Work, writeEach } from './dialect/backend.ts';
import type { ReportPrecision } from './tables.ts';

/** What a report is counted under. */
export interface Cell {
  cohort: Cohort;
  pageKind: SubjectKind;
  precision: ReportPrecision;
  outcome: string;
}

export interface CountedCell extends Cell {
  reports: number;
}

/** The body that adds one report to each of the given cells. */
export function reportCounter(backend: Backend): (cells: readonly Cell[]) => Work<void> {
  const columns = {
    cohort: 'text',
    page_kind: 'text',
    precision: 'text',
    outcome: 'text',
    reports: 'bigint',
  } as const;
  const add = `
    INSERT INTO report_count (cohort, page_kind, precision, outcome, part, reports)
    SELECT cohort, page_kind, precision, outcome, ${backend.partOfCount}, reports
    FROM ${backend.rowsOf(columns)} WHERE true
    ON CONFLICT (cohort, page_kind, precision, outcome, part)
    DO UPDATE SET reports = report_count.reports + excluded.reports`;
  return function* countReports(cells) {
    yield* writeEach(add, summed(cells));
  };
}

function summed(cells: readonly Cell[]): object[] {
  const counted = new Map<string, { reports: number }>();
  for (const { cohort, pageKind, precision, outcome } of cells) {
    const key = [cohort, pageKind, precision, outcome].join();
    const row = counted.get(key) ?? { cohort, page_kind: pageKind, precision, outcome, reports: 0 };
    row.reports += 1;
    counted.set(key, row);
  }
  return inLockOrder(counted);
}

/** Every cell that holds a report, in a fixed order. */
export async function readAggregates(backend: Backend): Promise<CountedCell[]> {
  const found = await backend.kysely
    .selectFrom('report_count')
    .select(['cohort', 'page_kind as pageKind', 'precision', 'outcome'])
    .select(each => each.fn.sum('reports').as('reports'))
    .groupBy(['cohort', 'page_kind', 'precision', 'outcome'])
    .orderBy('cohort')
    .orderBy('page_kind')
    .orderBy('precision')
    .orderBy('outcome')
    .execute();
  // PostgreSQL sums whole numbers to a decimal, which comes as text.
  return found.map(({ reports, ...cell }) => ({ ...cell, reports: Number(reports) }));
}
