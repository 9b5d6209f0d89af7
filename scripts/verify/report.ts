/** The report of a verification, for people. */
import type { Fault } from './fault.ts';

/** What a verification looked at and found. */
export interface Report {
  name: string;
  baseUrl: string;
  pages: number;
  artifacts: number;
  logEntries: number;
  /** By the name of the check, in its order. */
  results: readonly { check: string; faults: readonly Fault[] }[];
}

export const faultCount = ({ results }: Report): number =>
  results.reduce((sum, { faults }) => sum + faults.length, 0);

/** The most faults that are shown of one check, since one cause can have many. */
const maxShown = 25;

/** The report as text: a line for each check, and under it what it found. */
export function writeReport(report: Report): string {
  const lines = report.results.flatMap(({ check, faults }) => [
    `${faults.length === 0 ? 'ok  ' : 'FAIL'} ${check}`,
    ...faults.slice(0, maxShown).map(({ where, message }) => `     ${where}: ${message}`),
    ...(faults.length > maxShown ? [`     … and ${faults.length - maxShown} more`] : []),
  ]);
  return `${[...lines, summary(report)].join('\n')}\n`;
}

function summary(report: Report): string {
  const { name, baseUrl, pages, artifacts, logEntries } = report;
  const faults = faultCount(report);
  const seen = `${pages} pages, ${artifacts} artifacts, ${logEntries} log entries of ${baseUrl || 'an unknown address'}`;
  const verdict = faults === 0 ? 'verified' : `NOT verified: ${faults} ${faults === 1 ? 'fault' : 'faults'}`;
  return `${name} ${verdict} (${seen})`;
}
