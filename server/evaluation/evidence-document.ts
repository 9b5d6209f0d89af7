/** The evidence of a completed job as a document. */
import { writeDocument } from '#document/front-matter.ts';
import { type EvidenceSnapshot, evidenceSnapshot } from '#document/kind/evidence-snapshot.ts';
import { type EndedRun, measure } from '../evidence/snapshot.ts';
import { staleAfterSeconds } from '../recommend/rate.ts';
import { rfc3339 } from '../ticket/time.ts';
import { gradeOf, type ResolvedPlan } from './plan.ts';

/** What is known of a job when its last run has ended. Times are seconds. */
interface CompletedJob {
  id: string;
  firstClaimedAt: number;
  completedAt: number;
  suiteUsesBefore: number;
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
  const subject = {
    locks: plan.locks.map(({ lock, formation, budget }) => ({
      lock,
      formation,
      maxAgents: budget.max_agents,
    })),
    control: plan.control,
    grade: gradeOf(plan),
    cases: plan.cases,
    repetitions: plan.repetitions,
  };
  return {
    job: job.id,
    plan: plan.plan,
    suite: plan.suite,
    task_class: plan.taskClass,
    first_claimed_at: rfc3339(job.firstClaimedAt),
    completed_at: rfc3339(job.completedAt),
    stale_at: rfc3339(job.completedAt + staleAfterSeconds),
    suite_uses_before: job.suiteUsesBefore,
    ...measure(subject, runs),
  };
}
