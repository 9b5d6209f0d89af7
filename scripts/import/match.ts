/** Which case of a suite each result belongs to, by a rule that the user declares (docs/imports.md#7). */
import { Failure } from '../support/failure.ts';
import { readPairs } from './csv.ts';
import type { ImportedResult } from './result.ts';

/** The name of a case in the suite, from its name in a file; undefined when there is none. */
type CaseRule = (caseId: string) => string | undefined;

/** A result with the assignment that it stands for. */
interface MatchedResult extends ImportedResult {
  /** The case of the suite. */
  suite_case: string;
  repetition: number;
}

/** How many results there are of a sort, and the first of them. */
interface Sort {
  count: number;
  first: ImportedResult[];
}

interface CaseMatch {
  matched: MatchedResult[];
  /** Runs of the plan without a result. */
  missing: { suite_case: string; repetition: number }[];
  /** Results whose case is not in the suite. */
  unknown: Sort;
  /** Results for a run that has one already. */
  doubled: Sort;
  /** Results of more repetitions than are asked for. */
  surplus: Sort;
}

const shownOfSort = 20;

/**
 * Reads a rule: `exact`, `slug`, `prefix:TEXT` and `suffix:TEXT` (stripped where present), or `csv:FILE`.
 * @throws Failure when it is none of these, or the file cannot be read
 */
export async function caseRule(text: string): Promise<CaseRule> {
  const [name, value] = [text.split(':', 1)[0]!, text.slice(text.indexOf(':') + 1)];
  if (text === 'exact') return caseId => caseId;
  if (text === 'slug') return slugOf;
  const isValued = text.includes(':') && value !== '';
  if (isValued && name === 'prefix')
    return caseId => (caseId.startsWith(value) ? caseId.slice(value.length) : caseId);
  if (isValued && name === 'suffix')
    return caseId => (caseId.endsWith(value) ? caseId.slice(0, -value.length) : caseId);
  if (isValued && name === 'csv') {
    const pairs = await readPairs(value);
    return caseId => pairs.get(caseId);
  }
  throw new Failure(
    'wrongUse',
    `There is no rule \`${text}\` for cases. Use exact, slug, prefix:TEXT, suffix:TEXT or csv:FILE.`,
  );
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
export async function matchCases(
  results: AsyncIterable<ImportedResult>,
  { cases, repetitions, rule }: { cases: readonly string[]; repetitions: number; rule: CaseRule },
): Promise<CaseMatch> {
  const known = new Map(cases.map(each => [each, new Map<number, MatchedResult>()]));
  const sort = (): Sort => ({ count: 0, first: [] });
  const [unknown, doubled, surplus] = [sort(), sort(), sort()];
  for await (const result of results) {
    const suiteCase = rule(result.case_id);
    const runs = suiteCase === undefined ? undefined : known.get(suiteCase);
    const repetition = result.repetition ?? (runs ? next(runs, result.file) : 1);
    if (!runs) add(unknown, result);
    else if (runs.has(repetition)) add(doubled, result);
    else if (repetition > repetitions) add(surplus, result);
    else runs.set(repetition, { ...result, suite_case: suiteCase!, repetition });
  }
  return {
    matched: [...known.values()].flatMap(runs => [...runs.values()]),
    missing: [...known].flatMap(([suite_case, runs]) =>
      Array.from({ length: repetitions }, (_, at) => at + 1)
        .filter(repetition => !runs.has(repetition))
        .map(repetition => ({ suite_case, repetition })),
    ),
    unknown,
    doubled,
    surplus,
  };
}

/** The repetition of a result that names none: a case is run once in each file. */
function next(runs: ReadonlyMap<number, MatchedResult>, file: string): number {
  for (const run of runs.values()) if (run.file === file) return run.repetition;
  return runs.size + 1;
}

function add(sort: Sort, result: ImportedResult): void {
  sort.count += 1;
  if (sort.first.length < shownOfSort) sort.first.push(result);
}
