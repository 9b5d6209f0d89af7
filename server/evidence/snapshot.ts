/** From the runs of a completed evaluation to its evidence (docs/evidence.md#1). */
import type { EvidenceGrade } from '#document/kind/evaluation-quote.ts';
import {
  type EvidenceSnapshot,
  type LockResult,
  maxRunners,
  type PairResult,
} from '#document/kind/evidence-snapshot.ts';
import type { RunOutcome } from '#document/kind/run-summary.ts';
import { nearest, roundedDown, roundedUp } from '#document/kind/share.ts';
import { effectiveRuns } from './effective-runs.ts';
import { wilson } from './interval.ts';
import { median, quantile } from './quantile.ts';
import { oneSided, type Pairing, twoSided } from './sign-test.ts';

/** One assignment that ended: with a summary, or lost. */
export interface EndedRun {
  lock: string;
  case: string;
  /** The credential that submitted it, or lost it last; null where nothing says so. */
  runner: string | null;
  outcome: RunOutcome | 'lost';
  inputTokens: number | null;
  outputTokens: number | null;
  elapsedMilliseconds: number | null;
}

/** What the evidence is of. */
interface Subject {
  locks: readonly { lock: string; formation: string; maxAgents: number }[];
  control: string | undefined;
  grade: EvidenceGrade;
  cases: number;
  repetitions: number;
}

type Measured = Pick<
  EvidenceSnapshot,
  'grade' | 'control' | 'cases' | 'repetitions' | 'runner_credentials' | 'runners' | 'results' | 'pairs'
>;

/** What the runs show, whatever order they are given in. */
export function measure(subject: Subject, runs: readonly EndedRun[]): Measured {
  const byLock = new Map(subject.locks.map(({ lock }) => [lock, runs.filter(run => run.lock === lock)]));
  return {
    grade: subject.grade,
    ...(subject.control !== undefined && { control: subject.control }),
    cases: subject.cases,
    repetitions: subject.repetitions,
    ...runnersOf(runs),
    results: subject.locks.map(lock => resultOf(lock, byLock.get(lock.lock)!)),
    pairs: pairsOf(subject, byLock),
  };
}

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
  { lock, formation, maxAgents }: Subject['locks'][number],
  runs: readonly EndedRun[],
): LockResult {
  const count = (outcome: EndedRun['outcome']) => runs.filter(run => run.outcome === outcome).length;
  const passes = count('pass');
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
    ...rates(passes, runs),
    ...costs(passes, runs),
  };
}

function rates(passes: number, runs: readonly EndedRun[]) {
  const plain = wilson(passes, runs.length);
  const effective = effectiveRuns([...passesByCase(runs).values()]);
  const wide = wilson((passes / runs.length) * effective, effective);
  return {
    pass_rate: nearest(passes / runs.length),
    pass_rate_low: roundedDown(plain.low),
    pass_rate_high: roundedUp(plain.high),
    effective_runs: effective,
    effective_low: roundedDown(wide.low),
    effective_high: roundedUp(wide.high),
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

/** Runs and passes of each case. */
function passesByCase(runs: readonly EndedRun[]): Map<string, { runs: number; passes: number }> {
  const cases = new Map<string, { runs: number; passes: number }>();
  for (const run of runs) {
    const found = cases.get(run.case) ?? { runs: 0, passes: 0 };
    found.runs += 1;
    if (run.outcome === 'pass') found.passes += 1;
    cases.set(run.case, found);
  }
  return cases;
}

/** Every two locks; the control is second where it takes part, so that a win is a win over it. */
function pairsOf({ locks, control }: Subject, runs: ReadonlyMap<string, readonly EndedRun[]>): PairResult[] {
  const cases = new Map([...runs].map(([lock, own]) => [lock, passesByCase(own)]));
  const order = [...locks].sort((a, b) => Number(a.lock === control) - Number(b.lock === control));
  return order.flatMap(({ lock: first }, index) =>
    order.slice(index + 1).map(({ lock: second }) => {
      const pairing = pair(cases.get(first)!, cases.get(second)!);
      return {
        first,
        second,
        ...pairing,
        p_two_sided: roundedUp(twoSided(pairing)),
        p_first_better: roundedUp(oneSided(pairing)),
      };
    }),
  );
}

type Cases = ReadonlyMap<string, { passes: number }>;

function pair(first: Cases, second: Cases): Pairing {
  const pairing = { wins: 0, losses: 0, ties: 0 };
  for (const [id, { passes }] of first) {
    const other = second.get(id)!.passes;
    if (passes > other) pairing.wins += 1;
    else if (passes < other) pairing.losses += 1;
    else pairing.ties += 1;
  }
  return pairing;
}
