/** Adoptions: what tenants did with recommendations and formations. */
import { type Backend, insertRow, rows, type Transaction } from './database/backend.ts';
import type { AdoptionTable } from './database/evaluation-tables.ts';
import type { LockedTenant } from './mutation.ts';
import { rowBytes } from './stored-bytes.ts';

type StoredAdoption = AdoptionTable;

/** Records an adoption under the next number of the tenant, and returns the number. The caller holds the lock of the tenant. */
export function* recordAdoption(
  tenant: LockedTenant,
  adoption: Omit<StoredAdoption, 'number' | 'tenant_id'>,
): Transaction<number> {
  const [last] = yield* rows<{ number: number | null }>(
    'SELECT max(number) AS number FROM adoption WHERE tenant_id = $1',
    tenant.id,
  );
  const number = Number(last?.number ?? 0) + 1;
  yield* insertRow('adoption', { tenant_id: tenant.id, number, ...adoption });
  tenant.stored_bytes += rowBytes.adoption;
  return number;
}

/** Returns the adoptions of a recommendation or formation, oldest first. */
export const adoptionsOf = (tenantId: string, subject: string): Transaction<StoredAdoption[]> =>
  rows<StoredAdoption>(
    'SELECT * FROM adoption WHERE tenant_id = $1 AND subject = $2 ORDER BY number',
    tenantId,
    subject,
  );

export interface AdoptionStore {
  /** Counts the adoptions of a tenant by outcome. */
  count(tenantId: string): Promise<ReadonlyMap<string, number>>;
}

export function adoptionStore({ survey }: Backend): AdoptionStore {
  return {
    count: async tenantId => {
      const found = await survey<{ outcome: string; count: number }>(
        'SELECT outcome, count(*) AS count FROM adoption WHERE tenant_id = $1 GROUP BY outcome',
        tenantId,
      );
      return new Map(found.map(row => [row.outcome, row.count]));
    },
  };
}
