/** The answers to changes, kept for whoever repeats the request (decisions, Idempotency). */
import { type Backend, rows, type Work, write } from './dialect/backend.ts';
import { responseBytes } from './stored-bytes.ts';
import type { TenantResponseTable } from './tables.ts';

export interface Idempotency {
  key: string;
  /**
   * The credential whose keys these are, on routes where each has its own; absent where those of the tenant are meant
   * (decisions, Idempotency 1).
   */
  credential?: string;
  fingerprint: string;
}

/** No key that a client may send has a line end, so those of a credential are no tenant's. */
export const storedKey = ({ key, credential }: Idempotency): string =>
  credential === undefined ? key : `${credential}\n${key}`;

const responseColumns = [
  'tenant_id',
  'idempotency_key',
  'fingerprint',
  'status',
  'headers',
  'body',
  'created_at',
] as const satisfies readonly (keyof TenantResponseTable)[];

const insert = `
  INSERT INTO tenant_response (${responseColumns.join(', ')})
  VALUES (${responseColumns.map((_, index) => `$${index + 1}`).join(', ')})`;

/** Keeps an answer; to be done under the lock of the tenant. */
export function* saveResponse(response: TenantResponseTable): Work<void> {
  yield* write(insert, ...responseColumns.map(name => response[name]));
}

/** Answers that are forgotten in one transaction: a tenant must not wait for the sweep of all that it has. */
const forgottenAtOnce = 500;

/** The tenant of the oldest answer that is to be forgotten; undefined when none is. */
export async function tenantToForget(backend: Backend, before: number): Promise<string | undefined> {
  const found = await backend.kysely
    .selectFrom('tenant_response')
    .select('tenant_id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return found?.tenant_id;
}

/** Forgets some answers of a tenant that are older than a time, and gives their bytes back. Returns how many. */
export function* forgetSome(backend: Backend, tenantId: string, before: number): Work<number> {
  // The row of the tenant is locked before its answers, as every change does.
  yield* rows(`SELECT id FROM tenant WHERE id = $1 ${backend.forUpdate}`, tenantId);
  const gone = yield* rows<ForgottenRow>(forgetOldest, tenantId, before);
  const given = gone.reduce((sum, row) => sum + responseBytes(row), 0);
  yield* write('UPDATE tenant SET stored_bytes = stored_bytes - $2 WHERE id = $1', tenantId, given);
  return gone.length;
}

type ForgottenRow = Pick<TenantResponseTable, 'idempotency_key' | 'headers' | 'body'>;

const forgetOldest = `
  DELETE FROM tenant_response WHERE tenant_id = $1 AND idempotency_key IN (
    SELECT idempotency_key FROM tenant_response WHERE tenant_id = $1 AND created_at < $2 LIMIT ${forgottenAtOnce})
  RETURNING idempotency_key, headers, body`;
