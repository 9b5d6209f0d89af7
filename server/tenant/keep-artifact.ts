/** Keeps what the service writes for a tenant as an artifact of the tenant, signed like what the tenant registers. */
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { insertArtifact } from '../store/artifact.ts';
import type { Transaction } from '../store/database/backend.ts';
import type { LockedTenant } from '../store/mutation.ts';
import { rfc3339 } from '../support/time.ts';
import type { Signing } from './signing.ts';

interface WrittenArtifact {
  kind: string;
  title: string;
  taskClass: string;
  text: string;
  /** Seconds. */
  at: number;
  /** The credential, or `service`. */
  by: string;
  /** Whether a plan names a question. */
  namesQuestion?: boolean;
}

/** Keeps an artifact under its digest; to be done under the lock of the tenant. Says whether it is new. */
export function* keepArtifact(
  tenant: LockedTenant,
  { kind, title, taskClass, text, at, by, namesQuestion }: WrittenArtifact,
  signing: Pick<Signing, 'sign'>,
): Transaction<{ digest: string; isNew: boolean }> {
  const bytes = Buffer.from(text);
  const digest = digestField(sha256Hex(bytes));
  const { keyId, signature } = signing.sign(bytes);
  const { isNew } = yield* insertArtifact(tenant, {
    tenant_id: tenant.id,
    digest,
    kind,
    title,
    task_class: taskClass,
    formation: null,
    content: text,
    size_bytes: bytes.length,
    key_id: keyId,
    signature,
    signed_at: rfc3339(at),
    registered_at: at,
    registered_by: by,
    status: 'active',
    reason_code: 'published',
    status_since: at,
    superseded_by: null,
    version_name: null,
    names_question: Number(namesQuestion ?? false),
  });
  return { digest, isNew };
}
