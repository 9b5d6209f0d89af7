/** From the runs of a completed evaluation to its evidence (docs/evidence.md#1). */
import type { EvidenceGrade } from '#build/exchange/evaluation-quote.ts';
import {
  type EvidenceSnapshot,
  type LockResult,
  maxRunners,
  type PairResult,
} from '#build/exchange/evidence-snapshot.ts';
import type { RunOutcome } from '#build/exchange/run-summary.ts';
import { decimalDown, nearest, nearestSigned, roundedUp } from '#build/kind/share.ts';
import { confidenceSequence } from './betting.ts';
import { eValueOf } from './combine.ts';
import { effectiveRuns, ratesOf } from './effective-runs.ts';
import { itemReport } from './item.ts';
import { costRatio, rateDifference } from './paired-interval.ts';
import { type Priced, paretoSet } from './pareto.ts';
import { passOfK } from './pass-k.ts';
import { median, quantile } from './quantile.ts';
import { midP, oneSided, type Pairing, twoSided } from './sign-test.ts';
import { type Cell, type Column, paired, tabulate } from './table.ts';

/** One assignment that ended: with a summary, or lost. */
export interface EndedRun {
  lock: string;
  case: string;
  /** The cluster of its case, where the suite declares clusters. */
  cluster?: string | undefined;
  /** The credential that submitted it, or lost it last; null where nothing says so. */
  runner: string | null;
  outcome: RunOutcome | 'lost';
  inputTokens: number | null;
  outputTokens: number | null;
  elapsedMilliseconds: number | null;
  /** How many of its steps were held against its formation, and how many deviate; absent or null: it was not checked. */
  checkedSteps?: number | null;
  deviations?: number | null;
}

/** What the evidence is of. */
export interface Subject {
  locks: readonly {
    lock: string;
    formation: string;
    maxAgents: number;
    models?: readonly string[] | undefined;
  }[];
  control: string | undefined;
  grade: EvidenceGrade;
  cases: number;
  repetitions: number;
  /** What is taken as independent. */
  unit: 'case' | 'cluster';
  /** Fixes the samples of the bootstrap. */
  seed: string;
  /** Of an evaluation that might stop early: its error rate, and the highest e-value of each team, by its lock. */
  anytime?: { alpha: number; highest: ReadonlyMap<string, number> } | undefined;
}

type Measured = Pick<
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

/** What the runs show, whatever order they are given in. */
export function measure(subject: Subject, runs: readonly EndedRun[]): Measured {
  const byLock = new Map(subject.locks.map(({ lock }) => [lock, runs.filter(run => run.lock === lock)]));
  const cases = tabulate(runs, 'case');
  const units = subject.unit === 'case' ? cases : tabulate(runs, 'cluster');
  const results = subject.locks.map(lock =>
    resultOf(lock, byLock.get(lock.lock)!, cases.get(lock.lock)!, {
      units: units.get(lock.lock)!,
      alpha: subject.anytime?.alpha,
    }),
  );
  return {
    grade: subject.grade,
    ...(subject.control !== undefined && { control: subject.control }),
    cases: subject.cases,
    repetitions: subject.repetitions,
    ...runnersOf(runs),
    results,
    pairs: pairsOf(subject, units),
    items: itemReport([...cases.values()]),
    pareto: paretoSet(results.map(pricedOf)),
  };
}

/** Tokens per run follow from tokens per pass, of which there are none unless all tokens are known. */
const pricedOf = ({ lock, passes, runs, tokens_per_pass: perPass }: LockResult): Priced => ({
  lock,
  rate: passes / runs,
  tokens: perPass === undefined ? undefined : (perPass * passes) / runs,
});

