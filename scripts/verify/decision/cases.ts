/** Reconstructs the runs of an evaluation, as far as its table of cases determines them, in the order that its plan fixes. */
import { type EvaluationCases, outcomeLetters } from '#document/evaluation/evaluation-cases.ts';
import type { Suite } from '#document/evaluation/suite.ts';
import { firstLook, type Looked, lookAt, nextUnit } from '../../../server/evidence/evaluation/look.ts';
import { runAt } from '../../../server/evidence/evaluation/order.ts';
import { type ResolvedPlan, runsOf } from '../../../server/evidence/evaluation/plan.ts';
import type { EndedRun } from '../../../server/evidence/run-facts.ts';

type Case = EvaluationCases['cases'][number];

/**
 * Returns the runs of a table in order. If a case has repetitions, only their sums are known. Then the first runs are assumed to
 * have passed, and the first run to have used all tokens and time, so that the sums are right.
 * @throws Error when the table does not fit the plan
 */
export function runsOfTable(
  plan: ResolvedPlan,
  suite: Pick<Suite, 'cases'>,
  table: readonly Case[],
): EndedRun[] {
  const rows = new Map(table.map(row => [row.number - 1, row]));
  for (const [place, { case: id }] of rows)
    if (suite.cases[place]?.id !== id) throw new Error(`The suite has no case ${id} at place ${place + 1}.`);
  const done = new Map<string, number>();
  const runs: EndedRun[] = [];
  for (let number = 1; number <= runsOf(plan); number += 1) {
    const { lock, case: place, repetition } = runAt(plan, number);
    const arm = plan.locks.indexOf(lock);
    const row = rows.get(place);
    const before = done.get(`${place} ${arm}`) ?? 0;
    done.set(`${place} ${arm}`, before + 1);
    if (row !== undefined && before < row.runs[arm]!)
      runs.push(runOf(plan, row, { arm, before, repetition }));
  }
  const counted = table.reduce((sum, row) => sum + row.runs.reduce((total, each) => total + each, 0), 0);
  if (counted !== runs.length)
    throw new Error(`The table has ${counted} runs, but the plan has ${runs.length} of these.`);
  return runs;
}

function runOf(
  plan: ResolvedPlan,
  row: Case,
  { arm, before, repetition }: { arm: number; before: number; repetition: number },
): EndedRun {
  const { lock } = plan.locks[arm]!;
  const cluster = plan.clusters?.[row.number - 1];
  const share = (total: number | null) => (total === null || before === 0 ? total : 0);
  const letter = row.outcomes[arm]?.[repetition - 1];
  const known = outcomes.get(letter?.toLowerCase() ?? '');
  return {
    lock,
    case: row.case,
    runner: null,
    repetition,
    ...(cluster !== undefined && { cluster: String(cluster) }),
    outcome: known ?? (before < row.passes[arm]! ? 'pass' : 'fail'),
    inputTokens: share(row.tokens[arm]!),
    outputTokens: row.tokens[arm] === null ? null : 0,
    elapsedMilliseconds: share(row.elapsed_milliseconds[arm]!),
    handedBack: letter !== undefined && letter !== letter.toLowerCase() ? 1 : 0,
  };
}

const outcomes = new Map(
  Object.entries(outcomeLetters).map(([outcome, letter]) => [
    letter as string,
    outcome as EndedRun['outcome'],
  ]),
);

/**
 * Repeats the looks at the runs, unit after unit, and returns the results as of the last one; undefined for an evaluation of
 * fixed size.
 */
export function lookedOver(plan: ResolvedPlan, runs: readonly EndedRun[]): Looked | undefined {
  if (plan.stopping !== 'anytime') return undefined;
  let looked = firstLook(plan);
  while (looked.assignments < runs.length) {
    const size = nextUnit(plan, looked)!;
    const unit = runs.slice(looked.assignments, looked.assignments + size);
    looked = lookAt(plan, looked, unit);
  }
  return looked;
}
