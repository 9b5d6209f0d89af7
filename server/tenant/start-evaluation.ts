/** Checks whether an evaluation may start from its quote. */
import type { EvaluationPlan } from '#document/evaluation/evaluation-plan.ts';
import type { StoredPlan } from '../store/evaluation-plan.ts';
import { Refusal } from '../support/refusal.ts';
import { rfc3339 } from '../support/time.ts';
import { frontMatterOf, type Reach } from './catalog.ts';
import { findPlanArtifact, resolvePlan } from './resolve-plan.ts';

export const conflict = (message: string): Refusal => new Refusal('conflict', message);

/**
 * Refuses to start a plan if it, or one of its locks or formations, was revoked after the quote.
 * @throws Refusal `conflict`
 */
export async function refuseChanged(digest: string, reach: Reach): Promise<void> {
  const artifact = await findPlanArtifact(digest, reach);
  const resolution = await resolvePlan(digest, frontMatterOf(artifact!.content) as EvaluationPlan, reach);
  if (resolution.ok) return;
  const what = resolution.unplaced.map(({ message }) => message).join(' ');
  throw conflict(`The plan is no longer valid. ${what} Send a plan that names only active documents.`);
}

/**
 * Refuses a quote that was used, has expired, or waits for the operator.
 * @throws Refusal `conflict`
 */
export function refuseUnfit(plan: StoredPlan, at: number): void {
  if (plan.job_id !== null)
    throw conflict(`The quote started ${plan.job_id} already. Send the plan again for another quote.`);
  if (plan.expires_at <= at)
    throw conflict(`The quote expired at ${rfc3339(plan.expires_at)}. Send the plan again for another one.`);
  if (plan.approval !== 'approved')
    throw conflict(
      'The operator has not approved the quote yet. Start the evaluation once it is approved, or plan fewer runs.',
    );
}
