/** Tenants. */
import { type Backend, rows } from './database/backend.ts';

/** A tenant as the operator's list shows it. Times are seconds. */
interface ListedTenant {
  id: string;
  createdAt: number;
  suspendedAt: number | null;
  credentials: number;
  artifacts: number;
  storedBytes: number;
}

export interface TenantStore {
  /** Creates a tenant. Returns false when there is one of that name. */
  create(id: string, at: number): Promise<boolean>;
  /** Tenants by id: all, or the first after one. */
  list(page?: { after?: string | undefined; limit: number }): Promise<ListedTenant[]>;
  /** Whether there is a tenant. */
  has(id: string): Promise<boolean>;
  /** Refuses the credentials of a tenant from now on, or takes them again with null. Returns false when there is no such tenant. */
  suspend(id: string, at: number | null): Promise<boolean>;
  /**
   * Deletes a suspended tenant with all that it has, in steps that let others work in between. It can be repeated when it was
   * interrupted. Reports that its credentials made stay counted.
   * @returns how many rows were deleted; undefined when there is no such tenant or it is not suspended
   */
  delete(id: string): Promise<number | undefined>;
}

/** The tables of a tenant, in the order in which they can be emptied, each with the columns that tell its rows apart. */
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
  const { kysely } = backend;
  return {
    create: async (id, at) => {
      const created = await kysely
        .insertInto('tenant')
        .values({ id, created_at: at })
        .onConflict(conflict => conflict.doNothing())
        .returning('id')
        .execute();
      return created.length === 1;
    },
    has: async id =>
      (await kysely.selectFrom('tenant').select('id').where('id', '=', id).execute()).length === 1,
    list: ({ after = '', limit } = { limit: Number.MAX_SAFE_INTEGER }) =>
      kysely
        .selectFrom('tenant')
        .select(({ selectFrom, fn }) => [
          'id',
          'created_at as createdAt',
          'suspended_at as suspendedAt',
          'stored_bytes as storedBytes',
          selectFrom('credential')
            .select(fn.countAll<number>().as('count'))
            .whereRef('tenant_id', '=', 'tenant.id')
            .where('revoked_at', 'is', null)
            .$asScalar()
            .$notNull()
            .as('credentials'),
          selectFrom('tenant_artifact')
            .select(fn.countAll<number>().as('count'))
            .whereRef('tenant_id', '=', 'tenant.id')
            .$asScalar()
            .$notNull()
            .as('artifacts'),
        ])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    suspend: async (id, at) => {
      const changed = await kysely
        .updateTable('tenant')
        .set({ suspended_at: at })
        .where('id', '=', id)
        .returning('id')
        .execute();
      return changed.length === 1;
    },
    delete: async id => {
      const found = await kysely
        .selectFrom('tenant')
        .select('suspended_at')
        .where('id', '=', id)
        .executeTakeFirst();
      if (found === undefined || found.suspended_at === null) return undefined;
      let deleted = 0;
      for (const [table, key] of owned) deleted += await empty(backend, id, table, key);
      await kysely.deleteFrom('tenant').where('id', '=', id).where('suspended_at', 'is not', null).execute();
      return deleted + 1;
    },
  };
}

/** Deletes the rows that a tenant has in a table, a transaction for every few of them. */
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
