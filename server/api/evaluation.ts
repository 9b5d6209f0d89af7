/** Evaluations: started from an approved quote, read with their progress, cancelled (docs/evaluations.md#13). */
import { evaluationCancel } from '#document/evaluation/evaluation-cancel.ts';
import { evaluationStart } from '#document/evaluation/evaluation-start.ts';
import { describedBy } from '../site/links.ts';
import { countByLock } from '../store/assignment.ts';
import type { Transaction } from '../store/database/backend.ts';
import { findPlan, useQuote } from '../store/evaluation-plan.ts';
import type { LockedTenant, Outcome } from '../store/mutation.ts';
import { sweep } from '../tenant/ending.ts';
import * as evaluation from '../tenant/evaluation.ts';
import { monthOf, refuseOverQuota } from '../tenant/quota.ts';
import { conflict, refuseChanged, refuseUnfit } from '../tenant/start-evaluation.ts';
import { transactionContextOf } from '../tenant/transaction-context.ts';
import { type Call, notFound } from './access.ts';
import type { Prepare } from './change.ts';
import { jobPage } from './job-page.ts';
import { readMessage } from './message.ts';
import type { Read } from './read.ts';

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

function* start(tenant: LockedTenant, digest: string, id: string, call: Call): Transaction<Outcome> {
  const transaction = transactionContextOf(tenant, call.at, call.context.tenant.signing);
  yield* sweep(transaction);
  const plan = (yield* findPlan(tenant.id, digest))!;
  refuseUnfit(plan, call.at);
  yield* refuseOverQuota(tenant, plan.runs, call.at);
  const job = yield* evaluation.start(transaction, plan.resolved, id, monthOf(call.at));
  yield* useQuote(tenant.id, digest, id);
  const page = jobPage(call, job, plan.resolved, yield* countByLock(tenant.id, id));
  const headers = ['Location', page.path, 'Link', describedBy('evaluation_job')];
  return { status: 201, headers, body: page.text, events: transaction.events };
}

export const readEvaluation: Read = async call => {
  await sweepIfDue(call);
  const { store } = call.context;
  const job = await store.jobs.find(call.tenantId, call.params.job ?? '');
  if (!job) throw notFound();
  const plan = (await store.plans.find(call.tenantId, job.plan))!;
  return jobPage(call, job, plan.resolved, await store.assignments.countByLock(call.tenantId, job.id));
};

/** Ends the leases that have run out, so that the state of an evaluation is up to date when it is reported. */
export async function sweepIfDue({ context, tenantId, at }: Call): Promise<void> {
  const { store, tenant: services } = context;
  if (!(await store.assignments.isOverdue(tenantId, at))) return;
  await store.mutations.commit({ tenantId, actor: 'service', at }, function* (tenant) {
    const transaction = transactionContextOf(tenant, at, services.signing);
    yield* sweep(transaction);
    return { status: 200, headers: [], body: '', events: transaction.events };
  });
  services.events.notify(tenantId);
}

export const postCancel: Prepare = async (call, body) => {
  readMessage(evaluationCancel, body);
  return tenant => cancel(tenant, call);
};

function* cancel(tenant: LockedTenant, call: Call): Transaction<Outcome> {
  const transaction = transactionContextOf(tenant, call.at, call.context.tenant.signing);
  const found = yield* evaluation.cancel(transaction, call.params.job ?? '');
  if (!found) throw notFound();
  const { job, asked } = found;
  if (!asked && (job.state === 'completed' || job.state === 'failed'))
    throw conflict(`The evaluation is ${job.state}, which is final.`);
  const plan = (yield* findPlan(tenant.id, job.plan))!;
  const page = jobPage(call, job, plan.resolved, yield* countByLock(tenant.id, job.id));
  const answered = {
    status: 200,
    headers: ['Link', describedBy('evaluation_job')],
    body: page.text,
    events: transaction.events,
  };
  return { ...answered, room: asked ? 'reserved' : 'spare' };
}
