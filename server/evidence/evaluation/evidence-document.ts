/** The evidence of a completed job as a document. */

import { type EvidenceSnapshot, evidenceSnapshot } from '#build/exchange/evidence-snapshot.ts';
import { nearest } from '#build/kind/share.ts';
import { writeDocument } from '#build/text/front-matter.ts';
import { rfc3339 } from '../../ticket/time.ts';
import { eValueOf } from '../combine.ts';
import { staleAfterSeconds } from '../recommend/rate.ts';
import { type EndedRun, measure, type Subject } from '../snapshot.ts';
import { gradeWith, type Imported, importedFields, importReasons } from './import.ts';
import type { Looked } from './look.ts';
import { alphaOf, confounding, type ResolvedPlan, runsOf, unfairness } from './plan.ts';

/** What is known of a job when its last run has ended. Times are seconds. */
interface CompletedJob {
  id: string;
  firstClaimedAt: number;
  completedAt: number;
  suiteUsesBefore: number;
  /** Of an evaluation that might stop early: how far it was looked at. */
  looked?: Looked | undefined;
  /** Its imported runs, if it has any. */
  imported?: Imported | undefined;
}

/** The title and text of the snapshot. The same runs give the same bytes, in whatever order. */
export function evidenceDocument(
  plan: ResolvedPlan,
  job: CompletedJob,
  runs: readonly EndedRun[],
): { title: string; text: string } {
  const title = `Evidence of ${job.id}`;
  const { kind, schema } = evidenceSnapshot;
  const description = `What ${runs.length} runs of ${plan.locks.length} locks on ${plan.cases} cases show.`;
  const common = { schema, kind, visibility: 'tenant', title, description };
  return { title, text: writeDocument({ ...common, ...fieldsOf(plan, job, runs) }, '') };
}

function fieldsOf(plan: ResolvedPlan, job: CompletedJob, runs: readonly EndedRun[]): EvidenceSnapshot {
  return {
    job: job.id,
    plan: plan.plan,
    suite: plan.suite,
    task_class: plan.taskClass,
    first_claimed_at: rfc3339(job.firstClaimedAt),
    completed_at: rfc3339(job.completedAt),
    stale_at: rfc3339(job.completedAt + staleAfterSeconds),
    suite_uses_before: job.suiteUsesBefore,
    ...measure(subjectOf(plan, job), runs),
    grade_reasons: [...unfairness(plan), ...confounding(plan), ...importReasons(job.imported)],
    ...(job.imported && { imported: importedFields(plan, job.imported) }),
    method: methodOf(plan, job, runs),
    ...(plan.intervention !== undefined && { intervention: plan.intervention }),
  };
}

function subjectOf(plan: ResolvedPlan, { looked, imported }: CompletedJob): Subject {
  // A recommendation asks whether a team is better, also where the plan asked something else.
  const highest = (looked?.teams ?? []).map(team => {
    const log = plan.comparison === 'non_inferiority' ? eValueOf(team) : team.highest;
    return [team.lock, Math.exp(log)] as const;
  });
  return {
    locks: plan.locks.map(({ lock, formation, budget, models }) => ({
      lock,
      formation,
      maxAgents: budget.max_agents,
      models,
    })),
    control: plan.control,
    grade: gradeWith(plan, imported),
    cases: plan.cases,
    repetitions: plan.repetitions,
    seed: plan.plan,
    unit: plan.clusters ? 'cluster' : 'case',
    ...(looked && { anytime: { alpha: alphaOf(plan), highest: new Map(highest) } }),
  };
}

function methodOf(
  plan: ResolvedPlan,
  { looked }: CompletedJob,
  runs: readonly EndedRun[],
): EvidenceSnapshot['method'] {
  const units = new Set(runs.map(run => run.cluster ?? run.case)).size;
  return {
    version: 'v2',
    stopping: plan.stopping ?? 'fixed',
    comparison: plan.comparison ?? 'superiority',
    ...(plan.margin !== undefined && { margin: nearest(plan.margin) }),
    ...(looked && { alpha: nearest(alphaOf(plan)) }),
    unit: plan.clusters ? 'cluster' : 'case',
    units,
    looks: looked?.looks ?? 0,
    runs_saved: runsOf(plan) - runs.length,
  };
}
