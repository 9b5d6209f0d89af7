/** The plans that were quoted, each with its newest quote. */

import type { ResolvedPlan } from '../evidence/evaluation/plan.ts';
import {
  type Backend,
  insertRow,
  rows,
  type Statement,
  type Transaction,
  write,
} from './database/backend.ts';
import type { EvaluationPlanTable } from './database/evaluation-tables.ts';
import type { LockedTenant } from './mutation.ts';
import { planBytes } from './stored-bytes.ts';

export type StoredPlan = Omit<EvaluationPlanTable, 'tenant_id' | 'resolved'> & { resolved: ResolvedPlan };

/**
 * Stores a quote, in place of the former quote of the plan. It may start another job. The caller holds the lock of the tenant.
 */
export function* saveQuote(
  tenant: LockedTenant,
  plan: Omit<StoredPlan, 'number' | 'task_class'>,
): Transaction<void> {
  const { digest, approval, quoted_at, expires_at } = plan;
  const requoted = yield* rows(
    `UPDATE evaluation_plan SET approval = $3, quoted_at = $4, expires_at = $5, job_id = NULL
     WHERE tenant_id = $1 AND digest = $2 RETURNING digest`,
    tenant.id,
    digest,
    approval,
    quoted_at,
    expires_at,
  );
  if (requoted.length > 0) return;
  const resolved = JSON.stringify(plan.resolved);
  tenant.stored_bytes += planBytes(resolved);
  const [artifact] = yield* rows<{ number: number }>(
    'SELECT number FROM tenant_artifact WHERE tenant_id = $1 AND digest = $2',
    tenant.id,
    digest,
  );
  const listed = { number: artifact?.number ?? null, task_class: plan.resolved.taskClass };
  yield* insertRow('evaluation_plan', { ...plan, ...listed, tenant_id: tenant.id, resolved, job_id: null });
}

/** Makes the statement that finds a plan. `readPlan` reads its row. */
export const selectPlan = (tenantId: string, digest: string): Statement => ({
  sql: 'SELECT * FROM evaluation_plan WHERE tenant_id = $1 AND digest = $2',
  parameters: [tenantId, digest],
});

export const readPlan = (row: EvaluationPlanTable): StoredPlan => ({
  ...row,
  resolved: JSON.parse(row.resolved) as ResolvedPlan,
});

/**
 * Returns a plan; undefined if the tenant has none with this digest. The caller holds the lock of the tenant if anything depends
 * on the quote of the plan.
 */
export function* findPlan(tenantId: string, digest: string): Transaction<StoredPlan | undefined> {
  const [found] = (yield selectPlan(tenantId, digest)) as unknown as EvaluationPlanTable[];
  return found && readPlan(found);
}

/** Notes the job that a quote started. */
export function* useQuote(tenantId: string, digest: string, jobId: string): Transaction<void> {
  yield* write(
    'UPDATE evaluation_plan SET job_id = $3 WHERE tenant_id = $1 AND digest = $2',
    tenantId,
    digest,
    jobId,
  );
}

/** Approves the newest quote of a plan. Returns false if no quote of it waits for approval. */
export function* approveQuote(tenantId: string, digest: string): Transaction<boolean> {
  const approved = yield* rows(
    `UPDATE evaluation_plan SET approval = 'approved'
     WHERE tenant_id = $1 AND digest = $2 AND approval = 'awaiting_operator' RETURNING digest`,
    tenantId,
    digest,
  );
  return approved.length === 1;
}

export interface PlanStore {
  find(tenantId: string, digest: string): Promise<StoredPlan | undefined>;
  /** Counts the evaluations of the tenant on a suite. An evaluation counts once its first run was handed out. */
  suiteUses(tenantId: string, suite: string): Promise<number>;
}

export function planStore(backend: Backend): PlanStore {
  return {
    find: (tenantId, digest) => backend.transact(() => findPlan(tenantId, digest)),
    suiteUses: (tenantId, suite) => backend.transact(() => countSuiteUses(tenantId, suite)),
  };
}

/**
 * Counts the evaluations on a suite whose first run was handed out.
 * @param before an evaluation; only others are counted whose first run was handed out no later
 */
export function* countSuiteUses(
  tenantId: string,
  suite: string,
  before?: { id: string; first_claimed_at: number | null },
): Transaction<number> {
  const [found] = yield* rows<{ uses: number }>(
    `SELECT count(*) AS uses FROM evaluation_job
     WHERE tenant_id = $1 AND suite = $2 AND id <> $3 AND first_claimed_at <= $4`,
    tenantId,
    suite,
    before?.id ?? '',
    before?.first_claimed_at ?? Number.MAX_SAFE_INTEGER,
  );
  return Number(found!.uses);
}
