/** A run, and facts about runs other than how often they pass: who made them, their cost, whether they followed their team. */
import {
  type EvidenceSnapshot,
  type LockResult,
  maxRunners,
} from '#document/evaluation/evidence-snapshot.ts';
import type { RunOutcome } from '#document/evaluation/run-summary.ts';
import { nearest } from '#document/kind/share.ts';
import type { Priced } from '#document/statistics/pareto.ts';
import { median, quantile } from '#document/statistics/quantile.ts';

/** One assignment that ended: with a summary, or lost. */
export interface EndedRun {
  lock: string;
  case: string;
  /** From 1. */
  repetition: number;
  /** The cluster of its case, where the suite declares clusters. */
  cluster?: string | undefined;
  /** The credential that submitted it, or lost it last; null where nothing says so. */
  runner: string | null;
  outcome: RunOutcome | 'lost' | 'over_budget';
  inputTokens: number | null;
  outputTokens: number | null;
  elapsedMilliseconds: number | null;
  /**
   * The number of steps that were checked against the formation, and the number that deviate from it; absent or null if none
   * was checked.
   */
  checkedSteps?: number | null;
  deviations?: number | null;
  /** The number of attempts and how many of them would have passed, if the run is the best of several attempts. */
  tries?: number | null;
  triesPassed?: number | null;
  /** How often it was handed out, and how often a runner handed it back. */
  attempts?: number;
  handedBack?: number;
  /** The description of the log of an imported run, as text (`imported-log.ts`). */
  log?: string | null;
}

/** The fields of evidence that are measured from runs. */
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
 * Counts the runs, and the lost runs, of each runner credential. Evidence from one credential alone is only as trustworthy as
 * whoever holds it.
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

/** Counts the runs that followed their team, and the runs of which that was checked (docs/evidence.md#10). */
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
  // A sum without some runs would state too little, so there is none.
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

/** Returns a value without its absent fields. */
function defined<Value extends object>(value: Value): { [Key in keyof Value]: NonNullable<Value[Key]> } {
  const present = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(present) as { [Key in keyof Value]: NonNullable<Value[Key]> };
}

/** Tokens per run follow from tokens per pass, of which there are none unless all tokens are known. */
export const pricedOf = ({ lock, passes, runs, tokens_per_pass: perPass }: LockResult): Priced => ({
  lock,
  rate: passes / runs,
  tokens: perPass === undefined ? undefined : (perPass * passes) / runs,
});

/** Whether a run was handed out more than once: somebody may have seen how it would end, and had it made again. */
export const isRetried = ({
  attempts = 1,
  handedBack = 0,
}: Pick<EndedRun, 'attempts' | 'handedBack'>): boolean => attempts > 1 || handedBack > 0;
