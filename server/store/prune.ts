/** Deletes what is old and no longer needed. Counts of reports, artifacts and evidence are kept. */
import { type Backend, type Reclaimed, rows, type Transaction, together, write } from './database/backend.ts';
import { eventBytes } from './stored-bytes.ts';

/** The numbers of rows that were deleted. */
interface Pruned {
  tickets: number;
  events: number;
}

export interface PruneStore {
  /**
   * Deletes the expired tickets that were never redeemed, and the events, from before a time, in steps between which others can
   * work. The numbering of each tenant's events continues, and their bytes are subtracted from its storage.
   * @param before seconds since 1970
   */
  prune(before: number): Promise<Pruned>;
  /** Gives the space of deleted rows back to the disk. */
  reclaim(): Promise<Reclaimed>;
}

const deletedAtOnce = 2000;

export function pruneStore(backend: Backend): PruneStore {
  return {
    prune: async before => ({
      tickets: await pruneTickets(backend, before),
      events: await pruneEvents(backend, before),
    }),
    reclaim: () => backend.reclaim(),
  };
}

/** The numbers that tickets of one second may have. */
const numbersPerSecond = 1_000_000;

const deleteTickets = `
  DELETE FROM ticket WHERE number IN (
    SELECT number FROM ticket WHERE state = 'expired' AND number > $1 AND number < $2
    ORDER BY number LIMIT ${deletedAtOnce})
  RETURNING number`;

/**
 * Deletes expired tickets from before a time, and returns how many. Nothing is lost: the counts include them, and a late report
 * on one is answered from the claims in its token.
 * @param before seconds since 1970
 */
async function pruneTickets(backend: Backend, before: number): Promise<number> {
  let last = -1;
  for (let total = 0; ; ) {
    const gone = await backend.transact(() =>
      rows<{ number: number }>(deleteTickets, last, before * numbersPerSecond),
    );
    total += gone.length;
    if (gone.length < deletedAtOnce) return total;
    // Rows that were looked at and kept are not looked at again.
    last = gone.reduce((most, { number }) => Math.max(most, number), last);
  }
}

/**
 * The number of tenants that are pruned at the same time. On SQLite their changes share a commit, and so a sync of the disk.
 */
const tenantsAtOnce = 200;

/** Selects the next tenants, after a tenant, whose oldest event is old enough to be pruned. */
const tenantsToPrune = `
  SELECT tenant.id FROM tenant JOIN tenant_event AS first
    ON first.tenant_id = tenant.id AND first.number = tenant.pruned_events + 1
  WHERE tenant.id > $1 AND first.at < $2 ORDER BY tenant.id LIMIT ${tenantsAtOnce}`;

async function pruneEvents(backend: Backend, before: number): Promise<number> {
  const pruneTenant = async (id: string, most: number) => {
    const step = () =>
      backend.inTurn(id, () => backend.transact(() => pruneEventsOf(backend, id, { before, most })));
    let sum = 0;
    for (let deleted = most; deleted === most; sum += deleted) deleted = await step();
    return sum;
  };
  let total = 0;
  for (let last = ''; ; ) {
    const tenants = await backend.ask<{ id: string }>(tenantsToPrune, last, before);
    const most = Math.ceil(deletedAtOnce / Math.max(1, tenants.length));
    for (const count of await Promise.all(tenants.map(({ id }) => pruneTenant(id, most)))) total += count;
    if (tenants.length < tenantsAtOnce) return total;
    last = tenants.at(-1)!.id;
  }
}

/** Deletes the oldest events of a tenant, so that the numbers of the others have no gap. */
function* pruneEventsOf(
  backend: Backend,
  tenantId: string,
  { before, most }: { before: number; most: number },
): Transaction<number> {
  // The row of the tenant is locked before its events, as in every change.
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
  const through = Math.min(firstKept - 1, tenant.pruned_events + most);
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
