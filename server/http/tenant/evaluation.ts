/** Evaluations: started from an approved quote, read with their progress, cancelled (docs/evaluations.md#7). */
import { evaluationCancel } from '#document/kind/evaluation-cancel.ts';
import type { EvaluationPlan } from '#document/kind/evaluation-plan.ts';
import { evaluationStart } from '#document/kind/evaluation-start.ts';
import { Refusal } from '../../refusal.ts';
import { countByLock } from '../../store/assignment.ts';
import type { Work } from '../../store/dialect/backend.ts';
import { jobUsage } from '../../store/evaluation-job.ts';
import { findPlan, type StoredPlan, useQuote } from '../../store/evaluation-plan.ts';
import type { LockedTenant, Outcome } from '../../store/mutation.ts';
import { limitsOf } from '../../tenant/limits.ts';
import { rfc3339 } from '../../ticket/time.ts';
import { type Call, notFound } from './access.ts';
import type { Prepare } from './change.ts';
import { monthOf } from './evaluation-plan.ts';
import { jobPage } from './job-page.ts';
import { readMessage } from './message.ts';
import type { Read } from './read.ts';
import { findPlanArtifact, frontMatterOf, resolvePlan } from './resolve-plan.ts';
import { transactionContextOf } from './transaction-context.ts';

export const postEvaluation: Prepare = async (call, body) => {
  const { value, refuse } = readMessage(evaluationStart, body);
  const stored = await call.context.store.plans.find(call.tenantId, value.plan);
  if (!stored) {
    const message = 'The tenant has no quote for a plan of this digest.';
    const help = 'Send the plan to /evaluation-plans first.';
    refuse([{ path: ['plan'], rule: 'unknown-plan', message, help }]);
  }
  await refuseChanged(value.plan, call);
  const id = `ev-${call.context.randomBytes(12).toString('hex')}`;
  return tenant => start(tenant, value.plan, id, call);
};

/** The plan itself, its locks and their formations may have been revoked since it was quoted. */
async function refuseChanged(digest: string, call: Call): Promise<void> {
  const artifact = await findPlanArtifact(digest, call);
  const resolution = await resolvePlan(digest, frontMatterOf(artifact!.content) as EvaluationPlan, call);
  if (resolution.ok) return;
  const what = resolution.complaints.map(({ message }) => message).join(' ');
  throw conflict(`The plan no longer holds: ${what} Plan with what is active.`);
}

function* start(tenant: LockedTenant, digest: string, id: string, call: Call): Work<Outcome> {
  const { evaluations } = call.context.store;
  const transaction = transactionContextOf(tenant, call.at, call.context.tenant.signing);
  yield* evaluations.sweep(transaction);
  const plan = (yield* findPlan(tenant.id, digest))!;
  refuseUnfit(plan, call.at);
  yield* refuseOverQuota(tenant, plan, call.at);
  const job = yield* evaluations.start(transaction, plan.resolved, id, monthOf(call.at));
  yield* useQuote(tenant.id, digest, id);
  const page = jobPage(call, job, plan.resolved, yield* countByLock(tenant.id, id));
  const described = '</docs/schemas/evaluation_job/v0.1.md>; rel="describedby"; type="text/markdown"';
  const headers = ['Location', page.path, 'Link', described];
  return { status: 201, headers, body: page.text, events: transaction.events };
}

const conflict = (message: string): Refusal => new Refusal('conflict', message);

function refuseUnfit(plan: StoredPlan, at: number): void {
  if (plan.job_id !== null)
    throw conflict(`The quote started ${plan.job_id} already. Send the plan again for another quote.`);
  if (plan.expires_at <= at)
    throw conflict(`The quote expired at ${rfc3339(plan.expires_at)}. Send the plan again for another one.`);
  if (plan.approval !== 'approved')
    throw conflict('The quote awaits the operator. Start it once it is approved, or plan fewer runs.');
}

function* refuseOverQuota(tenant: LockedTenant, { runs }: StoredPlan, at: number): Work<void> {
  const limits = limitsOf(JSON.parse(tenant.limits));
  const used = yield* jobUsage(tenant.id, monthOf(at));
  const left = limits.evaluation_runs_per_month - used.runs;
  if (runs > left)
    throw overQuota(`The plan has ${runs} runs, and ${Math.max(0, left)} are left in this month.`);
  if (used.jobs >= limits.concurrent_jobs)
    throw overQuota(`${used.jobs} jobs are queued or running; the account allows ${limits.concurrent_jobs}.`);
}

const overQuota = (what: string): Refusal =>
  new Refusal('quota_exceeded', `${what} Wait, plan less, or ask the operator for more.`);

export const readEvaluation: Read = async call => {
  await sweepIfDue(call);
  const { store } = call.context;
  const job = await store.jobs.find(call.tenantId, call.params.job ?? '');
  if (!job) throw notFound();
  const plan = (await store.plans.find(call.tenantId, job.plan))!;
  return jobPage(call, job, plan.resolved, await store.assignments.countByLock(call.tenantId, job.id));
};

/** What ran out is dealt with before a state is told. */
export async function sweepIfDue({ context, tenantId, at }: Call): Promise<void> {
  const { store, tenant: services } = context;
  if (!(await store.assignments.isOverdue(tenantId, at))) return;
  await store.mutations.commit({ tenantId, actor: 'service', at }, function* (tenant) {
    const transaction = transactionContextOf(tenant, at, services.signing);
    yield* store.evaluations.sweep(transaction);
    return { status: 200, headers: [], body: '', events: transaction.events };
  });
  services.events.notify(tenantId);
}

export const postCancel: Prepare = async (call, body) => {
  readMessage(evaluationCancel, body);
  return tenant => cancel(tenant, call);
};

function* cancel(tenant: LockedTenant, call: Call): Work<Outcome> {
  const transaction = transactionContextOf(tenant, call.at, call.context.tenant.signing);
  const found = yield* call.context.store.evaluations.cancel(transaction, call.params.job ?? '');
  if (!found) throw notFound();
  const { job, asked } = found;
  if (!asked && (job.state === 'completed' || job.state === 'failed'))
    throw conflict(`The evaluation is ${job.state}, which is final.`);
  const plan = (yield* findPlan(tenant.id, job.plan))!;
  const page = jobPage(call, job, plan.resolved, yield* countByLock(tenant.id, job.id));
  const described = '</docs/schemas/evaluation_job/v0.1.md>; rel="describedby"; type="text/markdown"';
  const answered = { status: 200, headers: ['Link', described], body: page.text, events: transaction.events };
  return { ...answered, room: asked ? 'reserved' : 'spare' };
}
