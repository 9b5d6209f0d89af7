/** The operator's approval of a plan that is larger than the automatic limit of its tenant (docs/evaluations.md#5). */
import { approveQuote } from '../store/evaluation-plan.ts';
import type { Store } from '../store/store.ts';

/**
 * Approves the newest quote of a plan, and appends the event.
 * @returns `missing` if the tenant does not exist, `not_awaiting` if no quote of the plan waits for approval
 */
export async function approvePlan(
  store: Pick<Store, 'mutations'>,
  tenantId: string,
  digest: string,
  at: number,
): Promise<'approved' | 'not_awaiting' | 'missing'> {
  let approved = false;
  const committed = await store.mutations.commit({ tenantId, actor: 'operator', at }, function* () {
    approved = yield* approveQuote(tenantId, digest);
    const events = approved ? [{ kind: 'evaluation_plan_approved', subject: digest }] : [];
    return { status: 200, headers: [], body: '', events };
  });
  if (committed.verdict === 'missing') return 'missing';
  return approved ? 'approved' : 'not_awaiting';
}
