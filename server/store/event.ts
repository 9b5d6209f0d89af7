/** Events of tenants, as they are read. A change appends its events in `mutation.ts`. */
import type { Backend } from './database/backend.ts';
import type { TenantEventTable } from './database/tables.ts';

export type StoredEvent = Omit<TenantEventTable, 'tenant_id'>;

export interface EventStore {
  /** The events after a number, in their order: numbers follow each other without gap. */
  page(tenantId: string, after: number, limit: number): Promise<StoredEvent[]>;
  /** The number of the last event of a tenant that was pruned; 0 while all are kept. */
  pruned(tenantId: string): Promise<number>;
  /** The number of the last event of each of these tenants. */
  heads(tenantIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export function eventStore({ kysely }: Backend): EventStore {
  return {
    page: (tenantId, after, limit) =>
      kysely
        .selectFrom('tenant_event')
        .select(['number', 'at', 'kind', 'subject', 'actor', 'progress'])
        .where('tenant_id', '=', tenantId)
        .where('number', '>', after)
        .orderBy('number')
        .limit(limit)
        .execute(),
    pruned: async tenantId => {
      const found = kysely.selectFrom('tenant').select('pruned_events').where('id', '=', tenantId);
      return (await found.executeTakeFirst())?.pruned_events ?? 0;
    },
    heads: async tenantIds => {
      const found = await kysely
        .selectFrom('tenant')
        .select(['id', 'last_event'])
        .where('id', 'in', tenantIds)
        .execute();
      return new Map(found.map(row => [row.id, row.last_event]));
    },
  };
}
