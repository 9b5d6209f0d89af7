/** Forgets what is old and no longer needed. Counts of reports, artifacts and evidence stay. */
import { type Backend, rows, type Transaction, together, write } from '../database/backend.ts';
import { eventBytes } from './stored-bytes.ts';

/** How many rows were deleted. */
interface Pruned {
  tickets: number;
  events: number;
}

export interface PruneStore {
  /**
   * Deletes expired tickets that were never redeemed, and events, both from before a time, in steps that let others work in
   * between. The count of each tenant's events goes on, and its storage is given back.
   * @param before seconds since 1970
   */
  prune(before: number): Promise<Pruned>;
}

const deletedAtOnce = 2000;

export function pruneStore(backend: Backend): PruneStore {
  return {
    prune: async before => ({
      tickets: await pruneTickets(backend, before),
      events: await pruneEvents(backend, before),
    }),
  };
}

/** Tickets of one second are numbered within this range. */
const numbersPerSecond = 1_000_000;

const deleteTickets = `
  DELETE FROM ticket WHERE number IN (
    SELECT number FROM ticket WHERE state = 'expired' AND number > $1 AND number < $2
    ORDER BY number LIMIT ${deletedAtOnce})
  RETURNING number`;

/** The counts hold everything of an expired ticket. A later report on it is answered from its claims. */
async function pruneTickets(backend: Backend, before: number): Promise<number> {
  let last = -1;
  for (let total = 0; ; ) {
    const gone = await backend.transact(() =>
      rows<{ number: number }>(deleteTickets, last, before * numbersPerSecond),
    );
    total += gone.length;
    if (gone.length < deletedAtOnce) return total;
    // Those that were looked at and stay are not looked at again.
    last = gone.reduce((most, { number }) => Math.max(most, number), last);
  }
}

async function pruneEvents(backend: Backend, before: number): Promise<number> {
  const tenants = await backend.kysely.selectFrom('tenant').select('id').orderBy('id').execute();
  let total = 0;
  for (const { id } of tenants) {
    const step = () => backend.inTurn(id, () => backend.transact(() => pruneEventsOf(backend, id, before)));
    for (let deleted = deletedAtOnce; deleted === deletedAtOnce; total += deleted) deleted = await step();
  }
  return total;
}

/** Deletes the first events of a tenant, so that those that are kept still follow each other without gap. */
function* pruneEventsOf(backend: Backend, tenantId: string, before: number): Transaction<number> {
  // The row of the tenant is locked before its events, as every change does.
  const [[tenant], [kept]] = yield* together<
    [{ pruned_events: number; last_event: number }, { first: number | null }]
  >(
    {
      sql: `SELECT pruned_events, last_event FROM tenant WHERE id = $1 ${backend.forUpdate}`,
      parameters: [tenantId],
    },
    {
      sql: 'SELECT min(number) AS first FROM tenant_event WHERE tenant_id = $1 AND at >= $2',
      parameters: [tenantId, before],
    },
  );
  if (!tenant) return 0;
  const firstKept = kept?.first ?? tenant.last_event + 1;
  const through = Math.min(firstKept - 1, tenant.pruned_events + deletedAtOnce);
  const gone = yield* rows<{ progress: string | null }>(
    'DELETE FROM tenant_event WHERE tenant_id = $1 AND number <= $2 RETURNING progress',
    tenantId,
    through,
  );
  if (gone.length === 0) return 0;
  yield* write(
    'UPDATE tenant SET pruned_events = $2, stored_bytes = stored_bytes - $3 WHERE id = $1',
    tenantId,
    through,
    gone.reduce((sum, event) => sum + eventBytes(event), 0),
  );
  return gone.length;
}
