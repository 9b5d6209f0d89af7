/**
 * Loads the keys of a build, and refuses keys other than those that signed the documents of tenants. A build lists the keys of
 * the service, so one with other keys would leave every stored document without a key that verifies it (docs/operation.md#15).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type KeyRing, keysOf } from '#document/proof/signature.ts';
import { hostUrls } from '#document/text/database-url.ts';
import { keyFilePath, loadKeyRing, SigningKeyError } from '../document/proof/disk/signing-key.ts';
import { sqliteDriver } from '../publish/sqlite.ts';

/** The ids of the keys that signed the documents of a database. */
interface SignedDocuments {
  /** The database in the words of messages for operators. */
  where: string;
  keyIds: readonly string[];
}

/**
 * The query for the keys of the newest document of each tenant and kind. An index makes it fast, however many documents there
 * are.
 */
const newestKeys = `
  SELECT DISTINCT artifact.key_id FROM tenant_artifact AS artifact JOIN (
    SELECT tenant_id, kind, max(number) AS number FROM tenant_artifact GROUP BY tenant_id, kind
  ) AS newest ON newest.tenant_id = artifact.tenant_id AND newest.kind = artifact.kind AND newest.number = artifact.number`;

/**
 * Returns the keys of the documents in the SQLite database of a data folder; none if there is no database, or if it is older
 * than signed documents.
 */
export function documentsIn(dataDir: string): SignedDocuments {
  const where = join(dataDir, 'catalog.sqlite');
  const Driver = existsSync(where) ? sqliteDriver() : undefined;
  if (!Driver) return { where, keyIds: [] };
  try {
    const database = new Driver(where, { readonly: true });
    try {
      return { where, keyIds: database.prepare(newestKeys).pluck().all() as string[] };
    } finally {
      database.close();
    }
  } catch {
    return { where, keyIds: [] };
  }
}

/** The most milliseconds to wait for the database. A build does not depend on it, so a slower database is left out. */
const patience = 3000;

/**
 * Returns the keys of the documents on a database server.
 * @param url the address; if it names several servers, the first that answers is asked
 */
export async function documentsOnServer(url: string): Promise<SignedDocuments> {
  const { Client } = (await import('pg')).default;
  const ask = async (connectionString: string) => {
    const client = new Client({
      connectionString,
      connectionTimeoutMillis: patience,
      query_timeout: patience,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ key_id: string }>(newestKeys);
      return rows.map(({ key_id }) => key_id);
    } finally {
      client.end().catch(() => {});
    }
  };
  const keyIds = await Promise.any(hostUrls(url).map(ask)).catch(() => []);
  return { where: 'The database of DATABASE_URL', keyIds };
}

/**
 * Loads the keys of a build, or makes them if there are none and nothing was signed before.
 * @throws SigningKeyError that names the key of the signed documents and the one that would sign now
 */
export function keysFor(
  { where, keyIds }: SignedDocuments,
  place: Parameters<typeof loadKeyRing>[0],
): KeyRing {
  const file = keyFilePath(place.dataDir);
  // New keys would be in the way of those that are put back.
  if (!place.signingKey && !existsSync(file) && keyIds[0] !== undefined)
    throw new SigningKeyError(
      refusal(where, keyIds[0], `${file} is missing, so this build would make another`),
    );
  const ring = loadKeyRing(place);
  const known = new Set(keysOf(ring).map(({ keyId }) => keyId));
  const unknown = keyIds.find(keyId => !known.has(keyId));
  if (unknown === undefined) return ring;
  throw new SigningKeyError(refusal(where, unknown, `that of this build is ${ring.tenant.active.keyId}`));
}

const refusal = (where: string, former: string, now: string): string =>
  `${where} holds documents signed with the tenant key ${former}, and ${now}: nobody could verify them any more. Nothing was published. ` +
  'Put the former keys back, with `operator restore` or in SIGNING_KEY. Where they are lost, list the former key beside the new ones: its ' +
  'public half, from /trust/keys.md of an earlier build, after the lines `Purpose: tenant` and `State: retired`.';
