/** Evidence snapshots: artifacts of a tenant, found by their task class. */
import type { Backend } from './database/backend.ts';

interface StoredEvidence {
  digest: string;
  content: string;
  number: number;
}

export interface EvidenceStore {
  /** Returns all evidence of a task class. Revoked evidence is left out. */
  ofTaskClass(tenantId: string, taskClass: string): Promise<StoredEvidence[]>;
  /** Returns the evidence that names a lock or formation. */
  naming(tenantId: string, digest: string): Promise<StoredEvidence[]>;
}

export function evidenceStore({ survey }: Backend): EvidenceStore {
  const all = (condition: string, tenantId: string, value: string) =>
    survey<StoredEvidence>(
      `SELECT digest, content, number FROM tenant_artifact
       WHERE tenant_id = $1 AND kind = 'evidence_snapshot' AND status = 'active' AND ${condition} ORDER BY number`,
      tenantId,
      value,
    );
  return {
    ofTaskClass: (tenantId, taskClass) => all('task_class = $2', tenantId, taskClass),
    naming: (tenantId, digest) => all('content LIKE $2', tenantId, `%${digest}%`),
  };
}
