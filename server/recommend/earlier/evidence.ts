/** Which snapshots may be used for a recommendation, and what they come to (docs/recommendations.md#2). */
import type { EvidenceSnapshot, LockResult, PairResult } from '#build/evaluation/evidence-snapshot.ts';
import type { Recommendation } from '#build/evaluation/recommendation.ts';
import { type Combined, combine } from '#build/statistics/earlier/combine.ts';
import { holm } from '#build/statistics/holm.ts';
import { byNewest, type Evidence, type Inputs } from '../input.ts';
import { byRuns, pooled } from './pool.ts';

/** A lock with what all usable evidence says of it. */
export interface Contender {
  result: LockResult;
  /** The evidence with most of its runs. */
  evidence: Evidence;
  /** Its comparisons with the control; absent for the control. */
  versus: Versus | undefined;
}

/** A team against a control, over all evaluations of the two, oldest first. */
export interface Versus extends Combined {
  team: string;
  control: string;
  parts: { snapshot: string; wins: number; losses: number; ties: number; highest?: number | undefined }[];
  /** Wins, losses and ties in all of them. */
  wins: number;
  losses: number;
  ties: number;
  /** The chance, adjusted for all teams. */
  adjusted: number;
  /** Evidence that the control does as well, but for the margin that its plan fixed. */
  droppable: { margin: number; low: string; high: string } | undefined;
}

/** Evidence sorted by whether it counts. */
export interface Weighed {
  contenders: Contender[];
  /** Every team with the control against which it is judged: the error rate is held over all of them. */
  comparisons: Versus[];
  snapshots: Recommendation['snapshots'];
  used: Evidence[];
  exploratory: Evidence[];
}

/** Sorts the evidence of a task class, newest first, and adds up what it says of each lock. */
export function weigh({ profile, evidence, now }: Inputs): Weighed {
  const own = evidence.filter(({ snapshot }) => snapshot.task_class === profile.task_class).sort(byNewest);
  const fresh = own.filter(({ snapshot }) => now < snapshot.stale_at);
  const usable = fresh.filter(({ snapshot }) => snapshot.grade === 'confirmatory');
  const comparisons = comparisonsOf(usable);
  const use = (each: Evidence) => {
    if (!fresh.includes(each)) return 'stale';
    return usable.includes(each) ? 'used' : 'exploratory';
  };
  return {
    contenders: contendersOf(usable, comparisons),
    comparisons,
    snapshots: own.map(each => ({ digest: each.digest, use: use(each), ...importsIn(each) })),
    used: usable,
    exploratory: fresh.filter(each => !usable.includes(each)),
  };
}

const importsIn = ({ snapshot: { imported } }: Evidence) =>
  imported ? { imported_runs: imported.runs } : {};

function contendersOf(usable: readonly Evidence[], comparisons: readonly Versus[]): Contender[] {
  const byLock = new Map<string, { result: LockResult; evidence: Evidence }[]>();
  for (const evidence of usable) {
    for (const result of evidence.snapshot.results) {
      byLock.set(result.lock, [...(byLock.get(result.lock) ?? []), { result, evidence }]);
    }
  }
  return [...byLock].map(([lock, results]) => {
    const { evidence } = [...results].sort(byRuns)[0]!;
    // A lock that is the control there is not compared with one.
    const isControl = evidence.snapshot.control === lock;
    const versus = isControl ? undefined : comparisons.find(({ team }) => team === lock);
    return { result: pooled(results), evidence, versus };
  });
}

/** What every team and control come to, adjusted by Holm's method; of a team with several controls, see `widest`. */
function comparisonsOf(usable: readonly Evidence[]): Versus[] {
  const found = new Map<string, Omit<Versus, 'adjusted'>[]>();
  for (const { digest, snapshot } of [...usable].reverse()) {
    for (const { first, second, wins, losses, ties, e_value_highest, difference } of snapshot.pairs) {
      if (second !== snapshot.control) continue;
      const own = found.get(first) ?? [];
      found.set(first, own);
      const known = own.find(({ control }) => control === second);
      const droppable = droppableIn(snapshot, difference);
      const highest = e_value_highest === undefined ? undefined : Number(e_value_highest);
      const part = { snapshot: digest, wins, losses, ties, highest };
      if (known) add(known, part, droppable);
      else own.push({ team: first, control: second, parts: [part], ...part, ...combine([part]), droppable });
    }
  }
  const chosen = [...found.values()].map(widest);
  const adjusted = holm(chosen.map(({ chance }) => chance));
  return chosen.map((each, index) => ({ ...each, adjusted: adjusted[index]! }));
}

/** Whether a plan asked if the control does as well, and the interval of the difference says so. */
function droppableIn(
  { method }: EvidenceSnapshot,
  difference: PairResult['difference'],
): Versus['droppable'] {
  if (method?.comparison !== 'non_inferiority' || method.margin === undefined || !difference)
    return undefined;
  const margin = Number(method.margin);
  const [, low = '', high = ''] = difference;
  return Number(high) < margin ? { margin, low, high } : undefined;
}

function add(
  known: Omit<Versus, 'adjusted'>,
  part: Versus['parts'][number],
  droppable: Versus['droppable'],
): void {
  known.droppable ??= droppable;
  known.parts.push(part);
  known.wins += part.wins;
  known.losses += part.losses;
  known.ties += part.ties;
  Object.assign(known, combine(known.parts));
}

/** The control with which a team was compared on the most cases, so that a small evaluation with another control decides nothing. */
function widest<Each extends { wins: number; losses: number; ties: number }>(all: readonly Each[]): Each {
  const cases = ({ wins, losses, ties }: Each) => wins + losses + ties;
  return all.reduce((most, each) => (cases(each) >= cases(most) ? each : most));
}