/** Who ran what: evidence that one credential wrote alone is as good as that credential. */
function runnersOf(runs: readonly EndedRun[]): Pick<EvidenceSnapshot, 'runner_credentials' | 'runners'> {
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

function resultOf(
  { lock, formation, maxAgents, models }: Subject['locks'][number],
  runs: readonly EndedRun[],
  cases: Column,
  independent: { units: Column; alpha: number | undefined },
): LockResult {
  const count = (outcome: EndedRun['outcome']) => runs.filter(run => run.outcome === outcome).length;
  const passes = count('pass');
  const ofK = passOfK([...cases.values()]).map(({ k, any, all }) => ({
    k,
    any: nearest(any),
    all: nearest(all),
  }));
  return {
    lock,
    formation,
    max_agents: maxAgents,
    runs: runs.length,
    passes,
    partials: count('partial'),
    fails: count('fail'),
    errors: count('error'),
    lost: count('lost'),
    ...rates(passes, runs.length, independent),
    ...costs(passes, runs),
    ...conformance(runs),
    ...(models && { models: [...models] }),
    ...(ofK.length > 0 && { pass_of_k: ofK }),
  };
}

function rates(passes: number, runs: number, { units, alpha }: { units: Column; alpha: number | undefined }) {
  const result = { passes, runs, effective: effectiveRuns([...units.values()]) };
  // Where the end depends on the results, only an interval that holds at every look holds at the end.
  return alpha === undefined ? ratesOf(result) : ratesOf(result, rateSequence([...units.values()], alpha));
}

/** How many runs followed their team, of those of which it was checked (docs/evidence.md#22). */
function conformance(runs: readonly EndedRun[]) {
  const checked = runs.filter(run => (run.checkedSteps ?? 0) > 0);
  if (checked.length === 0) return {};
  const conforming = checked.filter(run => run.deviations === 0).length;
  return {
    checked_runs: checked.length,
    conforming_runs: conforming,
    conforming_rate: nearest(conforming / checked.length),
  };
}

function costs(passes: number, runs: readonly EndedRun[]) {
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

/** A value without its absent fields. */
function defined<Value extends object>(value: Value): { [Key in keyof Value]: NonNullable<Value[Key]> } {
  const present = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(present) as { [Key in keyof Value]: NonNullable<Value[Key]> };
}

/** Every two locks; the control is second where it takes part, so that a win is a win over it. */
function pairsOf(subject: Subject, units: ReadonlyMap<string, Column>): PairResult[] {
  const { locks, control } = subject;
  const order = [...locks].sort((a, b) => Number(a.lock === control) - Number(b.lock === control));
  return order.flatMap(({ lock: first }, index) =>
    order.slice(index + 1).map(({ lock: second }) => {
      const cells = paired(units.get(first)!, units.get(second)!);
      const pairing = pairingOf(cells);
      return {
        first,
        second,
        ...pairing,
        p_two_sided: roundedUp(twoSided(pairing)),
        p_first_better: roundedUp(oneSided(pairing)),
        p_mid: roundedUp(midP(pairing)),
        ...(second === control && againstControl(subject, first, cells, pairing)),
      };
    }),
  );
}

/** A unit is won by the lock that passed more of its runs. */
function pairingOf(cells: readonly [Cell, Cell][]): Pairing {
  const pairing = { wins: 0, losses: 0, ties: 0 };
  for (const [first, second] of cells) {
    const lead = first.passes * second.runs - second.passes * first.runs;
    if (lead > 0) pairing.wins += 1;
    else if (lead < 0) pairing.losses += 1;
    else pairing.ties += 1;
  }
  return pairing;
}

/** How much better than the control, at what price, and how the bets on it went. */
function againstControl(
  { seed, anytime }: Subject,
  first: string,
  cells: readonly [Cell, Cell][],
  pairing: Pairing,
): Partial<PairResult> {
  const difference = anytime ? boundedBy(cells, anytime.alpha) : rateDifference(cells, `${seed} ${first}`);
  const tokens = costRatio(cells, 'tokens', `${seed} ${first}`);
  const elapsed = costRatio(cells, 'elapsed', `${seed} ${first}`);
  const highest = anytime?.highest.get(first);
  return {
    difference: [difference.value, difference.low, difference.high].map(nearestSigned),
    ...(tokens && { tokens_ratio: written(tokens) }),
    ...(elapsed && { elapsed_ratio: written(elapsed) }),
    ...(highest !== undefined && {
      e_value: decimalDown(Math.exp(eValueOf(pairing))),
      e_value_highest: decimalDown(highest),
    }),
  };
}

/** The interval of a pass rate that holds at every look. Twice the rate, less 1, is a difference. */
function rateSequence(cells: readonly Cell[], alpha: number): { low: number; high: number } {
  const values = cells.map(cell => ({ value: (2 * cell.passes) / cell.runs - 1, units: 1 }));
  const { low, high } = confidenceSequence(values, alpha);
  return { low: (low + 1) / 2, high: (high + 1) / 2 };
}

/** The mean difference of units with its confidence sequence. */
function boundedBy(
  cells: readonly [Cell, Cell][],
  rate: number,
): { value: number; low: number; high: number } {
  const differences = cells.map(([a, b]) => ({ value: a.passes / a.runs - b.passes / b.runs, units: 1 }));
  const value = differences.reduce((sum, each) => sum + each.value, 0) / Math.max(1, cells.length);
  return { value, ...confidenceSequence(differences, rate) };
}

const written = ({ value, low, high }: { value: number; low: number; high: number }): string[] =>
  [value, low, high].map(decimalDown);
