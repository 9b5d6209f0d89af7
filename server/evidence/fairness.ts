/**
 * Other causes of a difference than the organisation: budgets, runners, and the choice among attempts, judged by what was
 * measured (docs/evidence.md#16, docs/evaluations.md#24).
 */

import type { BestOf } from '#document/evaluation/best-of.ts';
import type { Confound, LockResult } from '#document/evaluation/evidence-snapshot.ts';
import type { EndedRun } from './run-facts.ts';

/** The budget of one run. */
export interface Declared {
  input_tokens: number;
  output_tokens: number;
  elapsed_milliseconds: number;
}

/** Tells whether a run took more than its budget. An unknown amount does not count as more. */
const isOverBudget = (
  run: Pick<EndedRun, 'inputTokens' | 'outputTokens' | 'elapsedMilliseconds'>,
  { input_tokens, output_tokens, elapsed_milliseconds }: Declared,
): boolean =>
  (run.inputTokens ?? 0) > input_tokens ||
  (run.outputTokens ?? 0) > output_tokens ||
  (run.elapsedMilliseconds ?? 0) > elapsed_milliseconds;

/** Applies the budget to a run: a run that took more than its budget counts as not passed. */
export const judged = (run: EndedRun, budget: Declared): EndedRun =>
  run.outcome !== 'lost' && isOverBudget(run, budget) ? { ...run, outcome: 'over_budget' } : run;

interface Arm {
  runs: readonly EndedRun[];
  declared: Declared;
}

/** The percentage of runs with a summary whose tokens have to be known. */
const knownPercent = 95;

/**
 * Returns `['budget']` if tokens may explain a result, otherwise an empty list. They may if the team took more than its own
 * budget, or more than `ratio` times the tokens of the control, or if the tokens of too many runs are unknown.
 */
export function budgetConfounds(team: Arm, control: Arm, ratio: number): Confound[] {
  const [own, other] = [meanTokens(team), meanTokens(control)];
  if (own === undefined || other === undefined) return ['budget'];
  const declared = team.declared.input_tokens + team.declared.output_tokens;
  return own > declared || own > ratio * other ? ['budget'] : [];
}

/** Returns the mean tokens of the runs whose tokens are known, or undefined if the tokens of more than 5 % are unknown. */
function meanTokens({ runs }: Arm): number | undefined {
  const summarised = runs.filter(({ outcome }) => outcome !== 'lost');
  const known = summarised.flatMap(({ inputTokens, outputTokens }) =>
    inputTokens === null || outputTokens === null ? [] : [inputTokens + outputTokens],
  );
  if (known.length === 0 || known.length * 100 < summarised.length * knownPercent) return undefined;
  return known.reduce((sum, each) => sum + each, 0) / known.length;
}

/** The percentage of the runs of an arm that may take more than one attempt. Two runs may in any case. */
const retriedPercent = 10;
/** The fewest runs of an arm from which anything follows about its runners. */
const fewestRuns = 10;

/**
 * Returns `['runner']` if the runners may explain a result, otherwise an empty list. They may if no runner ran both team and
 * control, in arms of at least ten runs; or if more than two runs of an arm, and more than 10 %, took several attempts. An
 * earlier attempt may have shown how the run would end.
 */
export function runnerConfounds(team: readonly EndedRun[], control: readonly EndedRun[]): Confound[] {
  const isRetried = (runs: readonly EndedRun[]) => {
    const retried = runs.filter(({ attempts = 1 }) => attempts > 1).length;
    return retried > 2 && retried * 100 > runs.length * retriedPercent;
  };
  // Nobody knows who ran an imported run, so an imported arm and an arm that a runner ran count as run by different runners.
  const names = (runs: readonly EndedRun[]) =>
    new Set(runs.flatMap(({ runner, log }) => (runner === null ? [] : log ? `imported ${runner}` : runner)));
  const [own, other] = [names(team), names(control)];
  const isMany = Math.min(team.length, control.length) >= fewestRuns && own.size > 0 && other.size > 0;
  const isApart = isMany && ![...own].some(name => other.has(name));
  return isApart || isRetried(team) || isRetried(control) ? ['runner'] : [];
}

const isIntact = ({ outcome }: EndedRun): boolean => outcome !== 'lost' && outcome !== 'error';

/** Counts the attempts, and those that would have passed, over the runs of a lock; empty where each run is one attempt. */
export function attemptsOf(
  bestOf: BestOf | undefined,
  runs: readonly EndedRun[],
): Pick<LockResult, 'best_of'> {
  if (bestOf === undefined) return {};
  const told = runs.filter(run => isIntact(run) && run.tries === bestOf.attempts);
  const passed = told.reduce((sum, { triesPassed }) => sum + (triesPassed ?? 0), 0);
  return { best_of: { ...bestOf, told: told.length, passed } };
}

/**
 * Returns `['selector']` if a control that picks the best of several attempts may be weaker than it should be, otherwise an empty
 * list. It may if a run does not report all its attempts, or if the picked attempts passed less often than the average attempt.
 */
export function selectorConfounds(bestOf: BestOf | undefined, runs: readonly EndedRun[]): Confound[] {
  const { best_of: own } = attemptsOf(bestOf, runs);
  if (own === undefined) return [];
  const passes = runs.filter(({ outcome }) => outcome === 'pass').length;
  const isTold = own.told === runs.filter(isIntact).length;
  return isTold && passes * own.attempts >= own.passed ? [] : ['selector'];
}
