/** Evidence snapshots: artifacts of the tenant, found by the class of tasks that they are of. */
import type { Backend } from './database/backend.ts';

interface StoredEvidence {
  digest: string;
  content: string;
  number: number;
}

export interface EvidenceStore {
  /** All evidence of a task class. Revoked evidence does not count as evidence. */
  ofTaskClass(tenantId: string, taskClass: string): Promise<StoredEvidence[]>;
  /** The evidence that names a lock or formation. */
  naming(tenantId: string, digest: string): Promise<StoredEvidence[]>;
}

export function evidenceStore({ kysely }: Backend): EvidenceStore {
  const all = (tenantId: string) =>
    kysely
      .selectFrom('tenant_artifact')
      .select(['digest', 'content', 'number'])
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', 'evidence_snapshot')
      .where('status', '=', 'active')
      .orderBy('number');
  return {
    ofTaskClass: (tenantId, taskClass) => all(tenantId).where('task_class', '=', taskClass).execute(),
    naming: (tenantId, digest) => all(tenantId).where('content', 'like', `%${digest}%`).execute(),
  };
}
