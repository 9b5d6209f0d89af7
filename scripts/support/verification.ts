/** Writes the report of a verification, for people. */
import type { CheckFault } from './fault.ts';

/** The names of the checks in a report; each fault belongs to one of them. */
export type CheckName =
  | 'files and digests'
  | 'manifest signature'
  | 'answers'
  | 'required addresses'
  | 'schemas'
  | 'sitemap'
  | 'links'
  | 'derived pages'
  | 'reading edition'
  | 'keys'
  | 'transparency log'
  | 'artifacts and signatures'
  | 'statuses'
  | 'withdrawn versions'
  | 'settings of exports'
  | 'security contact'
  | 'skill';

/** The pages that another release made and this release makes differently. They are neither right nor wrong. */
export interface Underived {
  /** The other release, in words. */
  builder: string;
  faults: readonly CheckFault[];
}

/** The scope and the results of a verification. */
export interface Verification {
  name: string;
  baseUrl: string;
  pages: number;
  artifacts: number;
  logEntries: number;
  /** The results of the checks, in their order. */
  results: readonly { check: CheckName; help: string; faults: readonly CheckFault[] }[];
  underived?: Underived;
}

export const faultCount = ({ results }: Verification): number =>
  results.reduce((sum, { faults }) => sum + faults.length, 0);

/** The most faults of one check that are shown, since one cause can have many. */
const maxShown = 25;

/** Writes the report as text: a line for each check, followed by its faults and what to do about them. */
export function writeVerification(report: Verification): string {
  const { underived } = report;
  const lines = report.results.flatMap(({ check, help, faults }) => [
    `${faults.length === 0 ? 'ok  ' : 'FAIL'} ${check}`,
    ...shown(faults),
    ...(faults.length > 0 ? [`     What to do: ${help}`] : []),
  ]);
  const otherwise = underived
    ? [
        `not  derived: the tree was made by ${underived.builder}`,
        ...shown(underived.faults),
        '     What to do: verify with the release that made the tree. Until then, believe of these pages what the signature says.',
      ]
    : [];
  return `${[...lines, ...otherwise, summary(report)].join('\n')}\n`;
}

const shown = (faults: readonly CheckFault[]): string[] => [
  ...faults.slice(0, maxShown).map(({ where, message }) => `     ${where}: ${message}`),
  ...(faults.length > maxShown ? [`     … and ${faults.length - maxShown} more`] : []),
];

function summary(report: Verification): string {
  const { name, baseUrl, pages, artifacts, logEntries, underived } = report;
  const faults = faultCount(report);
  const seen = `${pages} pages, ${artifacts} artifacts, ${logEntries} log entries of ${baseUrl || 'an unknown address'}`;
  const except = underived
    ? `, but for ${plural(underived.faults.length, 'difference')} that could not be derived`
    : '';
  const verdict = faults === 0 ? `verified${except}` : `NOT verified: ${plural(faults, 'fault')}`;
  return `${name} ${verdict} (${seen})`;
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
