/** `npm run verify -- decision PATH…`: verifies the decisions in saved files. */
import { readFileSync } from 'node:fs';
import { markdownFiles } from '../../support/markdown-files.ts';
import { readDocuments } from './documents.ts';
import { type Finding, linesOf, verifyDecisions } from './verify.ts';

/**
 * Verifies every recommendation in files, or in the Markdown files of folders.
 * @param keys the ids of the trusted keys; if empty, the listed keys are trusted
 * @returns the report, and whether there is a recommendation, none has a fault, and `keys`, if any are given, signed all
 * @throws Error of the file system
 */
export function verifyFiles(
  paths: readonly string[],
  keys: readonly string[],
): { report: string; isVerified: boolean } {
  const files = paths.flatMap(markdownFiles);
  const documents = readDocuments(new Map(files.map(file => [file, readFileSync(file, 'utf8')])));
  if (keys.length > 0) documents.keys = documents.keys.filter(({ key_id }) => keys.includes(key_id));
  const findings = verifyDecisions(documents);
  const isBelieved = keys.length === 0 || findings.every(({ isSigned }) => isSigned);
  const isVerified = isBelieved && findings.length > 0 && findings.every(({ faults }) => faults.length === 0);
  const lines = [
    ...linesOf(findings),
    ...documents.unread.map(reason => `left out: ${reason}`),
    ...(findings.length === 0 ? ['There is no recommendation among these files.'] : []),
    verdictOf(isVerified, findings),
  ];
  return { report: `${lines.join('\n')}\n`, isVerified };
}

function verdictOf(isVerified: boolean, findings: readonly Finding[]): string {
  if (!isVerified) return 'NOT verified';
  const isUnsigned = findings.some(({ isSigned }) => !isSigned);
  return isUnsigned ? 'computed again as stated, without all signatures' : 'verified';
}
