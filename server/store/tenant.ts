/** Tenants. */
import type { Backend } from './dialect/backend.ts';

export interface TenantStore {
  /** Creates a tenant. Returns false when there is one of that name. */
  create(id: string, at: number): Promise<boolean>;
}

export function tenantStore({ kysely }: Backend): TenantStore {
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
  };
}
