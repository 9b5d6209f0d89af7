/** The events of tenants, for reading. A change appends its events in `mutation.ts`. */
import type { Backend } from './database/backend.ts';
import type { TenantEventTable } from './database/tables.ts';

export type StoredEvent = Omit<TenantEventTable, 'tenant_id'>;

export interface EventStore {
  /** Returns the events after a number, in order. Their numbers have no gap. */
  page(tenantId: string, after: number, limit: number): Promise<StoredEvent[]>;
  /** Returns the number of the last event of a tenant that was pruned; 0 if none was. */
  pruned(tenantId: string): Promise<number>;
  /** Returns the number of the last event of each of the given tenants. */
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
