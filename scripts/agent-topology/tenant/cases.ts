/** Reads the passes and costs of each lock on each case of an evaluation, page by page (docs/evaluations.md#16). */
import { type EvaluationCases, evaluationCases } from '#document/evaluation/evaluation-cases.ts';
import type { EvidenceSnapshot } from '#document/evaluation/evidence-snapshot.ts';
import { refused } from '../../runner/client.ts';
import { type Connection, read } from './connection.ts';

interface CasesPage {
  text: string;
  fields: EvaluationCases;
}

/** The most cases of a suite that are read, and the most runs over all of them. */
const [mostCases, mostRuns] = [2000, 200_000];
/** The most characters in all pages of a table, which is several times the size of the largest table. */
const longestTable = 16 * 1024 * 1024;

/**
 * Reads the table of an evaluation.
 * @param evidence evidence that was checked; the table must belong to its plan, and stay within its numbers
 * @throws Failure when a page does not fit, or the pages do not end
 */
export async function readCases(
  connection: Connection,
  evidence: Pick<EvidenceSnapshot, 'job' | 'plan' | 'suite' | 'repetitions'>,
): Promise<CasesPage[]> {
  const pages: CasesPage[] = [];
  const total = { cases: 0, runs: 0, characters: 0 };
  let after: number | undefined = 0;
  while (after !== undefined) {
    const route: string = `evaluations/${evidence.job}/cases.md?limit=500&after=${after}`;
    const { fields, text }: CasesPage = await read(connection, route, evaluationCases);
    const wrong = wrongWith(fields, evidence, after);
    if (wrong !== undefined) throw refused(`GET ${route}: ${wrong}`);
    total.cases += fields.cases.length;
    total.characters += text.length;
    for (const { runs } of fields.cases) total.runs += runs.reduce((sum, each) => sum + each, 0);
    if (total.cases > mostCases || total.runs > mostRuns || total.characters > longestTable)
      throw refused(`GET ${route}: the answer is longer than the table of an evaluation can be.`);
    pages.push({ fields, text });
    after = fields.next_after;
  }
  return pages;
}

function wrongWith(
  { job, plan, suite, locks, cases, next_after: next }: EvaluationCases,
  evidence: Pick<EvidenceSnapshot, 'job' | 'plan' | 'suite' | 'repetitions'>,
  after: number,
): string | undefined {
  if (job !== evidence.job || plan !== evidence.plan || suite !== evidence.suite)
    return `the answer is not the table of ${evidence.job}, its plan and its suite.`;
  let before = after;
  for (const { number, runs, passes, tokens, elapsed_milliseconds: elapsed } of cases) {
    if (number <= before) return `its cases do not go on after ${before}.`;
    if ([runs, passes, tokens, elapsed].some(column => column.length !== locks.length))
      return `case ${number} does not have a value for each of ${locks.length} locks.`;
    if (runs.some((count, arm) => count > evidence.repetitions || passes[arm]! > count))
      return `case ${number} has more runs than repetitions, or more passes than runs.`;
    before = number;
  }
  return next !== undefined && (next <= after || cases.length === 0) ? 'its pages do not go on.' : undefined;
}
