/**
 * The verdicts of each lock on each case, and how missing runs count (docs/evidence.md#5).
 *
 * A run that was lost or broke is missing: nobody knows how it would have ended. If it counted as a failure, anyone who breaks
 * runs of the control could make an equal team win. So a pair of runs of which one is missing counts as a difference of 0.
 */
import { type EndedRun, isRetried } from './run-facts.ts';

/** The verdict of a run: 1 passed, 0 not passed, undefined missing. */
type Verdict = 1 | 0 | undefined;

/** The verdicts of the locks on one case. */
export interface Row {
  case: string;
  cluster: string | undefined;
  /** The verdicts of each lock, by repetition. */
  verdicts: ReadonlyMap<string, readonly Verdict[]>;
  /**
   * The same verdicts, with two more kinds of runs counted as missing: runs that were handed out again, since somebody may have
   * seen how they would end, and runs of the control that exceeded their budget, since whoever chose the budget chose these
   * runs.
   */
  careful: ReadonlyMap<string, readonly Verdict[]>;
}

/** Returns the verdict of a run. A run that broke or was lost has none. */
const verdictOf = ({ outcome }: Pick<EndedRun, 'outcome'>): Verdict => {
  if (outcome === 'error' || outcome === 'lost') return undefined;
  return outcome === 'pass' ? 1 : 0;
};

/** Sorts the verdicts of runs into one row a case, by the id of the case. The order of the runs does not matter. */
export function rowsOf(runs: readonly EndedRun[], repetitions: number, control: string | undefined): Row[] {
  const rows = new Map<string, Row & { verdicts: Map<string, Verdict[]>; careful: Map<string, Verdict[]> }>();
  for (const run of runs) {
    const row = rows.get(run.case) ?? {
      case: run.case,
      cluster: run.cluster,
      verdicts: new Map(),
      careful: new Map(),
    };
    rows.set(run.case, row);
    const place = run.repetition - 1;
    columnOf(row.verdicts, run.lock, repetitions)[place] = verdictOf(run);
    const isOpen = isRetried(run) || (run.lock === control && run.outcome === 'over_budget');
    columnOf(row.careful, run.lock, repetitions)[place] = isOpen ? undefined : verdictOf(run);
  }
  return [...rows.values()].sort((a, b) => (a.case < b.case ? -1 : 1));
}

function columnOf(columns: Map<string, Verdict[]>, lock: string, repetitions: number): Verdict[] {
  const known = columns.get(lock);
  if (known) return known;
  const made = new Array<Verdict>(repetitions).fill(undefined);
  columns.set(lock, made);
  return made;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0);

/**
 * Returns the pass rate of each lock on a case, from 0 to 1. A missing run counts like the run of the control, so that team and
 * control differ by 0 there. If the control is missing, every lock gets the mean of the known runs, or 0 if there is none.
 */
export function ratesOf({ verdicts }: Row, locks: readonly string[], control: string | undefined): number[] {
  const repetitions = verdicts.get(locks[0]!)!.length;
  const sums = locks.map(() => 0);
  for (let place = 0; place < repetitions; place += 1) {
    const own = locks.map(lock => verdicts.get(lock)![place]);
    const known = own.flatMap(each => each ?? []);
    const others = known.length === 0 ? 0 : sumOf(known) / known.length;
    const base = control === undefined ? undefined : verdicts.get(control)![place];
    for (const [index, each] of own.entries()) {
      const isAlone = control !== undefined && base === undefined;
      sums[index]! += isAlone ? others : (each ?? base ?? others);
    }
  }
  return sums.map(sum => sum / repetitions);
}

/**
 * Counts the runs of a lock that have a verdict but no counterpart. The counterpart of a team's run is the run of the control;
 * that of the control's run is the run of any team.
 */
export function excludedOf(rows: readonly Row[], lock: string, control: string | undefined): number {
  if (control === undefined) return 0;
  const isExcluded = ({ verdicts }: Row, place: number) =>
    [...verdicts.keys()]
      .filter(other => (lock === control ? other !== control : other === control))
      .every(other => verdicts.get(other)![place] === undefined);
  const excluded = rows.map(
    row => row.verdicts.get(lock)!.filter((own, place) => own !== undefined && isExcluded(row, place)).length,
  );
  return sumOf(excluded);
}

/** Tells whether a lock has a verdict in every repetition of a case, when runs that were handed out again count as missing. */
export const isComplete = ({ careful }: Row, lock: string): boolean =>
  !careful.get(lock)!.includes(undefined);

/**
 * Returns the pass rates of two locks on a case at one extreme: `worst` counts the first lock's missing runs as failed and the
 * second's as passed, `best` the other way round.
 */
export function extremesOf(
  { careful }: Row,
  first: string,
  second: string,
  way: 'worst' | 'best',
): readonly [number, number] {
  const [low, high] = way === 'worst' ? [0, 1] : [1, 0];
  const mean = (verdicts: readonly Verdict[], missing: number) =>
    sumOf(verdicts.map(each => each ?? missing)) / verdicts.length;
  return [mean(careful.get(first)!, low), mean(careful.get(second)!, high)];
}
