/**
 * The counts of reports in the form in which they may be published: cells are never pooled, and small cells are withheld
 * (docs/use-tickets.md#17).
 */

import { compactOutcomes, outcomes } from '#document/message/outcome.ts';

/** The fewest reports of a cell that is shown. A smaller cell is withheld with everything known about it. */
export const smallestCell = 10;
export const withheld = `fewer than ${smallestCell}`;

/** The number of reports in a cell, and of those who sent them. */
export interface ReportCell {
  cohort: string;
  pageKind: string;
  /**
   * How the reports name their model: `exact` or `family`; `compact` if they name none; `none` for tickets that expired without
   * a report; `discarded` for reports that the operator took out.
   */
  precision: string;
  outcome: string;
  reports: number;
  /** The number of networks, or invited credentials, that sent the reports. */
  reporters: number;
  /** The number of reports from the network or credential that sent most. */
  largest: number;
}

/** Returns a count in the form in which it may be shown: the number, or a word for a number that is withheld. */
export const shown = (reports: number): number | string => (reports < smallestCell ? withheld : reports);

/** Returns the share of the network or credential that sent most, in whole per cent, and at least 1. */
export const largestPercent = ({ largest, reports }: ReportCell): number =>
  Math.max(1, Math.round((100 * largest) / reports));

/** Writes the section of `/status.md` on reports: a table of the rows that have a cell which may be shown. */
export function reportSection(cells: readonly ReportCell[], isPaused: boolean): string {
  const isCompact = ({ outcome }: ReportCell) => (compactOutcomes as readonly string[]).includes(outcome);
  const tables = [
    table(cells, 'model named', outcomes, cell => !isCompact(cell)),
    table(cells, 'report', compactOutcomes, isCompact),
  ].filter(text => text !== '');
  return `## Use reports

Agents report once on each use ticket what happened. These are self-reports: no evidence, and no recommendation reads \
them. They are counted by cohort, kind of page, precision of the model's name and outcome, and never pooled. \`none\` \
counts tickets that expired without a report. \`discarded\` counts reports that the operator took out of the other \
rows, such as many from one sender. A count below ${smallestCell} reads \`${withheld}\`, as does every count that is \
not listed.

Beside each count stand the number of networks (an IPv4 /24 or IPv6 /48) or invited credentials that it is from, and \
the share of the largest one. A count with few networks, or one large share, may be the work of one sender; so may one \
with many networks. Ids of networks change with the ticket key. A network that was counted under two keys is counted \
twice, and its share is split.
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
  const rows = new Map<string, Map<string, string>>();
  for (const cell of large) {
    const key = `| ${cell.cohort} | ${cell.pageKind} | ${cell.precision} |`;
    rows.set(key, (rows.get(key) ?? new Map()).set(cell.outcome, described(cell)));
  }
  const head = `| cohort | page | ${label} | ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length + 3)}\n`;
  const lines = [...rows].map(
    ([key, texts]) => `${key} ${columns.map(column => texts.get(column) ?? withheld).join(' | ')} |\n`,
  );
  return head + lines.join('');
}

/** Writes a cell that may be shown: `982 reports from 4 networks, largest 25 %`. */
function described(cell: ReportCell): string {
  const what = cell.precision === 'none' ? 'tickets' : 'reports';
  const sender = `${reporterOf(cell)}${cell.reporters === 1 ? '' : 's'}`;
  return `${cell.reports} ${what} from ${cell.reporters} ${sender}, largest ${largestPercent(cell)} %`;
}

/** Returns the noun for the senders of the reports in a cell: `credential` for the invited, `network` for visitors. */
export const reporterOf = ({ cohort }: Pick<ReportCell, 'cohort'>): 'credential' | 'network' =>
  cohort === 'invited' ? 'credential' : 'network';
