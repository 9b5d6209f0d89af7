/** Sorts out which snapshots count for a recommendation, and adds up their results (docs/recommendations.md#1). */
import type { LockResult } from '#document/evaluation/evidence-snapshot.ts';
import type { Recommendation } from '#document/evaluation/recommendation.ts';
import { nearest, roundedDown, roundedUp } from '#document/kind/share.ts';
import { pooled } from '#document/statistics/pool.ts';
import { byNewest, type Evidence, type Inputs } from './input.ts';
import { type Versus, versusOf } from './versus.ts';

/** A lock with its results over all evidence that counts. */
export interface Contender {
  result: LockResult;
  /** The evidence with most of the cases of the lock. */
  evidence: Evidence;
  isControl: boolean;
  /** The comparison with the strongest control; undefined for a control, and for a lock that was never compared fairly. */
  versus: Versus | undefined;
  /**
   * A comparison that the lock, or another one of its formation and models, lost to a control, in confirmatory evidence of any
   * age; undefined if there is none.
   */
  lostTo: Versus | undefined;
}

/** Evidence sorted by whether it counts. */
export interface Weighed {
  contenders: Contender[];
  versus: Versus[];
  snapshots: Recommendation['snapshots'];
  used: Evidence[];
  exploratory: Evidence[];
}

/** Sorts the evidence of a task class by whether it counts, and adds up the results of each lock. */
export function weigh({ profile, now, evidence }: Inputs): Weighed {
  const own = evidence.filter(({ snapshot }) => snapshot.task_class === profile.task_class).sort(byNewest);
  const fresh = own.filter(({ snapshot }) => now < snapshot.stale_at);
  const used = fresh.filter(({ snapshot }) => snapshot.grade === 'confirmatory');
  const use = (each: Evidence) => {
    if (!fresh.includes(each)) return 'stale';
    return used.includes(each) ? 'used' : 'exploratory';
  };
  const versus = versusOf(inOrder(used));
  // A defeat is never forgotten, however old it is.
  const ever = versusOf(inOrder(own.filter(({ snapshot }) => snapshot.grade === 'confirmatory')));
  const lost = ever.filter(({ difference }) => difference.high < 0);
  const tables = { versus, lost, arms: armsIn(own) };
  return {
    contenders: contendersOf(used, tables),
    versus,
    snapshots: own.map(each => ({ digest: each.digest, use: use(each), ...importsIn(each) })),
    used,
    exploratory: fresh.filter(each => !used.includes(each)),
  };
}

/**
 * Maps each lock to a text for its formation and models, without parameters and tool versions, as `history.ts` identifies teams.
 * A team whose parameter was changed after a defeat is still the same team.
 */
const armsIn = (evidence: readonly Evidence[]): ReadonlyMap<string, string> =>
  new Map(
    evidence.flatMap(({ snapshot }) =>
      snapshot.results.map(({ lock, formation, models = [] }) => [lock, [formation, ...models].join(' ')]),
    ),
  );

const importsIn = ({ snapshot: { imported } }: Evidence) =>
  imported ? { imported_runs: imported.runs } : {};

/** Sorts evidence in the order in which its evaluations were started. */
const inOrder = (evidence: readonly Evidence[]): Evidence[] =>
  [...evidence].sort((a, b) => beforeOf(a) - beforeOf(b) || -byNewest(a, b));

const beforeOf = ({ snapshot }: Evidence): number => snapshot.method.comparisons_before;

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
    };
  });
}

/** Compares results for sorting: the one with the most cases comes first, and among equals the newest. */
const byCases = (a: Measured, b: Measured): number =>
  b.evidence.snapshot.cases - a.evidence.snapshot.cases || byNewest(a.evidence, b.evidence);

const counts = ['runs', 'passes', 'partials', 'fails', 'errors', 'lost', 'effective_runs'] as const;

/**
 * Adds up the results of a lock in several evaluations, each with other cases: counts are added, and rates averaged over cases.
 * Tokens and times come from the evaluation with the most cases, since quantiles cannot be added.
 */
function togetherOf(results: readonly Measured[]): LockResult {
  const counted = results.toSorted(byCases);
  const [first] = counted;
  if (counted.length === 1) return first!.result;
  const parts = counted.map(({ result, evidence: { snapshot } }) => ({
    value: Number(result.pass_rate),
    low: Number(result.effective_low),
    high: Number(result.effective_high),
    cases: snapshot.cases,
    mayStop: snapshot.method.stopping === 'anytime',
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
