/**
 * Computes the decision from a workload profile and the tenant's evidence: "use this one", "not enough evidence" or "none of
 * these" (docs/recommendations.md#2). It reads nothing else: no ticket, no receipt, no adoption.
 *
 * 1. Evidence of the task class that is neither stale nor exploratory counts.
 * 2. A candidate is out if it is not active, breaks a limit of the profile, is not known to pass as often as asked, or,
 *    unless it is the control, is not proven better than the control, within what its evaluations may spend of the error rate.
 * 3. The others are ranked: teams before controls, then by the lower bound of their pass rate, then by tokens per pass.
 * 4. The control is recommended once no team is left that more runs could prove.
 */
import type { Candidate, Exclusion, Recommendation } from '#document/evaluation/recommendation.ts';
import { nearest, roundedUp } from '#document/kind/share.ts';
import { errorRate } from '../rate.ts';
import { answerOf } from './answer.ts';
import { comparisonOf } from './comparison.ts';
import { type Objection, open, ownObjections } from './exclusion.ts';
import type { Inputs } from './input.ts';
import { lateObjections, wasLate } from './late-profile.ts';
import { controlObjections, isProven } from './proof.ts';
import { insufficientReasons, noneReasons, recommendReasons } from './reason.ts';
import { separates } from './separation.ts';
import { settlingPlan } from './settle.ts';
import { type Contender, type Weighed, weigh } from './weigh.ts';

/** A candidate that is excluded, with the reasons. */
interface Judged {
  contender: Contender;
  against: Objection[];
}

/** Makes the decision. The same inputs give the same answer in any order. */
export function recommend(inputs: Inputs): Recommendation {
  const { profile, standing } = inputs;
  const weighed = weigh(inputs);
  const isLate = wasLate(inputs, weighed);
  const against = (contender: Contender) =>
    ownObjections(contender.result, profile, standing.get(contender.result.lock) ?? 'active');
  const judged = weighed.contenders.map(contender => ({
    contender,
    against: [
      ...against(contender),
      ...controlObjections(contender),
      ...(isLate ? lateObjections(contender, weighed.contenders, against) : []),
    ],
  }));
  const eligible = judged.filter(({ against }) => against.length === 0).map(each => each.contender);
  const out = judged.filter(({ against }) => against.length > 0).sort(byLock);
  return {
    profile: profile.digest,
    task_class: profile.task_class,
    method: 'v3',
    ...(isLate && { late_profile: true as const }),
    ...decide(inputs, weighed, eligible.sort(byRank), out),
    snapshots: weighed.snapshots,
    ...validity(weighed),
  };
}

type Decided = Omit<
  Recommendation,
  'profile' | 'task_class' | 'method' | 'late_profile' | 'snapshots' | 'valid_until'
>;

function decide(
  inputs: Inputs,
  weighed: Weighed,
  ranked: readonly Contender[],
  out: readonly Judged[],
): Decided {
  const [first, ...others] = ranked;
  const undecided = out
    .filter(({ against }) => against.every(({ code }) => open.has(code)))
    .map(({ contender }) => contender);
  const teams = undecided.filter(({ isControl }) => !isControl);
  const lists = {
    error_rate: nearest(errorRate),
    ranking: ranked.map(candidateOf),
    inseparable: others
      .filter(other => !separates(first!, other, weighed.used))
      .map(({ result }) => result.lock),
    excluded: out.map(exclusionOf),
    comparisons: weighed.versus.map(comparisonOf),
  };
  // One agent is the answer once no team is left that more runs could prove.
  if (first && (isProven(first) || teams.length === 0)) {
    return {
      decision: 'recommend',
      ...answerOf(first, weighed),
      recommended: first.result.lock,
      one_agent: first.result.max_agents === 1,
      ...lists,
      reasons: recommendReasons(first, ranked, lists.inseparable, teams),
      ...(teams.length > 0 && { settle: settlingPlan(teams, weighed, inputs) }),
    };
  }
  if (!first && undecided.length === 0 && weighed.contenders.length > 0) {
    const answer = { answer: 'none' as const, confounded_by: [] };
    return { decision: 'no_eligible_candidate', ...answer, ...lists, reasons: noneReasons(out.length) };
  }
  const settle = settlingPlan(first ? teams : undecided, weighed, inputs);
  return {
    decision: 'insufficient_evidence',
    ...answerOf(undefined, weighed, teams[0]),
    ...(first && { begin_with: first.result.lock }),
    ...lists,
    reasons: insufficientReasons(weighed, { first, undecided }, settle),
    settle,
  };
}

function byRank(one: Contender, other: Contender): number {
  const [a, b] = [one.result, other.result];
  const role = Number(isProven(other)) - Number(isProven(one));
  const bound = Number(b.effective_low) - Number(a.effective_low);
  // An unknown cost is not a low cost.
  const cost = (a.tokens_per_pass ?? Infinity) - (b.tokens_per_pass ?? Infinity) || 0;
  return role || bound || cost || (a.lock < b.lock ? -1 : 1);
}

const byLock = (a: Judged, b: Judged): number => (a.contender.result.lock < b.contender.result.lock ? -1 : 1);

function candidateOf({ result, evidence, versus, isControl }: Contender): Candidate {
  const { lock, formation, max_agents, pass_rate, effective_low, effective_high, tokens_per_pass } = result;
  return {
    lock,
    formation,
    max_agents,
    control: isControl,
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
