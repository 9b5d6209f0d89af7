/** Computes the evidence of a completed evaluation from its runs (docs/evidence.md#1). */

import type { BestOf } from '#document/evaluation/best-of.ts';
import type { EvidenceGrade } from '#document/evaluation/evaluation-quote.ts';
import type { Confound, LockResult, PairResult } from '#document/evaluation/evidence-snapshot.ts';
import type { FixedScorer } from '#document/evaluation/imported-log.ts';
import {
  decimal6Up,
  differenceTexts,
  nearest,
  ratioTexts,
  roundedDown,
  roundedUp,
} from '#document/kind/share.ts';
import {
  type Compared,
  compare,
  type Design,
  rateEstimate,
  ratioEstimate,
  splitOf,
} from '#document/statistics/estimate.ts';
import { itemReport } from '#document/statistics/item.ts';
import { paretoSet } from '#document/statistics/pareto.ts';
import { type Column, tabulate } from '#document/statistics/table.ts';
import {
  attemptsOf,
  budgetConfounds,
  type Declared,
  runnerConfounds,
  selectorConfounds,
} from './fairness.ts';
import { scorerConfounds } from './imported-log.ts';
import { passesOfK } from './pass-k.ts';
import { conformanceOf, costsOf, type EndedRun, type Measured, pricedOf, runnersOf } from './run-facts.ts';
import { excludedOf, extremesOf, isComplete, type Row, ratesOf, rowsOf } from './verdict.ts';

/** The subject of the evidence: its locks, its size, and the rules by which results are judged. */
interface Subject {
  locks: readonly MeasuredLock[];
  control: string | undefined;
  grade: EvidenceGrade;
  cases: number;
  repetitions: number;
  /** The number of cases in the largest cluster of the plan; undefined where the suite declares no clusters. */
  largest: number | undefined;
  /** The most tokens that a team may take, as a multiple of the tokens of the control. */
  budgetRatio: number;
  /** The scorer that the question fixed for all results, if it did. */
  scorer?: FixedScorer | undefined;
  /** The highest e-value of each team, by lock; undefined unless the evaluation may stop early. */
  highest: ReadonlyMap<string, number> | undefined;
}

interface MeasuredLock {
  lock: string;
  formation: string;
  maxAgents: number;
  models?: readonly string[] | undefined;
  budget: Declared;
  /**
   * The respects other than the organisation, such as models or tools, in which the plan of a team differs from that of the
   * control.
   */
  confounds: readonly Confound[];
  bestOf?: BestOf | undefined;
}

/**
 * The tables from which all numbers are computed: the verdicts with a row for each case, the pass rates of each lock, and the
 * runs of each lock.
 */
interface Tables {
  design: Design;
  rows: readonly Row[];
  /** The pass rate of each lock on each case, in the order of the rows. */
  rates: ReadonlyMap<string, readonly number[]>;
  cases: ReadonlyMap<string, Column>;
  runs: ReadonlyMap<string, readonly EndedRun[]>;
}

/**
 * Computes the fields of evidence from runs, in whatever order they come.
 * @param runs the runs as they count: one that exceeded its budget did not pass
 */
export function measure(subject: Subject, runs: readonly EndedRun[]): Measured {
  const tables = tablesOf(subject, runs);
  const results = subject.locks.map(lock => resultOf(lock, tables, subject.control));
  return {
    grade: subject.grade,
    ...(subject.control !== undefined && { control: subject.control }),
    cases: subject.cases,
    repetitions: subject.repetitions,
    ...runnersOf(runs),
    results,
    pairs: pairsOf(subject, tables),
    items: itemReport([...tables.cases.values()]),
    pareto: paretoSet(results.map(pricedOf)),
  };
}

function tablesOf(
  { locks, control, repetitions, largest, highest }: Subject,
  runs: readonly EndedRun[],
): Tables {
  const rows = rowsOf(runs, repetitions, control);
  const names = locks.map(({ lock }) => lock);
  const byRow = rows.map(row => ratesOf(row, names, control));
  const clusters = largest === undefined ? undefined : rows.map(({ cluster }) => cluster!);
  return {
    design: { repetitions, clusters, mayStop: highest !== undefined, largest: largest ?? 1 },
    rows,
    rates: new Map(names.map((lock, index) => [lock, byRow.map(rates => rates[index]!)])),
    cases: tabulate(runs),
    runs: new Map(names.map(lock => [lock, runs.filter(run => run.lock === lock)])),
  };
}

