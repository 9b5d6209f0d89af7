/** The account of a tenant: its limits, and how much of each it has used (docs/tenants.md#13). */

import { roundedDown } from '#document/kind/share.ts';
import { type Account, account } from '#document/message/account.ts';
import { leftAfter } from '#document/statistics/spending.ts';
import { limitsOf } from '../tenant/limits.ts';
import { monthOf } from '../tenant/quota.ts';
import { notFound } from './access.ts';
import { sweepIfDue } from './evaluation.ts';
import { tenantPage } from './page.ts';
import type { Read } from './read.ts';

export const readAccount: Read = async call => {
  await sweepIfDue(call);
  const stored = await call.context.store.accounts.read(call.tenantId);
  if (!stored) throw notFound();
  const month = monthOf(call.at);
  const jobs = await call.context.store.jobs.usage(call.tenantId, month);
  const adoptions = await call.context.store.adoptions.count(call.tenantId);
  const fields: Account = {
    tenant: call.tenantId,
    plan: stored.plan,
    month,
    limits: limitsOf(stored.limits),
    usage: {
      private_candidates: stored.candidates,
      registered_documents: stored.documents,
      evaluation_runs: jobs.runs,
      concurrent_jobs: jobs.jobs,
      storage_bytes: stored.stored_bytes,
      reserved_bytes: stored.reserved_bytes,
      adopted: adoptions.get('adopted') ?? 0,
      declined: adoptions.get('declined') ?? 0,
      reverted: adoptions.get('reverted') ?? 0,
      events: stored.last_event,
    },
    error_budget: (await call.context.store.jobs.spent(call.tenantId)).map(({ task_class, comparisons }) => ({
      task_class,
      comparisons: Number(comparisons),
      left: roundedDown(leftAfter(Number(comparisons))),
    })),
  };
  return tenantPage(call, {
    kind: account,
    path: `${call.prefix}/account.md`,
    title: `Account of ${call.tenantId}`,
    description: 'What the tenant is entitled to and what it has used.',
    fields,
    body: tableOf(fields),
  });
};

/** Writes a table of the limits that can be used up, with the amount of each that is used. */
function tableOf({ limits, usage, error_budget: budget }: Account): string {
  const lines: [string, number, number][] = [
    ['private candidates', usage.private_candidates, limits.private_candidates],
    ['other registered documents', usage.registered_documents, limits.registered_documents],
    ['evaluation runs this month', usage.evaluation_runs, limits.evaluation_runs_per_month],
    ['jobs queued or running', usage.concurrent_jobs, limits.concurrent_jobs],
  ];
  const storage = `- bytes stored: ${usage.storage_bytes}, and ${usage.reserved_bytes} reserved for evaluations, of ${limits.storage_bytes}`;
  const { adopted, declined, reverted } = usage;
  const adoptions = `- adoptions: ${adopted} adopted, ${declined} declined, ${reverted} reverted`;
  const spent = budget.map(
    ({ task_class, comparisons, left }) =>
      `- error rate of ${task_class}: ${left} is left to spend after ${comparisons} comparisons`,
  );
  const used = lines.map(([what, count, limit]) => `- ${what}: ${count} of ${limit}`);
  return [...used, storage, adoptions, ...spent].join('\n');
}
