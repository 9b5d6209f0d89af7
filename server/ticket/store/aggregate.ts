/**
 * Counts the reports in each cell: by cohort, page kind, precision and outcome, never pooled (docs/use-tickets.md#16). The counts
 * of a cell are kept for each reporter. They show how many reporters a cell has, and how large the share of each is.
 */
import type { Cohort, SubjectKind } from '#document/message/use-receipt-acceptance.ts';
import { type Backend, inLockOrder, type Transaction, writeEach } from '../../store/database/backend.ts';
import type { ReportPrecision } from '../../store/database/tables.ts';

/** The cell of the published table that a report belongs to. */
interface Cell {
  cohort: Cohort;
  pageKind: SubjectKind;
  precision: ReportPrecision;
  outcome: string;
}

export interface CountedCell extends Cell {
  reports: number;
  /** The number of networks or credentials that sent reports, and the number of reports of the one that sent most. */
  reporters: number;
  largest: number;
}

/** A change of the count of a reporter in a cell. */
export interface CellChange extends Cell {
  /** The id of a credential, or the id of a visitor's IPv4 /24 or IPv6 /48, made with a secret key. */
  reporter: string;
  reports: number;
}

/** Makes the function whose body changes the counts of cells. */
export function reportCounter(backend: Backend): (changes: readonly CellChange[]) => Transaction<void> {
  const columns = {
    cohort: 'text',
    page_kind: 'text',
    precision: 'text',
    outcome: 'text',
    reporter: 'text',
    reports: 'bigint',
  } as const;
  const names = Object.keys(columns).join(', ');
  const add = `
    INSERT INTO report_count (${names}) SELECT ${names} FROM ${backend.rowsOf(columns)} WHERE true
    ON CONFLICT (cohort, page_kind, precision, outcome, reporter)
    DO UPDATE SET reports = report_count.reports + excluded.reports`;
  return changes => writeEach(add, summed(changes));
}

function summed(changes: readonly CellChange[]): object[] {
  const counted = new Map<string, { reports: number }>();
  for (const { cohort, pageKind, precision, outcome, reporter, reports } of changes) {
    const key = `${cohort},${pageKind},${precision},${outcome},${reporter}`;
    const row = counted.get(key);
    if (row) row.reports += reports;
    else counted.set(key, { ...{ cohort, page_kind: pageKind, precision, outcome, reporter }, reports });
  }
  return inLockOrder(counted);
}

/** Returns every cell that has a report, in a fixed order. */
export async function readAggregates(backend: Backend): Promise<CountedCell[]> {
  const cell = 'cohort, page_kind, "precision", outcome';
  const found = await backend.survey<Omit<CountedCell, 'reports'> & { reports: number | string }>(
    `SELECT cohort, page_kind AS "pageKind", "precision", outcome,
       sum(reports) AS reports, count(*) AS reporters, max(reports) AS largest
     FROM report_count WHERE reports > 0 GROUP BY ${cell} ORDER BY ${cell}`,
  );
  // PostgreSQL returns the sum of whole numbers as a decimal, which arrives as text.
  return found.map(({ reports, ...cell }) => ({ ...cell, reports: Number(reports) }));
}
