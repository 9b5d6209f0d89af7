/** The page of an evaluation: its state in fields, and its progress as bars that a person can read. */
import { type EvaluationJob, evaluationJob } from '#document/kind/evaluation-job.ts';
import { nearestSigned, roundedUp } from '#document/kind/share.ts';
import { alphaOf, type ResolvedPlan, runsOf } from '../../evaluation/plan.ts';
import { confidenceSequence } from '../../evidence/betting.ts';
import { differencesOf } from '../../evidence/combine.ts';
import { isFinal } from '../../state/job.ts';
import type { LockCount } from '../../store/assignment.ts';
import type { StoredJob } from '../../store/evaluation-job.ts';
import { lookedAt } from '../../tenant/look.ts';
import { rfc3339 } from '../../ticket/time.ts';
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
  const end = estimatedEnd(job, at);
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
    ...(end !== undefined && { estimated_end: rfc3339(end) }),
    runs: job.runs,
    runs_reserved: job.reserved,
    runs_used: job.used,
    progress: plan.locks.map(({ lock }) => progressOf(lock, plan, job, counts)),
    ...lookedFields(job, plan),
    ...(job.snapshot !== null && { snapshot: job.snapshot }),
    ...(job.state === 'failed' && {
      failure: `${job.exhausted} assignments were lost with three runners each; the plan tolerates ${job.tolerated}.`,
    }),
  };
}

/** Nothing for an evaluation of fixed size: who looks at its results before the end would choose when to stop. */
function lookedFields(job: StoredJob, plan: ResolvedPlan): Pick<EvaluationJob, 'looked'> {
  const looked = lookedAt(job);
  if (!looked) return {};
  const teams = looked.teams.map(({ lock, wins, losses, ties, highest }) => {
    const { low, high } = confidenceSequence(differencesOf({ wins, losses, ties }), alphaOf(plan));
    const value = (wins - losses) / Math.max(1, looked.units);
    const difference = [value, low, high].map(nearestSigned);
    return { lock, wins, losses, ties, difference, p: roundedUp(Math.exp(-highest)) };
  });
  return { looked: { units: looked.units, teams } };
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
  // What was never handed out waits, or was cancelled with the rest.
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

/** At the pace since the first claim, once a tenth of the runs has ended. */
function estimatedEnd(job: StoredJob, at: number): number | undefined {
  const ended = job.used + job.exhausted;
  if (isFinal(job.state) || job.first_claimed_at === null || ended * 10 < job.runs) return undefined;
  return Math.max(at, Math.ceil(job.first_claimed_at + ((at - job.first_claimed_at) * job.runs) / ended));
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
