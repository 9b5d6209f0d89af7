/** Aggregates as they may be published: never pooled, small cells withheld (decisions, Use tickets 12). */

import { outcomes } from '#document/kind/use-receipt.ts';
import { compactOutcomes } from '#document/kind/use-receipt-acceptance.ts';

/** A cell under this many reports is withheld. */
export const smallestCell = 10;
export const withheld = `fewer than ${smallestCell}`;

/** A count of reports of one kind. */
export interface ReportCell {
  cohort: string;
  pageKind: string;
  /** `exact` or `family`; `compact` for reports that name no model; `none` for tickets that expired without a report. */
  precision: string;
  outcome: string;
  reports: number;
}

/** A count as it may be shown. */
export const shown = (reports: number): number | string => (reports < smallestCell ? withheld : reports);

/** The section of `/status.md` on reports: a table of the rows that have a cell large enough to be shown. */
export function reportSection(cells: readonly ReportCell[], isPaused: boolean): string {
  const tables = [
    table(cells, 'model named', outcomes, cell => cell.precision !== 'compact'),
    table(cells, 'report', compactOutcomes, cell => cell.precision === 'compact'),
  ].filter(text => text !== '');
  return `## Use reports

Agents report once on each use ticket what happened. These are self-reports: no evidence, and no recommendation reads them. They are counted by cohort, kind of page, precision of the model's name and outcome, and never pooled. \`none\` counts tickets that expired without a report. A count below ${smallestCell} reads \`${withheld}\`, as does every count that is not listed.
${isPaused ? '\nReporting is paused at present.\n' : ''}${tables.map(text => `\n${text}`).join('')}`;
}

function table(
  cells: readonly ReportCell[],
  label: string,
  columns: readonly string[],
  belongs: (cell: ReportCell) => boolean,
): string {
  const large = cells.filter(cell => belongs(cell) && cell.reports >= smallestCell);
  if (large.length === 0) return '';
  const rows = new Map<string, Map<string, number>>();
  for (const { cohort, pageKind, precision, outcome, reports } of large) {
    const key = `| ${cohort} | ${pageKind} | ${precision} |`;
    rows.set(key, (rows.get(key) ?? new Map()).set(outcome, reports));
  }
  const head = `| cohort | page | ${label} | ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length + 3)}\n`;
  const lines = [...rows].map(
    ([key, counts]) => `${key} ${columns.map(column => shown(counts.get(column) ?? 0)).join(' | ')} |\n`,
  );
  return head + lines.join('');
}
