/** The decision by the method v2, which decides where all evidence is of that method. */
import type { Candidate, Exclusion, Recommendation } from '#build/evaluation/recommendation.ts';
import { nearest, roundedUp } from '#build/kind/share.ts';
import { twoSided } from '#build/statistics/sign-test.ts';
import { errorRate } from '../../evidence/rate.ts';
import { earlierComparison } from '../comparison.ts';
import { type Objection, open } from '../exclusion.ts';
import type { Evidence, Inputs } from '../input.ts';
import { type Contender, type Weighed, weigh } from './evidence.ts';
import { objections } from './exclusion.ts';
import { insufficientReasons, noneReasons, recommendReasons } from './reason.ts';
import { settlingPlan } from './settle.ts';

interface Judged {
  contender: Contender;
  against: Objection[];
}

/** Makes the decision. The same inputs give the same answer in any order. */
export function recommend(inputs: Inputs): Recommendation {
  const { profile, standing } = inputs;
  const weighed = weigh(inputs);
  const judged = weighed.contenders.map(contender => ({
    contender,
    against: objections(contender, profile, standing.get(contender.result.lock) ?? 'active'),
  }));
  const eligible = judged.filter(({ against }) => against.length === 0).map(each => each.contender);
  const ranked = eligible.sort(byRank);
  const out = judged.filter(({ against }) => against.length > 0).sort(byLock);
  return {
    profile: profile.digest,
    task_class: profile.task_class,
    ...decide(inputs, weighed, ranked, out),
    snapshots: weighed.snapshots,
    ...validity(weighed),
  };
}

type Decided = Omit<Recommendation, 'profile' | 'task_class' | 'snapshots' | 'valid_until'>;

function decide(
  inputs: Inputs,
  weighed: Weighed,
  ranked: readonly Contender[],
  out: readonly Judged[],
): Decided {
  const [first] = ranked;
  const undecided = out.filter(({ against }) => against.every(({ code }) => open.has(code)));
  const candidates = undecided.map(({ contender }) => contender);
  const lists = {
    error_rate: nearest(errorRate),
    ranking: ranked.map(candidateOf),
    inseparable: first ? inseparable(first, ranked.slice(1), weighed.used) : [],
    excluded: out.map(exclusionOf),
    comparisons: weighed.comparisons.map(earlierComparison),
  };
  if (first) {
    const leading = candidates.filter(({ versus }) => versus !== undefined && versus.wins > versus.losses);
    return {
      decision: 'recommend',
      recommended: first.result.lock,
      one_agent: first.result.max_agents === 1,
      ...lists,
      reasons: recommendReasons(first, ranked, lists.inseparable, leading),
      ...(leading.length > 0 && { settle: settlingPlan(leading, weighed, inputs) }),
    };
  }
  if (candidates.length === 0 && weighed.contenders.length > 0)
    return { decision: 'no_eligible_candidate', ...lists, reasons: noneReasons(out.length) };
  const settle = settlingPlan(candidates, weighed, inputs);
  const reasons = insufficientReasons(weighed, candidates.length, settle);
  return { decision: 'insufficient_evidence', ...lists, reasons, settle };
}

function byRank({ result: a }: Contender, { result: b }: Contender): number {
  const bound = Number(b.effective_low) - Number(a.effective_low);
  // An unknown cost is not a low cost.
  const price = (a.tokens_per_pass ?? Infinity) - (b.tokens_per_pass ?? Infinity);
  return bound || price || (a.lock < b.lock ? -1 : 1);
}

const byLock = (a: Judged, b: Judged): number => (a.contender.result.lock < b.contender.result.lock ? -1 : 1);

/** Alternatives that are not significantly different from the first: on the same cases, or else by their intervals. */
function inseparable(first: Contender, others: readonly Contender[], used: readonly Evidence[]): string[] {
  return others.filter(other => !separates(first, other, used)).map(({ result }) => result.lock);
}

function separates(first: Contender, other: Contender, used: readonly Evidence[]): boolean {
  const names = [first.result.lock, other.result.lock];
  const pairs = used.flatMap(({ snapshot }) =>
    snapshot.pairs.filter(each => names.includes(each.first) && names.includes(each.second)),
  );
  const cases = ({ wins, losses, ties }: (typeof pairs)[number]) => wins + losses + ties;
  // Of several comparisons the largest; of as many cases the newest.
  const [pair] = pairs.sort((a, b) => cases(b) - cases(a));
  if (pair) return twoSided(pair) <= errorRate;
  return Number(first.result.effective_low) > Number(other.result.effective_high);
}

function candidateOf({ result, evidence, versus }: Contender): Candidate {
  const { lock, formation, max_agents, pass_rate, effective_low, effective_high, tokens_per_pass } = result;
  return {
    lock,
    formation,
    max_agents,
    control: lock === evidence.snapshot.control,
    pass_rate,
    low: effective_low,
    high: effective_high,
    ...(tokens_per_pass !== undefined && { tokens_per_pass }),
    ...(versus && { p_beats_control: roundedUp(versus.adjusted) }),
    snapshot: evidence.digest,
  };
}

const exclusionOf = ({ contender, against }: Judged): Exclusion => ({
  lock: contender.result.lock,
  formation: contender.result.formation,
  snapshot: contender.evidence.digest,
  reasons: against,
});

function validity({ used }: Weighed): { valid_until?: string } {
  const [first] = used.map(({ snapshot }) => snapshot.stale_at).sort();
  return first === undefined ? {} : { valid_until: first };
}
