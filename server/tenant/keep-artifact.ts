/** Stores what the service itself writes for a tenant, as a signed artifact like those that the tenant registers. */
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
  /** The time of writing, in seconds since 1970. */
  at: number;
  /** The id of the credential whose request caused the artifact to be written, or `service`. */
  by: string;
  /** Whether the artifact is a plan that names a question; false if absent. */
  namesQuestion?: boolean;
}

/**
 * Signs an artifact and stores it under its digest. The caller holds the lock of the tenant. `isNew` tells whether the tenant
 * did not have it before.
 */
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
