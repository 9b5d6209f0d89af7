/** From the runs of an evaluation to its evidence by the method v2, in which evaluations are that were planned before v3. */
import type { LockResult, PairResult } from '#build/evaluation/evidence-snapshot.ts';
import { decimalDown, nearestSigned, roundedUp } from '#build/kind/share.ts';
import { confidenceSequence } from '#build/statistics/betting.ts';
import { eValueOf } from '#build/statistics/earlier/combine.ts';
import { effectiveRuns } from '#build/statistics/earlier/effective-runs.ts';
import { costRatio, rateDifference } from '#build/statistics/earlier/paired-interval.ts';
import { itemReport } from '#build/statistics/item.ts';
import { paretoSet } from '#build/statistics/pareto.ts';
import { midP, oneSided, type Pairing, twoSided } from '#build/statistics/sign-test.ts';
import { type Cell, type Column, paired, tabulate } from '#build/statistics/table.ts';
import { passesOfK } from '../pass-k.ts';
import {
  conformanceOf,
  costsOf,
  type EndedRun,
  type Measured,
  pricedOf,
  runnersOf,
  type Subject,
} from '../run-facts.ts';
import { ratesOf } from './rates.ts';

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

function resultOf(
  { lock, formation, maxAgents, models }: Subject['locks'][number],
  runs: readonly EndedRun[],
  cases: Column,
  independent: { units: Column; alpha: number | undefined },
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
    ...rates(passes, runs.length, independent),
    ...costsOf(passes, runs),
    ...conformanceOf(runs),
    ...(models && { models: [...models] }),
    ...passesOfK(cases),
  };
}

function rates(passes: number, runs: number, { units, alpha }: { units: Column; alpha: number | undefined }) {
  const result = { passes, runs, effective: effectiveRuns([...units.values()]) };
  // Where the end depends on the results, only an interval that holds at every look holds at the end.
  return alpha === undefined ? ratesOf(result) : ratesOf(result, rateSequence([...units.values()], alpha));
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
  return { ...confidenceSequence(differences, rate), value };
}

const written = ({ value, low, high }: { value: number; low: number; high: number }): string[] =>
  [value, low, high].map(decimalDown);
