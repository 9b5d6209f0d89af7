/** `POST T/evaluation-plans`: validates a plan, fixes its bytes, and quotes it (docs/evaluations.md#1). */

import { type EvaluationPlan, evaluationPlan } from '#document/evaluation/evaluation-plan.ts';
import { evaluationQuote } from '#document/evaluation/evaluation-quote.ts';
import type { Kind } from '#document/kind/kind.ts';
import { readRegistered } from '#document/message/registered.ts';
import { artifactPath } from '#document/proof/document/page.ts';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import type { Fault } from '#document/text/fault.ts';
import { decodeUtf8 } from '#document/text/front-matter.ts';
import { placeAll } from '#document/text/validate.ts';
import type { ResolvedPlan } from '../evidence/evaluation/plan.ts';
import { boundsOf, type PlanBounds, quoteLifetimeSeconds } from '../evidence/evaluation/quote.ts';
import { withNonce } from '../evidence/evaluation/resolved-plan.ts';
import type { Transaction } from '../store/database/backend.ts';
import { countSuiteUses, findPlan, saveQuote } from '../store/evaluation-plan.ts';
import type { LockedTenant, NewEvent, Outcome } from '../store/mutation.ts';
import { rfc3339 } from '../support/time.ts';
import { knownNames } from '../tenant/catalog.ts';
import { historyBefore } from '../tenant/history.ts';
import { keepArtifact } from '../tenant/keep-artifact.ts';
import { approvalOf, entitlementLeft, refuseBeyond } from '../tenant/quota.ts';
import { findPlanArtifact, type Resolution, resolvePlan } from '../tenant/resolve-plan.ts';
import { transactionContextOf } from '../tenant/transaction-context.ts';
import type { Call } from './access.ts';
import type { Prepare } from './change.ts';
import { answer } from './message.ts';
import { notText, notValid } from './not-valid.ts';

export const postPlan: Prepare = async (call, body) => {
  const decoded = decodeUtf8(body);
  if (!decoded.ok) throw notText(decoded.faults);
  const kind = evaluationPlan as unknown as Kind;
  const parsed = readRegistered(kind, decoded.text, knownNames(call.context.site()));
  const document = parsed.ok ? parsed.document : parsed.rest;
  if (!document) throw invalid((parsed as { faults: Fault[] }).faults);
  const digest = digestField(sha256Hex(body));
  if (parsed.ok) await findPlanArtifact(digest, call);
  const { value, place } = document;
  const resolution = await resolveReadable(digest, value, call);
  const unplaced = resolution.ok ? [] : placeAll(resolution.unplaced, place);
  const faults = [...(parsed.ok ? [] : parsed.faults), ...unplaced];
  if (faults.length > 0 || !resolution.ok) throw invalid(faults);
  return tenant => quote(tenant, resolution.plan, value.title as string, decoded.text, call);
};

/** Resolves a plan. Where a plan is invalid, resolves the fields that are valid, so that one answer lists every fault. */
async function resolveReadable(
  digest: string,
  value: Record<string, unknown>,
  call: Call,
): Promise<Resolution> {
  if (value.suite === undefined || value.locks === undefined) return { ok: false, unplaced: [] };
  const readable = { repetitions: 1, seed: 0, tolerated_loss_percent: 0, ...value };
  return resolvePlan(digest, readable as unknown as EvaluationPlan, call);
}

const invalid = (faults: readonly Fault[]) => notValid('Nothing was quoted.', faults);

/** Returns the plan with its nonce: the nonce of its first quote, or a new random one for a plan that was never quoted. */
function* fixed(tenant: LockedTenant, plan: ResolvedPlan, call: Call): Transaction<ResolvedPlan> {
  const known = yield* findPlan(tenant.id, plan.plan);
  const nonce = known?.resolved.nonce ?? call.context.randomBytes(32).toString('hex');
  return withNonce(plan, nonce);
}

function* quote(
  tenant: LockedTenant,
  sent: ResolvedPlan,
  title: string,
  text: string,
  call: Call,
): Transaction<Outcome> {
  const { at, credential, context } = call;
  const plan = yield* fixed(tenant, sent, call);
  const transaction = transactionContextOf(tenant, at, context.tenant.signing);
  const bounds = boundsOf(plan, yield* historyBefore(transaction, plan));
  refuseBeyond(tenant, bounds.runs);
  const artifact = {
    kind: evaluationPlan.kind,
    title,
    taskClass: plan.taskClass,
    text,
    at,
    by: credential.id,
    namesQuestion: plan.question !== undefined,
  };
  yield* keepArtifact(tenant, artifact, context.tenant.signing);
  const approval = approvalOf(tenant, bounds.runs);
  const expiresAt = at + quoteLifetimeSeconds;
  const row = { digest: plan.plan, resolved: plan, runs: bounds.runs, approval, job_id: null } as const;
  yield* saveQuote(tenant, { ...row, quoted_at: at, expires_at: expiresAt });
  const { runs: runsLeft } = yield* entitlementLeft(tenant, at);
  const suiteUses = yield* countSuiteUses(tenant.id, plan.suite);
  const events: NewEvent[] = [{ kind: 'evaluation_plan_quoted', subject: plan.plan }];
  const fields = quoteFields(bounds, { approval, at, expiresAt, runsLeft, suiteUses });
  const path = artifactPath(plan.plan, '', call.prefix);
  return { ...answer(evaluationQuote, 201, fields, ['Location', path]), events };
}

function quoteFields(
  { plan_digest, grade, grade_reasons, cases, runs, ...bounds }: PlanBounds,
  quoted: {
    approval: 'approved' | 'awaiting_operator';
    at: number;
    expiresAt: number;
    runsLeft: number;
    suiteUses: number;
  },
) {
  return {
    plan_digest,
    approval: quoted.approval,
    grade,
    grade_reasons,
    quoted_at: rfc3339(quoted.at),
    expires_at: rfc3339(quoted.expiresAt),
    cases,
    runs,
    runs_left: quoted.runsLeft,
    ...bounds,
    suite_uses: quoted.suiteUses,
  };
}
