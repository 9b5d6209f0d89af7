/** Credentials of tenants. Their secrets are known only by a digest (docs/tenants.md#1). */
import type { LimitName } from '#document/message/account.ts';
import { type Backend, insertRow, rows, type Transaction, write } from './database/backend.ts';
import type { CredentialTable } from './database/tables.ts';

/** A credential without its secret. Times are seconds since 1970. */
export interface Credential {
  id: string;
  tenantId: string;
  scopes: readonly string[];
  runner: boolean;
  /** Whether the operator invited the credential, so that its fetches may get tickets. */
  invited: boolean;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
}

/** The caller of a request: a credential, with the limits that the operator set for its tenant. */
export interface Caller extends Credential {
  limits: Partial<Record<LimitName, number>>;
  /** The time since which its tenant is suspended, in seconds since 1970; null if it is not. */
  suspendedAt: number | null;
}

export interface StoredCredential extends Credential {
  secretSha256: string;
}

export interface CredentialStore {
  /** Stores a new credential. Returns false if its tenant does not exist. */
  create(credential: StoredCredential): Promise<boolean>;
  find(id: string): Promise<(StoredCredential & Caller) | undefined>;
  /**
   * Returns the credentials of a tenant, or of all tenants, oldest first.
   * @param page limits the list to the first `limit` credentials after the one with the id `after`
   */
  list(tenantId?: string, page?: { after?: string | undefined; limit: number }): Promise<Credential[]>;
  /**
   * Revokes a credential permanently. A credential that is revoked already keeps the time of its revocation.
   * @param at the time of the revocation, in seconds since 1970
   * @returns the credential; undefined if none has this id
   */
  revoke(id: string, at: number): Promise<Credential | undefined>;
  /** Invites a credential to the ticket rollout, or ends the invitation. Returns the credential; undefined if there is none. */
  invite(id: string, invited: boolean): Promise<Credential | undefined>;
}

const findCaller = `
  SELECT credential.*, tenant.limits, tenant.suspended_at FROM credential JOIN tenant ON tenant.id = credential.tenant_id
  WHERE credential.id = $1`;

export function credentialStore({ ask, survey, transact }: Backend): CredentialStore {
  const find: CredentialStore['find'] = async id => {
    const [row] = await ask<CredentialTable & { limits: string; suspended_at: number | null }>(
      findCaller,
      id,
    );
    return row && { ...fromRow(row), limits: JSON.parse(row.limits), suspendedAt: row.suspended_at };
  };
  return {
    find,
    create: credential =>
      transact(function* (): Transaction<boolean> {
        const [tenant] = yield* rows('SELECT id FROM tenant WHERE id = $1', credential.tenantId);
        if (tenant) yield* insertRow('credential', toRow(credential));
        return tenant !== undefined;
      }),
    list: async (tenantId, { after, limit } = { limit: Number.MAX_SAFE_INTEGER }) => {
      const last = after === undefined ? undefined : await find(after);
      const found = await survey<CredentialTable>(
        `SELECT * FROM credential WHERE (created_at, id) > ($1, $2) ${tenantId === undefined ? '' : 'AND tenant_id = $4'}
         ORDER BY created_at, id LIMIT $3`,
        last?.createdAt ?? -1,
        last?.id ?? '',
        limit,
        ...(tenantId === undefined ? [] : [tenantId]),
      );
      return found.map(row => {
        const { secretSha256: _, ...credential } = fromRow(row);
        return credential;
      });
    },
    revoke: async (id, at) => {
      const change = 'UPDATE credential SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL';
      await transact(() => write(change, id, at));
      return find(id);
    },
    invite: async (id, invited) => {
      await transact(() => write('UPDATE credential SET invited = $2 WHERE id = $1', id, Number(invited)));
      return find(id);
    },
  };
}

function fromRow(row: CredentialTable): StoredCredential {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    scopes: JSON.parse(row.scopes) as string[],
    runner: row.runner === 1,
    invited: row.invited === 1,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    secretSha256: row.secret_sha256,
  };
}

function toRow(credential: StoredCredential): CredentialTable {
  return {
    id: credential.id,
    tenant_id: credential.tenantId,
    scopes: JSON.stringify(credential.scopes),
    runner: Number(credential.runner),
    invited: Number(credential.invited),
    created_at: credential.createdAt,
    expires_at: credential.expiresAt,
    revoked_at: credential.revokedAt,
    secret_sha256: credential.secretSha256,
  };
}
