/**
 * Checks the numbers of an evidence snapshot: computes all of them again from its table of cases, or else those that follow from
 * its other numbers, and says which differ.
 */

import type { EvaluationCases } from '#document/evaluation/evaluation-cases.ts';
import type { EvaluationPlan } from '#document/evaluation/evaluation-plan.ts';
import type { EvidenceSnapshot, LockResult, PairResult } from '#document/evaluation/evidence-snapshot.ts';
import type { Suite } from '#document/evaluation/suite.ts';
import { decimal6Up, nearest, roundedDown, roundedUp } from '#document/kind/share.ts';
import { wilson } from '#document/statistics/interval.ts';
import { oneSided, twoSided } from '#document/statistics/sign-test.ts';
import { readDocument } from '#document/text/front-matter.ts';
import { contradictionsIn } from '../../../server/evidence/contradiction.ts';
import { evidenceDocument } from '../../../server/evidence/evaluation/evidence-document.ts';
import { resolvedPlan, withNonce } from '../../../server/evidence/evaluation/resolved-plan.ts';
import { lookedOver, runsOfTable } from './cases.ts';
import { differences } from './compare.ts';

/** The plan, suite and cases from which a snapshot was made. */
interface Source {
  plan: EvaluationPlan;
  suite: Suite;
  cases: EvaluationCases['cases'];
}

/**
 * Computes a snapshot again from its source, and returns a sentence for each number that differs. The table does not say which
 * runs failed, broke or were lost; for repetitions, it does not determine the quantiles of tokens and time either.
 */
export function faultsBySource(stated: EvidenceSnapshot, { plan, suite, cases }: Source): string[] {
  const unknown = { input_tokens: 0, output_tokens: 0, elapsed_milliseconds: 0 };
  const locks = stated.results.map(({ lock, formation, max_agents, models, budget = unknown }) => {
    return { lock, formation, budget: { max_agents, ...budget }, ...(models && { models }) };
  });
  const { alpha, budget_ratio } = stated.method;
  // What the plan leaves to its question, the evidence states.
  const asked = plan.question === undefined ? undefined : { ...stated, alpha, budget_ratio };
  const resolved = withNonce(resolvedPlan(stated.plan, plan, suite, locks, asked), stated.nonce);
  const isSame = resolved.locks.every(({ lock }, index) => plan.locks[index] === lock);
  if (!isSame || plan.locks.length !== locks.length) return ['`results` are of other locks than the plan.'];
  try {
    const runs = runsOfTable(resolved, suite, cases);
    const second = (time: string) => Date.parse(time) / 1000;
    const job = {
      id: stated.job,
      firstClaimedAt: second(stated.first_claimed_at),
      completedAt: second(stated.completed_at),
      suiteUsesBefore: stated.suite_uses_before,
      looked: lookedOver(resolved, runs),
      history: {
        comparisonsBefore: stated.method.comparisons_before,
        casesSeen: stated.method.cases_seen,
      },
      flow: stated.flow,
    };
    const parsed = readDocument(evidenceDocument(resolved, job, runs).text);
    if (!parsed.ok) throw new Error('It cannot be written again.');
    const computed = parsed.document.value as unknown as EvidenceSnapshot;
    const { items, method } = computed;
    const pairs = computed.pairs.map((pair, index) => knowable(pair, stated.pairs[index], stated));
    return [
      ...differences(stated, comparable(computed, stated), 'computed'),
      ...differences(
        { pairs: stated.pairs, items: stated.items, method: stated.method },
        { pairs, items, method },
        'all',
      ),
    ];
  } catch (error) {
    return [(error as Error).message];
  }
}

/**
 * Replaces the explanations in a computed pair that the table of cases does not determine by the stated ones: runners, scorers,
 * tools, and the budget if tokens are unknown.
 */
function knowable(
  computed: PairResult,
  stated: PairResult | undefined,
  { results }: EvidenceSnapshot,
): PairResult {
  if (!computed.confounded_by || !stated?.confounded_by) return computed;
  const own = results.filter(({ lock }) => lock === computed.first || lock === computed.second);
  const hidden: readonly string[] = own.some(each => each.tokens_unknown_runs > 0)
    ? ['tools', 'runner', 'scorer', 'budget']
    : ['tools', 'runner', 'scorer'];
  const [kept, seen] = [stated.confounded_by, computed.confounded_by].map((list, index) =>
    list!.filter(each => hidden.includes(each) === (index === 0)),
  );
  const all = new Set([...kept!, ...seen!]);
  return {
    ...computed,
    confounded_by: stated.confounded_by.length === all.size ? stated.confounded_by : [...all],
  };
}

/** Returns the part of a snapshot that the table of cases determines. */
function comparable(computed: EvidenceSnapshot, stated: EvidenceSnapshot): object {
  const { task_class, suite, cases, repetitions, control, stale_at } = computed;
  const mayDiffer = stated.results.some(({ lost }) => lost > 0);
  return {
    task_class,
    suite,
    cases,
    repetitions,
    control,
    stale_at,
    // A budget is not in the snapshot, so the most that can be told is that the control is one agent.
    ...(stated.grade === 'confirmatory' && { grade: computed.grade }),
    ...(!mayDiffer && { pareto: computed.pareto }),
    results: computed.results.map((result, index) => resultPart(result, stated.results[index]!, repetitions)),
  };
}

function resultPart(computed: LockResult, stated: LockResult, repetitions: number): Partial<LockResult> {
  const { partials, fails, errors, lost, tokens_unknown_runs, handed_back, retried, ...told } = computed;
  const { elapsed_unknown_runs, ...rest } = told;
  if (repetitions === 1 && stated.lost === 0) return rest;
  const { tokens_median, tokens_p95, elapsed_median_milliseconds, elapsed_p95_milliseconds, ...sums } = rest;
  if (stated.lost === 0) return sums;
  const { tokens_per_pass, ...rates } = sums;
  return rates;
}

/**
 * Compares a snapshot with its own counts, and returns a sentence for each number that differs. If no run is missing and each run
 * is a case of its own, the counts determine the rates and p-values.
 */
export function faultsWithin(stated: EvidenceSnapshot): string[] {
  const { repetitions, method } = stated;
  const isPlain = repetitions === 1 && method.unit === 'case' && method.stopping === 'fixed';
  const results = stated.results.map(({ runs: _, ...result }) => {
    const { passes, partials, fails, errors, lost } = result;
    const runs = passes + partials + fails + errors + lost;
    const isWhole = isPlain && stated.results.every(each => each.errors + each.lost === 0);
    const { low, high } = wilson(passes, runs);
    return {
      runs,
      ...(isWhole && {
        pass_rate: nearest(passes / runs),
        pass_rate_low: roundedDown(low),
        pass_rate_high: roundedUp(high),
      }),
    };
  });
  const pairs = stated.pairs.map(pair => ({
    ...(pair.test === 'sign' && {
      p_two_sided: roundedUp(twoSided(pair)),
      p_first_better: roundedUp(oneSided(pair)),
      ...(pair.p !== undefined && { p: decimal6Up(oneSided(pair)) }),
    }),
  }));
  return [...differences(stated, { results, pairs }, 'computed'), ...contradictionsIn(stated)];
}
