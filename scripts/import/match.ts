/** Which case of a suite each result belongs to, by a rule that the user declares (docs/imports.md#7). */
import { Failure } from '../support/failure.ts';
import { readPairs } from './csv.ts';
import type { ImportedResult } from './result.ts';

/** The name of a case in the suite, from its name in a file; undefined when there is none. */
type CaseRule = (caseId: string) => string | undefined;

/** A result with the assignment that it stands for. */
export interface MatchedResult extends ImportedResult {
  /** The case of the suite. */
  suite_case: string;
  repetition: number;
}

interface CaseMatch {
  matched: MatchedResult[];
  /** Runs of the plan without a result. */
  missing: { suite_case: string; repetition: number }[];
  /** Results whose case is not in the suite. */
  unknown: ImportedResult[];
  /** Results for a run that has one already. */
  doubled: ImportedResult[];
  /** Results of more repetitions than are asked for. */
  surplus: ImportedResult[];
}

/**
 * Reads a rule: `exact`, `slug` or `csv:FILE`.
 * @throws Failure when it is none of these, or the file cannot be read
 */
export function caseRule(text: string): CaseRule {
  if (text === 'exact') return caseId => caseId;
  if (text === 'slug') return slugOf;
  if (text.startsWith('csv:') && text !== 'csv:') {
    const pairs = readPairs(text.slice('csv:'.length));
    return caseId => pairs.get(caseId);
  }
  throw new Failure('wrongUse', `There is no rule \`${text}\` for cases. Use exact, slug or csv:FILE.`);
}

/** Lowercase words joined by hyphens, as names in a suite are: `django__django-11099` is `django-django-11099`. */
const slugOf = (caseId: string): string =>
  caseId
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/**
 * Matches the results of one team with the runs of a plan. A result that names no repetition is that of the first file
 * which has the case, the second such file, and so on.
 * @param cases the cases of the suite
 * @param repetitions how often the plan runs each case
 */
export function matchCases(
  results: readonly ImportedResult[],
  { cases, repetitions, rule }: { cases: readonly string[]; repetitions: number; rule: CaseRule },
): CaseMatch {
  const known = new Map(cases.map(each => [each, new Map<number, MatchedResult>()]));
  const match: CaseMatch = { matched: [], missing: [], unknown: [], doubled: [], surplus: [] };
  for (const result of results) {
    const suiteCase = rule(result.case_id) ?? '';
    const runs = known.get(suiteCase);
    const repetition = result.repetition ?? next(runs, result.file);
    if (!runs) match.unknown.push(result);
    else if (runs.has(repetition)) match.doubled.push(result);
    else if (repetition > repetitions) match.surplus.push(result);
    else runs.set(repetition, { ...result, suite_case: suiteCase, repetition });
  }
  for (const [suite_case, runs] of known) {
    match.matched.push(...runs.values());
    for (let repetition = 1; repetition <= repetitions; repetition += 1)
      if (!runs.has(repetition)) match.missing.push({ suite_case, repetition });
  }
  return match;
}

/** The repetition of a result that names none: a case is run once in each file. */
function next(runs: ReadonlyMap<number, MatchedResult> = new Map(), file: string): number {
  for (const run of runs.values()) if (run.file === file) return run.repetition;
  return runs.size + 1;
}
