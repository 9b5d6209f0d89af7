/** Requests of runners: they claim assignments, one or several, and renew their leases (docs/evaluations.md#17). */
import { assignmentBatch, assignment as assignmentKind } from '#document/evaluation/assignment.ts';
import { heartbeat } from '#document/evaluation/heartbeat.ts';
import { lease as leaseKind } from '#document/evaluation/lease.ts';
import { runnerClaim } from '#document/evaluation/runner-claim.ts';
import type { UnplacedFault } from '#document/text/fault.ts';
import { Refusal } from '../support/refusal.ts';
import { rfc3339 } from '../support/time.ts';
import { type Claimed, claim, type Leased } from '../tenant/claim.ts';
import { release, renew } from '../tenant/evaluation.ts';
import { limitsOf } from '../tenant/limits.ts';
import { transactionContextOf } from '../tenant/transaction-context.ts';
import type { Prepare } from './change.ts';
import { answer, readMessage } from './message.ts';

/** The seconds after which a runner that got no assignment should ask again. */
const retryAfterSeconds = 5;

export const postClaim: Prepare = async (call, body) => {
  const { value: wanted } = readMessage(runnerClaim, body, checkClaim);
  const { signing } = call.context.tenant;
  return function* (tenant) {
    const transaction = transactionContextOf(tenant, call.at, signing);
    const { open_leases_per_runner: maxOpen } = limitsOf(JSON.parse(tenant.limits));
    const claimed = yield* claim(transaction, call.credential.id, maxOpen, wanted);
    const { leased, tooMany } = claimed;
    if (leased.length === 0 && tooMany !== undefined) throw tooManyLeases(tooMany, maxOpen);
    const { count } = wanted;
    const answered = count === undefined ? answerOne(leased[0]) : answerSeveral(claimed, count);
    const unstored = leased.length === 0 && { unstored: true };
    return { ...answered, events: transaction.events, ...unstored, room: 'reserved' };
  };
};

const nothingToDo = ['Retry-After', String(retryAfterSeconds)];

const answerOne = (leased: Leased | undefined) =>
  leased
    ? answer(assignmentKind, 200, assignmentFields(leased))
    : answer(assignmentKind, 200, { assignment: 'none' }, nothingToDo);

function answerSeveral({ leased, tooMany }: Claimed, count: number) {
  const reason = tooMany === undefined ? ('nothing_to_do' as const) : ('open_leases_per_runner' as const);
  const fields = {
    assignments: leased.map(each => ({ ...assignmentFields(each), plan: each.job.plan })),
    ...(leased.length < count && { fewer_because: reason }),
  };
  return answer(assignmentBatch, 200, fields, leased.length === 0 ? nothingToDo : []);
}

function checkClaim({ job, after }: Record<string, unknown>): UnplacedFault[] {
  if (after === undefined || job !== undefined) return [];
  const message = '`after` counts the runs of one evaluation, but `job` names none.';
  return [{ path: ['after'], rule: 'after-needs-job', message, help: 'Name the evaluation as `job`.' }];
}

const tooManyLeases = (open: number, allowed: number): Refusal =>
  new Refusal(
    'quota_exceeded',
    `The runner has ${open} open leases, and the account allows \`open_leases_per_runner\` of ${allowed}. ` +
      'Submit a summary or let a lease run out, then claim again.',
  );

function assignmentFields({ lease, fence, expiresAt, endsAt, assignment, job }: Leased) {
  return {
    assignment: `${job.id}.${assignment.number}`,
    lease,
    fence,
    attempt: assignment.attempts,
    expires_at: rfc3339(expiresAt),
    ends_at: rfc3339(endsAt),
    job: job.id,
    lock: assignment.lock,
    formation: assignment.formation,
    suite: job.suite,
    case: assignment.case_id,
    case_digest: assignment.case_digest,
    repetition: assignment.repetition,
  };
}

export const postHeartbeat: Prepare = async (call, body) => {
  const { value } = readMessage(heartbeat, body);
  const { signing } = call.context.tenant;
  return function* (tenant) {
    const transaction = transactionContextOf(tenant, call.at, signing);
    const { lease, release: how } = value;
    const { id } = call.credential;
    const outcome = yield* how === undefined
      ? renew(transaction, id, lease)
      : release(transaction, id, lease, how);
    if (!outcome) throw leaseLost();
    if (outcome === 'limited') throw handedBackEnough();
    const fields = {
      lease: outcome.lease,
      fence: outcome.fence,
      expires_at: rfc3339(outcome.expiresAt),
      ends_at: rfc3339(outcome.endsAt),
      cancel_requested: outcome.job.state === 'cancel_requested',
      ...(outcome.released && { released: outcome.released }),
    };
    return { ...answer(leaseKind, 200, fields), events: transaction.events, room: 'spare' };
  };
};

const handedBackEnough = (): Refusal =>
  new Refusal(
    'conflict',
    'The run was handed back as often as its plan allows, so nothing was changed. Submit its summary, or end it with ' +
      '`release: give_up`.',
  );

export const leaseLost = (): Refusal =>
  new Refusal(
    'lease_lost',
    'The lease ran out, ended, or belongs to another runner, so nothing was changed. Drop this run and claim another.',
  );
