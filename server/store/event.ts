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

export function eventStore({ ask, survey }: Backend): EventStore {
  return {
    page: (tenantId, after, limit) =>
      ask<StoredEvent>(
        `SELECT number, at, kind, subject, actor, progress FROM tenant_event
         WHERE tenant_id = $1 AND number > $2 ORDER BY number LIMIT $3`,
        tenantId,
        after,
        limit,
      ),
    pruned: async tenantId => {
      const [found] = await ask<{ number: number }>(
        'SELECT pruned_events AS number FROM tenant WHERE id = $1',
        tenantId,
      );
      return found?.number ?? 0;
    },
    heads: async tenantIds => {
      const places = tenantIds.map((_, at) => `$${at + 1}`);
      const found = await survey<{ id: string; last_event: number }>(
        `SELECT id, last_event FROM tenant WHERE id IN (${places.join(', ')})`,
        ...tenantIds,
      );
      return new Map(found.map(row => [row.id, row.last_event]));
    },
  };
}
