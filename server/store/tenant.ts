/** The tenants, as the operator creates, suspends and deletes them. */
import { type Backend, rows, write } from './database/backend.ts';

/** A tenant in the operator's list. Times are seconds since 1970. */
interface ListedTenant {
  id: string;
  createdAt: number;
  suspendedAt: number | null;
  credentials: number;
  artifacts: number;
  storedBytes: number;
}

export interface TenantStore {
  /** Creates a tenant. Returns false if there is one with this id. */
  create(id: string, at: number): Promise<boolean>;
  /** Returns the tenants by id: all of them, or a page after an id. */
  list(page?: { after?: string | undefined; limit: number }): Promise<ListedTenant[]>;
  has(id: string): Promise<boolean>;
  /**
   * Refuses the credentials of a tenant from now on, or accepts them again if the time is null. Returns false if the tenant
   * does not exist.
   */
  suspend(id: string, at: number | null): Promise<boolean>;
  /**
   * Deletes a suspended tenant and everything that it has, in steps between which others can work. An interrupted deletion can
   * be repeated. Reports that its credentials sent are still counted.
   * @returns how many rows were deleted; undefined if the tenant does not exist or is not suspended
   */
  delete(id: string): Promise<number | undefined>;
}

/**
 * The tables of a tenant, in the order in which they can be emptied, each with the columns that tell the tenant's rows apart.
 */
const owned = [
  ['assignment', ['job_id', 'number']],
  ['evaluation_job', ['id']],
  ['evaluation_plan', ['digest']],
  ['adoption', ['number']],
  ['tenant_response', ['idempotency_key']],
  ['tenant_event', ['number']],
  ['tenant_artifact', ['digest']],
  ['credential', ['id']],
] as const;

const deletedAtOnce = 2000;

export function tenantStore(backend: Backend): TenantStore {
  const { ask, survey, transact } = backend;
  const changesOne = async (change: string, ...parameters: unknown[]) =>
    (await transact(() => rows(`${change} RETURNING id`, ...parameters))).length === 1;
  return {
    create: (id, at) =>
      changesOne('INSERT INTO tenant (id, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', id, at),
    has: async id => (await ask('SELECT id FROM tenant WHERE id = $1', id)).length === 1,
    list: ({ after = '', limit } = { limit: Number.MAX_SAFE_INTEGER }) =>
      survey<ListedTenant>(
        `SELECT id, created_at AS "createdAt", suspended_at AS "suspendedAt", stored_bytes AS "storedBytes",
           (SELECT count(*) FROM credential WHERE tenant_id = tenant.id AND revoked_at IS NULL) AS credentials,
           (SELECT count(*) FROM tenant_artifact WHERE tenant_id = tenant.id) AS artifacts
         FROM tenant WHERE id > $1 ORDER BY id LIMIT $2`,
        after,
        limit,
      ),
    suspend: (id, at) => changesOne('UPDATE tenant SET suspended_at = $2 WHERE id = $1', id, at),
    delete: async id => {
      const [found] = await ask<{ suspended_at: number | null }>(
        'SELECT suspended_at FROM tenant WHERE id = $1',
        id,
      );
      if (found === undefined || found.suspended_at === null) return undefined;
      let deleted = 0;
      for (const [table, key] of owned) deleted += await empty(backend, id, table, key);
      await transact(() => write('DELETE FROM tenant WHERE id = $1 AND suspended_at IS NOT NULL', id));
      return deleted + 1;
    },
  };
}

/** Deletes the rows of a tenant from a table, a few in each transaction. */
async function empty(
  backend: Backend,
  tenantId: string,
  table: string,
  key: readonly string[],
): Promise<number> {
  const columns = key.join(', ');
  const some = `
    DELETE FROM ${table} WHERE tenant_id = $1 AND (${columns}) IN (
      SELECT ${columns} FROM ${table} WHERE tenant_id = $1 LIMIT ${deletedAtOnce})
    RETURNING 1 AS gone`;
  for (let deleted = 0; ; ) {
    const gone = await backend.transact(() => rows<{ gone: number }>(some, tenantId));
    deleted += gone.length;
    if (gone.length < deletedAtOnce) return deleted;
  }
}
