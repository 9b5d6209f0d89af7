/** Submissions of runners: the summary of one run, or of several, each with a result of its own (docs/runners.md#8). */

import { leaseId } from '#document/evaluation/assignment.ts';
import { runAcceptance } from '#document/evaluation/run-acceptance.ts';
import { anyRunBatch, type RunResult, runBatch, runBatchAcceptance } from '#document/evaluation/run-batch.ts';
import { checkRunSummary, type RunSummary, runSummary } from '#document/evaluation/run-summary.ts';
import { byPlace, type Fault } from '#document/text/fault.ts';
import { placeAll, validate } from '#document/text/validate.ts';
import type { Transaction } from '../store/database/backend.ts';
import type { Change, LockedTenant, Outcome } from '../store/mutation.ts';
import { listedFault } from '../support/refusal.ts';
import { rfc3339 } from '../support/time.ts';
import * as evaluation from '../tenant/evaluation.ts';
import { readAhead } from '../tenant/read-ahead.ts';
import { completeEach, type EndedRun } from '../tenant/run-batch.ts';
import { transactionContextOf } from '../tenant/transaction-context.ts';
import type { Call } from './access.ts';
import type { Prepare } from './change.ts';
import { answer, isOfKind, type Message, readMessage } from './message.ts';
import { leaseLost } from './runner.ts';

export const postRun: Prepare = async (call, body) => {
  if (isOfKind(runBatch, body)) return submitBatch(readMessage(anyRunBatch, body), call);
  const { value } = readMessage(runSummary, body, summary => checkRunSummary(summary, rfc3339(call.at)));
  const { signing } = call.context.tenant;
  await readAhead(call.context.store.assignments, call.tenantId, [value.lease]);
  return function* (tenant) {
    const transaction = transactionContextOf(tenant, call.at, signing);
    const {
      schema: _schema,
      kind: _kind,
      ...summary
    } = value as typeof value & { schema: string; kind: string };
    const completed = yield* evaluation.complete(transaction, call.credential.id, summary);
    if (!completed) throw leaseLost();
    const { job, lease } = completed;
    const fields = {
      lease,
      job: job.id,
      outcome: value.outcome,
      accepted_at: rfc3339(call.at),
      job_state: job.state,
      ...(job.snapshot !== null && { snapshot: job.snapshot }),
    };
    return { ...answer(runAcceptance, 200, fields), events: transaction.events, room: 'reserved' };
  };
};

/** An item of a batch: a valid run summary, or the faults of an invalid one. */
type Item = { ok: true; summary: RunSummary } | { ok: false; refused: RunResult };

/** The most faults that are listed for one item. */
const maxErrors = 5;

async function submitBatch({ value, place }: Message<{ runs: unknown[] }>, call: Call): Promise<Change> {
  const now = rfc3339(call.at);
  const items = value.runs.map((item, at) => readItem(item, path => place(['runs', at, ...path]), now));
  const summaries = items.flatMap(item => (item.ok ? [item.summary] : []));
  const leases = summaries.map(({ lease }) => lease);
  await readAhead(call.context.store.assignments, call.tenantId, leases);
  return tenant => completeBatch(tenant, items, summaries, call);
}

function readItem(item: unknown, place: Message<unknown>['place'], now: string): Item {
  const document = { value: item as Record<string, unknown>, place };
  const validation = validate(runSummary.fields, document);
  const faults = [
    ...(validation.ok ? [] : validation.faults),
    ...(isMapping(item) ? placeAll(checkRunSummary(item, now), place) : []),
  ];
  if (validation.ok && faults.length === 0) return { ok: true, summary: validation.value };
  return { ok: false, refused: notValid(item, faults) };
}

const isMapping = (item: unknown): item is Record<string, unknown> =>
  typeof item === 'object' && item !== null && !Array.isArray(item);

function notValid(item: unknown, faults: readonly Fault[]): RunResult {
  const lease = isMapping(item) ? leaseId.safeParse(item.lease).data : undefined;
  const errors = [...faults].sort(byPlace).slice(0, maxErrors).map(listedFault);
  return { ...(lease !== undefined && { lease }), status: 422, code: 'validation_failed', errors };
}

function* completeBatch(
  tenant: LockedTenant,
  items: readonly Item[],
  summaries: readonly RunSummary[],
  call: Call,
): Transaction<Outcome> {
  const transaction = transactionContextOf(tenant, call.at, call.context.tenant.signing);
  const ended = yield* completeEach(transaction, call.credential.id, summaries);
  const results = resultsOf(items, ended);
  const accepted = results.filter(({ status }) => status === 200).length;
  const fields = { accepted, refused: results.length - accepted, runs: results };
  const isNew = ended.some(each => typeof each === 'object' && !each.replayed);
  return {
    ...answer(runBatchAcceptance, 200, fields),
    events: transaction.events,
    ...(!isNew && { unstored: true }),
    // The answer need not be stored: a repeated request computes the same answer from the runs.
    room: 'spare',
  };
}

/** Returns the results in the order of the items. */
function resultsOf(items: readonly Item[], ended: readonly EndedRun[]): RunResult[] {
  const remaining = [...ended];
  return items.map(item => (item.ok ? resultOf(item.summary, remaining.shift()!) : item.refused));
}

function resultOf({ lease, outcome }: RunSummary, ended: EndedRun): RunResult {
  if (ended === 'lost') return { lease, status: 409, code: 'lease_lost' };
  if (ended === 'conflict') return { lease, status: 409, code: 'idempotency_conflict' };
  const { job, acceptedAt, replayed } = ended;
  return {
    lease,
    status: 200,
    job: job.id,
    outcome,
    accepted_at: rfc3339(acceptedAt),
    job_state: job.state,
    ...(job.snapshot !== null && { snapshot: job.snapshot }),
    ...(replayed && { replayed }),
  };
}
