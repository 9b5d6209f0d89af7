/** Which snapshots may be used for a recommendation, and what they come to (docs/recommendations.md#2). */
import type { LockResult } from '#build/evaluation/evidence-snapshot.ts';
import type { Recommendation } from '#build/evaluation/recommendation.ts';
import { nearest, roundedDown, roundedUp } from '#build/kind/share.ts';
import { pooled } from '#build/statistics/pool.ts';
import { type Versus as EarlierVersus, weigh as weighEarlier } from './earlier/evidence.ts';
import { byNewest, type Evidence, type Inputs } from './input.ts';
import { isV3, type Versus, versusOf } from './versus.ts';

/** A lock with what all usable evidence says of it. */
export interface Contender {
  result: LockResult;
  /** The evidence with most of its cases. */
  evidence: Evidence;
  isControl: boolean;
  /** Against the strongest control with which it was compared; absent for a control, and where nothing was compared fairly. */
  versus: Versus | undefined;
  /** A control to which it lost, as this lock or another of its formation and models, in whatever evidence of whatever age. */
  lostTo: Versus | undefined;
  /** What the method v2 says of it, where evidence of that method has it. */
  earlier: EarlierVersus | undefined;
}

/** Evidence sorted by whether it counts. */
export interface Weighed {
  contenders: Contender[];
  versus: Versus[];
  earlier: EarlierVersus[];
  snapshots: Recommendation['snapshots'];
  used: Evidence[];
  exploratory: Evidence[];
}

/** Sorts the evidence of a task class, newest first, and adds up what it says of each lock. */
export function weigh(inputs: Inputs): Weighed {
  const { profile, now } = inputs;
  const own = inputs.evidence
    .filter(({ snapshot }) => snapshot.task_class === profile.task_class)
    .sort(byNewest);
  const fresh = own.filter(({ snapshot }) => now < snapshot.stale_at);
  const used = fresh.filter(({ snapshot }) => snapshot.grade === 'confirmatory');
  const use = (each: Evidence) => {
    if (!fresh.includes(each)) return 'stale';
    return used.includes(each) ? 'used' : 'exploratory';
  };
  const versus = versusOf(inOrder(used), own);
  // A defeat is never forgotten, also not by its age.
  const ever = versusOf(inOrder(own.filter(({ snapshot }) => snapshot.grade === 'confirmatory')), own);
  const before = weighEarlier({ ...inputs, evidence: own.filter(each => !isV3(each)) });
  const lost = ever.filter(({ difference }) => difference.high < 0);
  const tables = { versus, lost, arms: armsIn(own) };
  return {
    contenders: contendersOf(used, tables, before.comparisons),
    versus,
    earlier: before.comparisons,
    snapshots: own.map(each => ({ digest: each.digest, use: use(each), ...importsIn(each) })),
    used,
    exploratory: fresh.filter(each => !used.includes(each)),
  };
}

/**
 * What each lock is but for its parameters and tool versions: its formation with its models, as `history.ts` counts what was started. Who
 * changes a parameter after a defeat has the same team.
 */
const armsIn = (evidence: readonly Evidence[]): ReadonlyMap<string, string> =>
  new Map(
    evidence.flatMap(({ snapshot }) =>
      snapshot.results.map(({ lock, formation, models = [] }) => [lock, [formation, ...models].join(' ')]),
    ),
  );

const importsIn = ({ snapshot: { imported } }: Evidence) =>
  imported ? { imported_runs: imported.runs } : {};

/** Evidence of the method v3 in the order in which its evaluations were started. */
const inOrder = (evidence: readonly Evidence[]): Evidence[] =>
  [...evidence].filter(isV3).sort((a, b) => beforeOf(a) - beforeOf(b) || -byNewest(a, b));

const beforeOf = ({ snapshot }: Evidence): number => snapshot.method?.comparisons_before ?? 0;

interface Measured {
  result: LockResult;
  evidence: Evidence;
}

function contendersOf(
  used: readonly Evidence[],
  {
    versus,
    lost,
    arms,
  }: { versus: readonly Versus[]; lost: readonly Versus[]; arms: ReadonlyMap<string, string> },
  earlier: readonly EarlierVersus[],
): Contender[] {
  const byLock = new Map<string, Measured[]>();
  for (const evidence of used) {
    for (const result of evidence.snapshot.results)
      byLock.set(result.lock, [...(byLock.get(result.lock) ?? []), { result, evidence }]);
  }
  const rates = new Map([...byLock].map(([lock, results]) => [lock, togetherOf(results)]));
  return [...byLock].map(([lock, results]) => {
    const own = versus.filter(({ team }) => team === lock);
    const evidence = [...results].sort(byCases)[0]!.evidence;
    const strength = ({ control }: Versus) => Number(rates.get(control)?.pass_rate ?? 0);
    return {
      result: rates.get(lock)!,
      evidence,
      isControl: evidence.snapshot.control === lock,
      versus: [...own].sort(
        (a, b) => strength(b) - strength(a) || b.difference.cases - a.difference.cases,
      )[0],
      lostTo: lost.find(({ team }) => arms.get(team) === arms.get(lock)),
      earlier: own.length === 0 ? earlier.find(({ team }) => team === lock) : undefined,
    };
  });
}

const casesIn = ({ evidence: { snapshot } }: Measured): number =>
  snapshot.method?.version === 'v3' ? snapshot.cases : 0;

/** The most cases first; of as many, the newest. */
const byCases = (a: Measured, b: Measured): number =>
  casesIn(b) - casesIn(a) || byNewest(a.evidence, b.evidence);

const counts = ['runs', 'passes', 'partials', 'fails', 'errors', 'lost', 'effective_runs'] as const;

/**
 * The result of a lock over all its evaluations, each of which has cases of its own: counts are added, rates averaged over cases. Tokens
 * and time are those of the evaluation with the most cases, since quantiles cannot be added. Evidence of the method v2 counts where there
 * is no other.
 */
function togetherOf(results: readonly Measured[]): LockResult {
  const own = results.filter(({ evidence }) => isV3(evidence));
  const counted = (own.length > 0 ? own : results).toSorted(byCases);
  const [first] = counted;
  if (counted.length === 1 || own.length === 0) return first!.result;
  const parts = counted.map(({ result, evidence: { snapshot } }) => ({
    value: Number(result.pass_rate),
    low: Number(result.effective_low),
    high: Number(result.effective_high),
    cases: snapshot.cases,
    mayStop: snapshot.method?.stopping === 'anytime',
  }));
  const rate = pooled(parts);
  if (parts.some(({ mayStop }) => mayStop)) return counted[parts.indexOf(rate)]!.result;
  const [low, high] = [roundedDown(rate.low), roundedUp(rate.high)];
  const sum = (field: (typeof counts)[number]) =>
    counted.reduce((total, { result }) => total + result[field], 0);
  return {
    ...first!.result,
    ...(Object.fromEntries(counts.map(field => [field, sum(field)])) as Pick<
      LockResult,
      (typeof counts)[number]
    >),
    pass_rate: nearest(rate.value),
    pass_rate_low: low,
    pass_rate_high: high,
    effective_low: low,
    effective_high: high,
  };
}
