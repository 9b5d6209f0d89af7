/** The evidence of a completed job as a document. */

import { type EvidenceSnapshot, evidenceSnapshot } from '#document/evaluation/evidence-snapshot.ts';
import { decimal6Down, decimalText, nearest } from '#document/kind/share.ts';
import { inReferenceOrder } from '#document/message/kind-schema.ts';
import { spends } from '#document/statistics/spending.ts';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import { rfc3339 } from '../../support/time.ts';
import { refuseContradictions } from '../contradiction.ts';
import { logsOf, partialReasons } from '../imported-log.ts';
import { staleAfterSeconds } from '../rate.ts';
import type { EndedRun, Measured } from '../run-facts.ts';
import { measure } from '../snapshot.ts';
import { type History, historyReasons } from './history.ts';
import { gradeWith, type Imported, importedFields, importReasons } from './import.ts';
import type { Looked } from './look.ts';
import { largestCluster } from './order.ts';
import {
  alphaOf,
  confounding,
  confoundsOf,
  type ResolvedPlan,
  runsOf,
  teamsOf,
  tooFewClusters,
  unfairness,
} from './plan.ts';

/** A job at the end of its last run. Times are seconds since 1970. */
interface CompletedJob {
  id: string;
  firstClaimedAt: number;
  completedAt: number;
  suiteUsesBefore: number;
  /** The results as of the last look at an evaluation that may stop early (`look.ts`); absent for one of fixed size. */
  looked?: Looked | undefined;
  /** The imported runs of the job, if it has any. */
  imported?: Imported | undefined;
  /** The comparisons that were started before the job. */
  history: History;
  /**
   * The numbers of evaluations of the same question that were started, cancelled, failed and completed, this one included; absent
   * if the job does not record its question.
   */
  flow?: EvidenceSnapshot['flow'];
}

/**
 * Writes the evidence snapshot and returns its title and text. The same runs give the same bytes, in whatever order they come.
 * @throws Error when the evidence contradicts itself
 */
export function evidenceDocument(
  plan: ResolvedPlan,
  job: CompletedJob,
  runs: readonly EndedRun[],
): { title: string; text: string } {
  const title = `Evidence of ${job.id}`;
  const { kind, schema } = evidenceSnapshot;
  const description = `What ${runs.length} runs of ${plan.locks.length} locks on ${plan.cases} cases show.`;
  const common = { schema, kind, visibility: 'tenant', title, description };
  const fields = fieldsOf(plan, job, runs);
  refuseContradictions(fields);
  return { title, text: writeDocument(inReferenceOrder(evidenceSnapshot, { ...common, ...fields }), '') };
}

/** Grades the evidence of a job by its plan, its imported runs and the comparisons that were started before the job. */
export const gradeOfJob = (
  plan: ResolvedPlan,
  { imported, history }: Pick<CompletedJob, 'imported' | 'history'>,
): EvidenceSnapshot['grade'] =>
  historyReasons(plan, history).length > 0 ? 'exploratory' : gradeWith(plan, imported);

function fieldsOf(plan: ResolvedPlan, job: CompletedJob, runs: readonly EndedRun[]): EvidenceSnapshot {
  const reasons = [...tooFewClusters(plan), ...historyReasons(plan, job.history)];
  const imports = [...importReasons(job.imported), ...partialReasons(runs)];
  const names = plan.locks.map(({ lock }) => lock);
  const logs = logsOf(names, runs);
  return {
    job: job.id,
    plan: plan.plan,
    nonce: plan.nonce!,
    nonce_digest: digestField(sha256Hex(plan.nonce!)),
    question: plan.question ?? plan.plan,
    ...(plan.profile !== undefined && { profile: plan.profile }),
    ...(plan.scorer && { scorer: plan.scorer }),
    ...(job.flow && { flow: job.flow }),
    suite: plan.suite,
    task_class: plan.taskClass,
    first_claimed_at: rfc3339(job.firstClaimedAt),
    completed_at: rfc3339(job.completedAt),
    stale_at: rfc3339(job.completedAt + staleAfterSeconds),
    suite_uses_before: job.suiteUsesBefore,
    ...measured(plan, job, runs),
    grade_reasons: [...unfairness(plan), ...confounding(plan), ...reasons, ...imports],
    ...(job.imported && { imported: importedFields(plan, job.imported) }),
    ...(logs.length > 0 && { logs }),
    method: methodOf(plan, job, runs),
    ...(plan.intervention !== undefined && { intervention: plan.intervention }),
  };
}

function measured(plan: ResolvedPlan, job: CompletedJob, runs: readonly EndedRun[]): Measured {
  const common = {
    control: plan.control,
    grade: gradeOfJob(plan, job),
    cases: plan.cases,
    repetitions: plan.repetitions,
  };
  const highest = highestOf(plan, job);
  const lockOf = ({ lock, formation, budget, models }: ResolvedPlan['locks'][number]) => {
    return { lock, formation, maxAgents: budget.max_agents, models };
  };
  return measure(
    {
      ...common,
      locks: plan.locks.map(each => {
        const { input_tokens, output_tokens, elapsed_milliseconds } = each.budget;
        const confounds = each.lock === plan.control ? [] : confoundsOf(plan, each);
        const budget = { input_tokens, output_tokens, elapsed_milliseconds };
        return { ...lockOf(each), budget, confounds, bestOf: each.bestOf };
      }),
      largest: plan.clusters && largestCluster(plan),
      budgetRatio: plan.budgetRatio!,
      scorer: plan.scorer,
      highest,
    },
    runs,
  );
}

/**
 * Returns the highest e-value of each team over all looks, or an empty map for non-inferiority. A recommendation asks whether a
 * team is better; for a plan that asked something else, only the result at its end is known.
 */
function highestOf(plan: ResolvedPlan, { looked }: CompletedJob): Map<string, number> | undefined {
  if (!looked) return undefined;
  if (plan.comparison === 'non_inferiority') return new Map();
  return new Map(looked.teams.map(team => [team.lock, Math.exp(team.highest)]));
}

function methodOf(
  plan: ResolvedPlan,
  { looked, history }: CompletedJob,
  runs: readonly EndedRun[],
): EvidenceSnapshot['method'] {
  const units = new Set(runs.map(run => run.cluster ?? run.case)).size;
  return {
    version: 'v3',
    stopping: plan.stopping ?? 'fixed',
    comparison: plan.comparison ?? 'superiority',
    ...(plan.margin !== undefined && { margin: nearest(plan.margin) }),
    alpha: nearest(alphaOf(plan)),
    unit: plan.clusters ? 'cluster' : 'case',
    units,
    looks: looked?.looks ?? 0,
    runs_saved: runsOf(plan) - runs.length,
    budget_ratio: decimalText(plan.budgetRatio!),
    comparisons_before: history.comparisonsBefore,
    spends: decimal6Down(spends(alphaOf(plan), history.comparisonsBefore, teamsOf(plan).length)),
    cases_seen: history.casesSeen,
  };
}
