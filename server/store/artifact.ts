/** The artifacts of tenants: exact bytes, with signature and status. Every query is for one tenant. */
import type { ArtifactStatus, ReasonCode } from '#document/kind/artifact-status.ts';
import { transitions } from '#document/proof/status.ts';
import { type Backend, insertion, rows, type Transaction, together } from './database/backend.ts';
import type { TenantArtifactTable } from './database/tables.ts';
import type { LockedTenant } from './mutation.ts';
import { artifactBytes } from './stored-bytes.ts';

export type StoredArtifact = TenantArtifactTable;
export type NewArtifact = Omit<StoredArtifact, 'number'>;

export interface ArtifactStore {
  /**
   * Finds an artifact of the tenant; undefined if the tenant has none with this digest.
   * @param digest `sha256:` and hexadecimal digits
   */
  find(tenantId: string, digest: string): Promise<StoredArtifact | undefined>;
  /** Tells whether the tenant has an active execution lock for a formation. */
  hasActiveLock(tenantId: string, formation: string): Promise<boolean>;
}

export function artifactStore({ ask }: Backend): ArtifactStore {
  return {
    find: async (tenantId, digest) => {
      const [found] = await ask<StoredArtifact>(
        'SELECT * FROM tenant_artifact WHERE tenant_id = $1 AND digest = $2',
        tenantId,
        digest,
      );
      return found;
    },
    hasActiveLock: async (tenantId, formation) => {
      const found = await ask(
        `SELECT digest FROM tenant_artifact
         WHERE tenant_id = $1 AND formation = $2 AND kind = 'execution_lock' AND status = 'active' LIMIT 1`,
        tenantId,
        formation,
      );
      return found.length > 0;
    },
  };
}

/** The columns of an artifact that the answer to its registration repeats. */
export type Registered = Pick<StoredArtifact, 'digest' | 'kind' | 'size_bytes' | 'registered_at'>;

/** Returns the artifact with a digest; undefined if the tenant has none. The caller holds the lock of the tenant. */
export function* findRegistered(tenantId: string, digest: string): Transaction<Registered | undefined> {
  const [found] = yield* rows<Registered>(
    'SELECT digest, kind, size_bytes, registered_at FROM tenant_artifact WHERE tenant_id = $1 AND digest = $2',
    tenantId,
    digest,
  );
  return found;
}

/** The most artifacts of one name and version that are named, newest first. */
export const maxSameVersion = 20;

/**
 * Selects the digests of other artifacts with the same name and version. Kinds without a version have NULL there, which equals
 * nothing.
 */
const sameVersion = `
  SELECT digest FROM tenant_artifact WHERE tenant_id = $1 AND kind = $2 AND version_name = $3 AND digest <> $4
  ORDER BY number DESC LIMIT ${maxSameVersion}`;

/** Returns the text of an artifact of the tenant; undefined if there is none. */
export function* findContent(tenantId: string, digest: string): Transaction<string | undefined> {
  const [found] = yield* rows<{ content: string }>(
    'SELECT content FROM tenant_artifact WHERE tenant_id = $1 AND digest = $2',
    tenantId,
    digest,
  );
  return found?.content;
}

/**
 * Inserts an artifact under the next number of the tenant, unless the tenant has it already. The caller holds the lock of the
 * tenant. Returns, from the same round trip, whether it is new, and the digests of other artifacts of the same name and
 * version.
 */
export function* insertArtifact(
  tenant: LockedTenant,
  artifact: NewArtifact,
): Transaction<{ isNew: boolean; others: string[] }> {
  const row: StoredArtifact = { ...artifact, number: tenant.last_artifact + 1 };
  const { sql, parameters } = insertion('tenant_artifact', row);
  const unlessKnown = 'ON CONFLICT (tenant_id, digest) DO NOTHING RETURNING digest';
  const [inserted, found] = yield* together<[object, { digest: string }]>(
    { sql: `${sql} ${unlessKnown}`, parameters },
    { sql: sameVersion, parameters: [row.tenant_id, row.kind, row.version_name, row.digest] },
  );
  const others = found.map(({ digest }) => digest);
  if (inserted.length === 0) return { isNew: false, others };
  tenant.last_artifact = row.number;
  tenant.stored_bytes += artifactBytes(row);
  return { isNew: true, others };
}

export interface StatusChange {
  digest: string;
  status: ArtifactStatus;
  reasonCode: ReasonCode;
  /** The time of the change, in seconds since 1970. */
  at: number;
  supersededBy?: string;
}

/** Changes the status of an artifact, if its present status allows that. Returns false if it does not. */
export function* changeStatus(tenantId: string, request: StatusChange): Transaction<boolean> {
  const from = (Object.keys(transitions) as ArtifactStatus[]).filter(each =>
    transitions[each].includes(request.status),
  );
  const changed = yield* rows(
    `UPDATE tenant_artifact SET status = $3, reason_code = $4, status_since = $5, superseded_by = $6
     WHERE tenant_id = $1 AND digest = $2 AND status IN (${from.map(each => `'${each}'`).join(', ')})
     RETURNING digest`,
    tenantId,
    request.digest,
    request.status,
    request.reasonCode,
    request.at,
    request.supersededBy ?? null,
  );
  return changed.length === 1;
}

/** Returns the status of an artifact; undefined if there is none. The caller holds the lock of the tenant. */
export function* statusOf(tenantId: string, digest: string): Transaction<ArtifactStatus | undefined> {
  const [found] = yield* rows<{ status: ArtifactStatus }>(
    'SELECT status FROM tenant_artifact WHERE tenant_id = $1 AND digest = $2',
    tenantId,
    digest,
  );
  return found?.status;
}