function resultOf(
  { lock, formation, maxAgents, models, budget, bestOf }: MeasuredLock,
  tables: Tables,
  control: string | undefined,
): LockResult {
  const runs = tables.runs.get(lock)!;
  const count = (outcome: EndedRun['outcome']) => runs.filter(run => run.outcome === outcome).length;
  const [passes, over] = [count('pass'), count('over_budget')];
  const { value, low, high, effective } = rateEstimate(tables.rates.get(lock)!, tables.design);
  const [below, above] = [roundedDown(low), roundedUp(high)];
  const sum = (field: 'attempts' | 'handedBack', start: number) =>
    runs.reduce((total, run) => total + (run[field] ?? start) - start, 0);
  const handedBack = sum('handedBack', 0);
  return {
    lock,
    formation,
    max_agents: maxAgents,
    runs: runs.length,
    passes,
    partials: count('partial'),
    fails: count('fail') + over,
    errors: count('error'),
    lost: count('lost'),
    over_budget: over,
    handed_back: handedBack,
    retried: sum('attempts', 1) - handedBack,
    excluded: excludedOf(tables.rows, lock, control),
    pass_rate: nearest(value),
    pass_rate_low: below,
    pass_rate_high: above,
    effective_runs: effective,
    effective_low: below,
    effective_high: above,
    ...costsOf(passes, runs),
    elapsed_unknown_runs: runs.filter(run => run.outcome !== 'lost' && run.elapsedMilliseconds === null)
      .length,
    ...conformanceOf(runs),
    ...(models && { models: [...models] }),
    budget: { ...budget },
    ...attemptsOf(bestOf, runs),
    ...passesOfK(tables.cases.get(lock)!),
  };
}

/** Compares every two locks. The control comes second, so that a win is a win over the control. */
function pairsOf(subject: Subject, tables: Tables): PairResult[] {
  const { locks, control } = subject;
  const order = [...locks].sort((a, b) => Number(a.lock === control) - Number(b.lock === control));
  return order.flatMap((first, index) =>
    order.slice(index + 1).map(second => pairOf(subject, tables, first, second)),
  );
}

function pairOf(subject: Subject, tables: Tables, first: MeasuredLock, second: MeasuredLock): PairResult {
  const [own, other] = [first, second].map(({ lock }) => tables.rates.get(lock)!);
  const pairs = own!.map((rate, index) => [rate, other![index]!] as const);
  const compared = compare(pairs, tables.design);
  const isControl = second.lock === subject.control;
  const highest = isControl ? subject.highest?.get(first.lock) : undefined;
  const better = highest === undefined ? compared.oneSided : Math.min(1, 1 / highest);
  return {
    first: first.lock,
    second: second.lock,
    ...splitOf(pairs.map(([a, b]) => a - b)),
    p_two_sided: roundedUp(compared.twoSided),
    p_first_better: roundedUp(better),
    test: testOf(compared),
    difference: differenceTexts(compared),
    ...(isControl && {
      p: decimal6Up(better),
      ...againstControl(subject, tables, [first, second], compared),
    }),
  };
}

const tests = { newcombe: 'sign', t: 't', sequence: 'betting', none: 'none' } as const;
const testOf = ({ method }: Compared) => tests[method];

/**
 * Compares a team with its control: what both took, how far the result depends on missing runs, and other explanations of the
 * difference.
 */
function againstControl(
  { budgetRatio, scorer }: Subject,
  tables: Tables,
  [team, control]: readonly [MeasuredLock, MeasuredLock],
  compared: Compared,
): Partial<PairResult> {
  const ratio = (field: 'tokens' | 'elapsed') => {
    const of = ({ lock }: MeasuredLock, name: string) => tables.cases.get(lock)!.get(name)?.[field];
    const pairs = tables.rows.map(row => [of(team, row.case), of(control, row.case)] as const);
    return ratioEstimate(pairs, tables.design.clusters);
  };
  const isWhole = tables.rows.every(row => isComplete(row, team.lock) && isComplete(row, control.lock));
  const extreme = (way: 'worst' | 'best') => {
    if (isWhole) return differenceTexts(compared);
    const pairs = tables.rows.map(row => extremesOf(row, team.lock, control.lock, way));
    return differenceTexts(compare(pairs, tables.design));
  };
  const [tokens, elapsed] = [ratio('tokens'), ratio('elapsed')];
  const [own, other] = [team, control].map(each => ({
    runs: tables.runs.get(each.lock)!,
    declared: each.budget,
  }));
  const confounds = [
    ...team.confounds,
    ...budgetConfounds(own!, other!, budgetRatio),
    ...runnerConfounds(own!.runs, other!.runs),
    ...scorerConfounds(own!.runs, other!.runs, scorer),
    ...selectorConfounds(control.bestOf, other!.runs),
  ];
  return {
    ...(tokens && { tokens_ratio: ratioTexts(tokens) }),
    ...(elapsed && { elapsed_ratio: ratioTexts(elapsed) }),
    worst: extreme('worst'),
    best: extreme('best'),
    confounded_by: [...new Set(confounds)],
  };
}
