/**
 * A run that ended, and facts about runs other than how often they pass: who made them, what they took, and whether they
 * followed their team.
 */
import {
  type EvidenceSnapshot,
  type LockResult,
  maxRunners,
} from '#document/evaluation/evidence-snapshot.ts';
import type { RunOutcome } from '#document/evaluation/run-summary.ts';
import { nearest } from '#document/kind/share.ts';
import type { Priced } from '#document/statistics/pareto.ts';
import { median, quantile } from '#document/statistics/quantile.ts';

/** An assignment that ended, with a summary or lost. */
export interface EndedRun {
  lock: string;
  case: string;
  /** The number of the repetition, from 1. */
  repetition: number;
  /** The cluster of the case; absent where the suite declares no clusters. */
  cluster?: string | undefined;
  /** The credential that submitted the run, or that lost it last; null where neither is recorded. */
  runner: string | null;
  outcome: RunOutcome | 'lost' | 'over_budget';
  inputTokens: number | null;
  outputTokens: number | null;
  elapsedMilliseconds: number | null;
  /**
   * The number of steps that were checked against the formation, and of those that deviate from it; absent or null if none was
   * checked.
   */
  checkedSteps?: number | null;
  deviations?: number | null;
  /** The number of attempts, and of those that would have passed; absent or null unless the run is the best of several. */
  tries?: number | null;
  triesPassed?: number | null;
  /** The number of times that the run was handed out, 1 if absent, and that a runner handed it back, 0 if absent. */
  attempts?: number;
  handedBack?: number;
  /**
   * The claims of the log of an imported run, as the text that `imported-log.ts` writes; absent or null for a run that a runner
   * made.
   */
  log?: string | null;
}

/** The fields of evidence that are computed from runs. */
export type Measured = Pick<
  EvidenceSnapshot,
  | 'grade'
  | 'control'
  | 'cases'
  | 'repetitions'
  | 'runner_credentials'
  | 'runners'
  | 'results'
  | 'pairs'
  | 'items'
  | 'pareto'
>;

/**
 * Counts the runs, and the lost runs, of each runner credential. Evidence from one credential alone deserves no more trust than
 * the holder of that credential.
 */
export function runnersOf(
  runs: readonly EndedRun[],
): Pick<EvidenceSnapshot, 'runner_credentials' | 'runners'> {
  const found = new Map<string, { credential: string; runs: number; lost: number }>();
  for (const { runner, outcome } of runs) {
    if (runner === null) continue;
    const own = found.get(runner) ?? { credential: runner, runs: 0, lost: 0 };
    own[outcome === 'lost' ? 'lost' : 'runs'] += 1;
    found.set(runner, own);
  }
  const runners = [...found.values()].sort(byShare);
  return { runner_credentials: runners.length, runners: runners.slice(0, maxRunners) };
}

const byShare = (
  a: { credential: string; runs: number; lost: number },
  b: { credential: string; runs: number; lost: number },
): number => b.runs - a.runs || b.lost - a.lost || (a.credential < b.credential ? -1 : 1);

/** Counts the runs whose steps were checked, and how many of them followed their team (docs/evidence.md#10). */
export function conformanceOf(runs: readonly EndedRun[]) {
  const checked = runs.filter(run => (run.checkedSteps ?? 0) > 0);
  if (checked.length === 0) return {};
  const conforming = checked.filter(run => run.deviations === 0).length;
  return {
    checked_runs: checked.length,
    conforming_runs: conforming,
    conforming_rate: nearest(conforming / checked.length),
  };
}

export function costsOf(passes: number, runs: readonly EndedRun[]) {
  const summarised = runs.filter(run => run.outcome !== 'lost');
  const tokens = summarised.flatMap(({ inputTokens, outputTokens }) =>
    inputTokens === null || outputTokens === null ? [] : [inputTokens + outputTokens],
  );
  const elapsed = summarised.flatMap(run => run.elapsedMilliseconds ?? []);
  const unknown = summarised.length - tokens.length;
  const total = tokens.reduce((sum, each) => sum + each, 0);
  // A sum that leaves some runs out would state too little, so none is stated.
  const perPass = passes === 0 || unknown > 0 ? undefined : Math.ceil(total / passes);
  return defined({
    tokens_median: median(tokens),
    tokens_p95: quantile(tokens, 95),
    tokens_per_pass: perPass,
    tokens_unknown_runs: unknown,
    elapsed_median_milliseconds: median(elapsed),
    elapsed_p95_milliseconds: quantile(elapsed, 95),
  });
}

/** Returns a value without its undefined fields. */
function defined<Value extends object>(value: Value): { [Key in keyof Value]: NonNullable<Value[Key]> } {
  const present = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(present) as { [Key in keyof Value]: NonNullable<Value[Key]> };
}

/**
 * Returns the pass rate of a lock and its tokens per run. Tokens are undefined unless the tokens of all runs are known, which
 * `tokens_per_pass` also requires.
 */
export const pricedOf = ({ lock, passes, runs, tokens_per_pass: perPass }: LockResult): Priced => ({
  lock,
  rate: passes / runs,
  tokens: perPass === undefined ? undefined : (perPass * passes) / runs,
});

/**
 * Tells whether a run was handed out more than once. If so, somebody may have foreseen its outcome, and had it repeated for that
 * reason.
 */
export const isRetried = ({
  attempts = 1,
  handedBack = 0,
}: Pick<EndedRun, 'attempts' | 'handedBack'>): boolean => attempts > 1 || handedBack > 0;
