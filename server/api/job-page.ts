/** Writes the page of an evaluation: its state in fields, and its progress as bars that a person can read. */
import { type EvaluationJob, evaluationJob } from '#document/evaluation/evaluation-job.ts';
import { type ResolvedPlan, runsOf } from '../evidence/evaluation/plan.ts';
import { standingFields } from '../evidence/evaluation/progress.ts';
import type { LockCount } from '../store/assignment.ts';
import type { StoredJob } from '../store/evaluation-job.ts';
import { rfc3339 } from '../support/time.ts';
import { standingOf } from '../tenant/look.ts';
import type { Call } from './access.ts';
import { tenantPage } from './page.ts';
import type { TenantPage } from './read.ts';

export function jobPage(
  call: Call,
  job: StoredJob,
  plan: ResolvedPlan,
  counts: readonly LockCount[],
): TenantPage {
  const fields = jobFields(job, plan, counts, call.at);
  return tenantPage(call, {
    kind: evaluationJob,
    path: `${call.prefix}/evaluations/${job.id}.md`,
    title: `Evaluation ${job.id}`,
    description: `An evaluation of ${plan.locks.length} locks on ${plan.cases} cases: ${job.state}.`,
    fields: fields as unknown as Record<string, unknown>,
    body: bodyOf(fields, plan),
  });
}

function jobFields(
  job: StoredJob,
  plan: ResolvedPlan,
  counts: readonly LockCount[],
  at: number,
): EvaluationJob {
  const { estimated_end, looked, ...cost } = standingFields(standingOf(job), at);
  return {
    job: job.id,
    state: job.state,
    plan: job.plan,
    suite: job.suite,
    ...(plan.control !== undefined && { control: plan.control }),
    grade: job.grade,
    created_at: rfc3339(job.created_at),
    ...(job.first_claimed_at !== null && { first_claimed_at: rfc3339(job.first_claimed_at) }),
    ...(job.ended_at !== null && { ended_at: rfc3339(job.ended_at) }),
    ...(estimated_end !== undefined && { estimated_end }),
    runs: job.runs,
    runs_reserved: job.reserved,
    runs_used: job.used,
    ...(job.imported > 0 && { imported_runs: job.imported }),
    ...cost,
    progress: plan.locks.map(({ lock }) => progressOf(lock, plan, job, counts)),
    ...(looked && { looked }),
    ...(job.snapshot !== null && { snapshot: job.snapshot }),
    ...(job.state === 'failed' && {
      failure: `${job.exhausted} assignments were lost by three runners each, but the plan tolerates ${job.tolerated}.`,
    }),
  };
}

function progressOf(
  lock: string,
  plan: ResolvedPlan,
  { state: jobState }: StoredJob,
  counts: readonly LockCount[],
): EvaluationJob['progress'][number] {
  const own = counts.filter(each => each.lock === lock);
  const count = (state: LockCount['state']) => Number(own.find(each => each.state === state)?.count ?? 0);
  const made = own.reduce((sum, each) => sum + Number(each.count), 0);
  // Runs that were never handed out are waiting, or were cancelled with the rest.
  const unmade = runsOf(plan) / plan.locks.length - made;
  const waits = jobState === 'queued' || jobState === 'running';
  return {
    lock,
    pending: count('pending') + (waits ? unmade : 0),
    leased: count('leased'),
    completed: count('completed'),
    exhausted: count('exhausted'),
    cancelled: count('cancelled') + (waits ? 0 : unmade),
  };
}

const width = 40;

function bodyOf({ progress, control, state, snapshot }: EvaluationJob, plan: ResolvedPlan): string {
  const runsOfLock = runsOf(plan) / plan.locks.length;
  const lines = progress.map(each => {
    const ended = each.completed + each.exhausted;
    const filled = Math.floor((ended * width) / runsOfLock);
    const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
    const role = each.lock === control ? ' control' : '';
    return `${bar} ${String(ended).padStart(String(runsOfLock).length)} of ${runsOfLock}  ${each.lock.slice(7, 19)}${role}`;
  });
  const evidence = snapshot === undefined ? '' : `\n\nThe evidence is ${snapshot}.`;
  return `The evaluation is ${state}.\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\`${evidence}`;
}
