/** Finds the case of a suite to which each result belongs, by a rule that the user declares (docs/imports.md#5). */
import { wrongUse } from '../../support/failure.ts';
import type { ImportedResult } from './result.ts';

/** Returns the name of a case in the suite, given its name in a file. */
type CaseRule = (caseId: string) => string;

/** A result, with the run of the plan to which it belongs. */
export interface MatchedResult extends ImportedResult {
  /** The name of the case in the suite. */
  suite_case: string;
  repetition: number;
}

interface CaseMatch {
  matched: MatchedResult[];
  /** The runs of the plan that have no result. */
  missing: { suite_case: string; repetition: number }[];
  /** The results for which the plan has no run, or only a run that has a result already. */
  unfit: { result: ImportedResult; why: 'is not in the plan' | 'has a result already' }[];
}

/**
 * Returns the rule with a name, `exact` or `slug`.
 * @throws Failure for any other name
 */
export function caseRule(text: string): CaseRule {
  if (text === 'exact') return caseId => caseId;
  if (text === 'slug') return slugOf;
  throw wrongUse(`There is no rule \`${text}\` for cases. Use exact or slug.`);
}

/**
 * Returns a name as suites write it, lowercase words joined by hyphens: `django__django-11099` becomes `django-django-11099`.
 */
const slugOf = (caseId: string): string =>
  caseId
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/**
 * Matches the results of one team with the runs of a plan. A result without a repetition gets 1 in the first file that has its
 * case, 2 in the second such file, and so on.
 * @param cases the cases of the suite
 * @param repetitions how often the plan runs each case
 */
export function matchCases(
  results: readonly ImportedResult[],
  { cases, repetitions, rule }: { cases: readonly string[]; repetitions: number; rule: CaseRule },
): CaseMatch {
  const known = new Map(cases.map(each => [each, new Map<number, MatchedResult>()]));
  const match: CaseMatch = { matched: [], missing: [], unfit: [] };
  for (const result of results) {
    const suiteCase = rule(result.case_id);
    const runs = known.get(suiteCase);
    const repetition = result.repetition ?? next(runs, result.file);
    if (runs?.has(repetition)) match.unfit.push({ result, why: 'has a result already' });
    else if (!runs || repetition > repetitions) match.unfit.push({ result, why: 'is not in the plan' });
    else runs.set(repetition, { ...result, suite_case: suiteCase, repetition });
  }
  for (const [suite_case, runs] of known) {
    match.matched.push(...runs.values());
    for (let repetition = 1; repetition <= repetitions; repetition += 1)
      if (!runs.has(repetition)) match.missing.push({ suite_case, repetition });
  }
  return match;
}

/**
 * Returns the repetition of a result that states none. Each file has one run of a case, so results of one file get the repetition
 * of that file.
 */
function next(runs: ReadonlyMap<number, MatchedResult> = new Map(), file: string): number {
  for (const run of runs.values()) if (run.file === file) return run.repetition;
  return runs.size + 1;
}
