/** What a recommendation is computed from, and which snapshots may be used for it (docs/recommendations.md#2). */
import type { ArtifactStatus } from '#document/kind/artifact-status.ts';
import type { EvidenceSnapshot, LockResult, PairResult } from '#document/kind/evidence-snapshot.ts';
import type { Recommendation } from '#document/kind/recommendation.ts';
import { holm } from '../evidence/holm.ts';
import { oneSided } from '../evidence/sign-test.ts';
import { spentShare } from './rate.ts';

/** The part of a workload profile that matters for a decision. */
export interface Profile {
  digest: string;
  task_class: string;
  /** In per cent. */
  min_pass_rate: number;
  max_tokens_per_run?: number | undefined;
  max_elapsed_milliseconds?: number | undefined;
  max_agents?: number | undefined;
}

/** A snapshot with its digest. */
export interface Evidence {
  digest: string;
  snapshot: EvidenceSnapshot;
}

export interface Inputs {
  profile: Profile;
  /** All evidence of the tenant, in any order. */
  evidence: readonly Evidence[];
  /** The status of locks by digest: the worse of the lock's own and its formation's. A lock not listed is active. */
  standing: ReadonlyMap<string, ArtifactStatus>;
  /** The time as fields hold it. It decides what is stale and is not part of the answer. */
  now: string;
}

/** A lock with its newest usable result. */
export interface Contender {
  result: LockResult;
  evidence: Evidence;
  /** Its comparison with the control of that evidence; absent for the control. */
  versus: Versus | undefined;
}

/** Evidence sorted by whether it counts. */
export interface Weighed {
  contenders: Contender[];
  /** How many teams the error rate is held over. */
  comparisons: number;
  snapshots: Recommendation['snapshots'];
  used: Evidence[];
  exploratory: Evidence[];
}

/** Sorts the evidence of a task class, newest first, and finds the newest result of each lock. */
export function weigh({ profile, evidence, now }: Inputs): Weighed {
  const own = evidence.filter(({ snapshot }) => snapshot.task_class === profile.task_class).sort(byNewest);
  const fresh = own.filter(({ snapshot }) => now < snapshot.stale_at);
  const usable = fresh.filter(({ snapshot }) => snapshot.grade === 'confirmatory');
  const comparisons = comparisonsByLock(usable);
  const contenders = new Map<string, Contender>();
  for (const each of usable) {
    for (const result of each.snapshot.results) {
      if (contenders.has(result.lock)) continue;
      contenders.set(result.lock, {
        result,
        evidence: each,
        versus: versusIn(each, result.lock, comparisons),
      });
    }
  }
  const used = usable.filter(each => [...contenders.values()].some(({ evidence: from }) => from === each));
  const use = (each: Evidence) => {
    if (!fresh.includes(each)) return 'stale';
    if (!usable.includes(each)) return 'exploratory';
    return used.includes(each) ? 'used' : 'superseded';
  };
  return {
    contenders: [...contenders.values()],
    comparisons: comparisons.size,
    snapshots: own.map(each => ({ digest: each.digest, use: use(each) })),
    used,
    exploratory: fresh.filter(each => !usable.includes(each)),
  };
}

/** A lock that is the control of its newest evidence is not compared with one. */
function versusIn(
  { snapshot }: Evidence,
  lock: string,
  found: ReadonlyMap<string, Versus>,
): Versus | undefined {
  return lock === snapshot.control ? undefined : found.get(lock);
}

function byNewest(a: Evidence, b: Evidence): number {
  const [x, y] = [a.snapshot.completed_at, b.snapshot.completed_at];
  if (x !== y) return x < y ? 1 : -1;
  return a.digest < b.digest ? -1 : 1;
}

/** A comparison with the control, and the chance of it adjusted for all teams and for earlier comparisons of its own. */
type Versus = PairResult & { adjusted: number; look: number };

/** The newest comparison of each team in the usable evidence, by its lock. */
function comparisonsByLock(usable: readonly Evidence[]): Map<string, Versus> {
  const newest = new Map<string, PairResult & { look: number }>();
  for (const { snapshot } of [...usable].reverse()) {
    for (const pair of snapshot.pairs) {
      if (pair.second !== snapshot.control) continue;
      newest.set(pair.first, { ...pair, look: (newest.get(pair.first)?.look ?? 0) + 1 });
    }
  }
  const found = [...newest.values()];
  const adjusted = holm(found.map(pair => Math.min(1, oneSided(pair) / spentShare(pair.look))));
  return new Map(found.map((pair, index) => [pair.first, { ...pair, adjusted: adjusted[index]! }]));
}
