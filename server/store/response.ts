/** The answers to changes, stored for repeated requests (docs/http.md#15). */
import { type Backend, insertRow, rows, type Transaction, write } from './database/backend.ts';
import type { TenantResponseTable } from './database/tables.ts';
import { responseBytes } from './stored-bytes.ts';

export interface Idempotency {
  key: string;
  /**
   * The credential that the key belongs to, on routes where each credential has its own keys; absent where keys belong to the
   * tenant (docs/http.md#14).
   */
  credential?: string;
  fingerprint: string;
}

/**
 * Returns the key under which an answer is stored. A client cannot send a line end in a key, so a key of a credential never
 * equals a key of the tenant.
 */
export const storedKey = ({ key, credential }: Idempotency): string =>
  credential === undefined ? key : `${credential}\n${key}`;

/** The number of characters of a digest in a field. */
const digestLength = 'sha256:'.length + 64;

export interface FoundResponse
  extends Pick<TenantResponseTable, 'fingerprint' | 'status' | 'headers' | 'body'> {
  /** The text of the artifact that the body refers to; null if it refers to none. */
  content: string | null;
}

/** Selects the answer of a tenant (`$1`) to a key (`$2`). */
export const findResponse = `
  SELECT response.fingerprint, response.status, response.headers, response.body, artifact.content
  FROM tenant_response AS response
  LEFT JOIN tenant_artifact AS artifact ON artifact.tenant_id = response.tenant_id
    AND substr(response.body, 1, 1) = '@' AND artifact.digest = substr(response.body, 2, ${digestLength})
  WHERE response.tenant_id = $1 AND response.idempotency_key = $2`;

/**
 * Returns a body in the form in which it is stored. If the body begins with the fields of an artifact, a reference to the
 * artifact replaces them. The reference begins with `@`, with which no document begins.
 */
export function storedBody(body: string, artifact: { digest: string; text: string } | undefined): string {
  const fields = artifact && fieldsOf(artifact.text);
  return fields !== undefined && body.startsWith(fields)
    ? `@${artifact!.digest}\n${body.slice(fields.length)}`
    : body;
}

/** Returns a stored body in the form in which it was sent. */
export const sentBody = ({ body, content }: FoundResponse): string =>
  content === null ? body : fieldsOf(content) + body.slice(digestLength + 2);

/** Returns the front matter of a document that has no body, without its last line. */
const fieldsOf = (text: string): string => text.replace(/---\n$/, '');

/** Stores an answer. The caller holds the lock of the tenant. */
export function* saveResponse(response: TenantResponseTable): Transaction<void> {
  yield* insertRow('tenant_response', response);
}

/** The number of answers that are deleted in one transaction, so that nobody waits for the whole sweep. */
const forgottenAtOnce = 1000;

/** The number of tenants that are handled at the same time. On SQLite their changes share a commit. */
const tenantsAtOnce = 200;

/**
 * Deletes answers older than a time, in small steps, and subtracts their bytes. Returns how many were deleted.
 * @param before seconds since 1970
 */
export async function forgetAnswers(backend: Backend, before: number): Promise<number> {
  for (let forgotten = 0; ; ) {
    const tenants = await tenantsToForget(backend, before);
    if (tenants.length === 0) return forgotten;
    const most = Math.ceil(forgottenAtOnce / tenants.length);
    const step = ({ tenant_id: id }: { tenant_id: string }) =>
      backend.inTurn(id, () => backend.transact(() => forgetSome(backend, id, { before, most })));
    for (const count of await Promise.all(tenants.map(step))) forgotten += count;
  }
}

/** Returns some of the tenants that have answers older than a time, the oldest answers first. */
const tenantsToForget = ({ survey }: Backend, before: number) =>
  survey<{ tenant_id: string }>(
    `SELECT DISTINCT tenant_id FROM (
       SELECT tenant_id FROM tenant_response WHERE created_at < $1 ORDER BY created_at LIMIT ${tenantsAtOnce * 10}) AS oldest
     LIMIT ${tenantsAtOnce}`,
    before,
  );

/** Deletes some answers of a tenant that are older than a time, and subtracts their bytes. Returns how many were deleted. */
function* forgetSome(
  backend: Backend,
  tenantId: string,
  { before, most }: { before: number; most: number },
): Transaction<number> {
  // The row of the tenant is locked before its answers, as in every change.
  yield* rows(`SELECT id FROM tenant WHERE id = $1 ${backend.forUpdate}`, tenantId);
  const gone = yield* rows<ForgottenRow>(forgetOldest, tenantId, before, most);
  const given = gone.reduce((sum, row) => sum + responseBytes(row), 0);
  yield* write('UPDATE tenant SET stored_bytes = stored_bytes - $2 WHERE id = $1', tenantId, given);
  return gone.length;
}

type ForgottenRow = Pick<TenantResponseTable, 'idempotency_key' | 'headers' | 'body'>;

const forgetOldest = `
  DELETE FROM tenant_response WHERE tenant_id = $1 AND idempotency_key IN (
    SELECT idempotency_key FROM tenant_response WHERE tenant_id = $1 AND created_at < $2 LIMIT $3)
  RETURNING idempotency_key, headers, body`;
