/** What runners do: claim an assignment, renew its lease, submit its summary (docs/evaluations.md#11). */
import { assignment as assignmentKind } from '#document/kind/assignment.ts';
import { heartbeat } from '#document/kind/heartbeat.ts';
import { lease as leaseKind } from '#document/kind/lease.ts';
import { runAcceptance } from '#document/kind/run-acceptance.ts';
import { checkRunSummary, runSummary } from '#document/kind/run-summary.ts';
import { runnerClaim } from '#document/kind/runner-claim.ts';
import { Refusal } from '../../refusal.ts';
import * as evaluation from '../../tenant/evaluation.ts';
import { limitsOf } from '../../tenant/limits.ts';
import { transactionContextOf } from '../../tenant/transaction-context.ts';
import { rfc3339 } from '../../ticket/time.ts';
import type { Prepare } from './change.ts';
import { answer, readMessage } from './message.ts';

/** When a runner that found nothing should ask again, in seconds. */
const retryAfterSeconds = 5;

export const postClaim: Prepare = async (call, body) => {
  readMessage(runnerClaim, body);
  const { signing } = call.context.tenant;
  return function* (tenant) {
    const transaction = transactionContextOf(tenant, call.at, signing);
    const { open_leases_per_runner: maxOpen } = limitsOf(JSON.parse(tenant.limits));
    const claimed = yield* evaluation.claim(transaction, call.credential.id, maxOpen);
    if (claimed && 'tooMany' in claimed) throw tooManyLeases(claimed.tooMany, maxOpen);
    const { events } = transaction;
    if (claimed)
      return { ...answer(assignmentKind, 200, assignmentFields(claimed)), events, room: 'reserved' };
    const nothing = answer(assignmentKind, 200, { assignment: 'none' }, [
      'Retry-After',
      String(retryAfterSeconds),
    ]);
    return { ...nothing, events, unstored: true, room: 'reserved' };
  };
};

const tooManyLeases = (open: number, allowed: number): Refusal =>
  new Refusal(
    'quota_exceeded',
    `The runner has ${open} leases open, and the account allows \`open_leases_per_runner\` of ${allowed}. ` +
      'Submit a summary or let a lease run out, then claim again.',
  );

function assignmentFields({ lease, fence, expiresAt, endsAt, assignment, job }: evaluation.Leased) {
  return {
    assignment: `${job.id}.${assignment.number}`,
    lease,
    fence,
    attempt: assignment.attempts,
    expires_at: rfc3339(expiresAt),
    ...endsOf(endsAt),
    job: job.id,
    lock: assignment.lock,
    formation: assignment.formation,
    suite: job.suite,
    case: assignment.case_id,
    case_digest: assignment.case_digest,
    repetition: assignment.repetition,
  };
}

const endsOf = (endsAt: number | undefined) => (endsAt === undefined ? {} : { ends_at: rfc3339(endsAt) });

export const postHeartbeat: Prepare = async (call, body) => {
  const { value } = readMessage(heartbeat, body);
  const { signing } = call.context.tenant;
  return function* (tenant) {
    const transaction = transactionContextOf(tenant, call.at, signing);
    const held = yield* evaluation.renew(transaction, call.credential.id, value.lease);
    if (!held) throw leaseLost();
    const fields = {
      lease: held.lease,
      fence: held.fence,
      expires_at: rfc3339(held.expiresAt),
      ...endsOf(held.endsAt),
      cancel_requested: held.job.state === 'cancel_requested',
    };
    return { ...answer(leaseKind, 200, fields), events: transaction.events, room: 'spare' };
  };
};

export const postRun: Prepare = async (call, body) => {
  const { value } = readMessage(runSummary, body, checkRunSummary);
  const { signing } = call.context.tenant;
  return function* (tenant) {
    const transaction = transactionContextOf(tenant, call.at, signing);
    const {
      schema: _schema,
      kind: _kind,
      ...summary
    } = value as typeof value & { schema: string; kind: string };
    const held = yield* evaluation.complete(transaction, call.credential.id, summary);
    if (!held) throw leaseLost();
    const { job, lease } = held;
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

const leaseLost = (): Refusal =>
  new Refusal(
    'lease_lost',
    'The lease ran out, ended, or is another runner’s. Nothing was changed: drop this run and claim another.',
  );
