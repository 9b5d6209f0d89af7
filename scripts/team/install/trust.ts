/**
 * Which catalogs a project trusts. The first use of a catalog pins its publication key and its log in the lock file, or takes the
 * key that a person names; from then on only that key and a continuation of that log count (docs/command.md#12).
 */

import { writeNoteKey } from '#document/log/note.ts';
import { keyIdOf } from '#document/signature.ts';
import { noteKeys, originOf } from '../../verify/keys.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { type CatalogLog, readCatalogLog } from '../catalog/log.ts';
import { Failure } from '../failure.ts';
import { say } from '../output.ts';
import type { LockFile, PinnedCatalog } from './lock-file.ts';

export interface TrustedCatalog {
  catalog: Catalog;
  log: CatalogLog;
  /** What the lock file is to hold of it. */
  pin: PinnedCatalog;
}

/**
 * Decides whether a catalog is trusted, and reads its log.
 * @param key the id of the publication key that a person has from elsewhere
 * @throws Failure `failed` when the key is another than the pinned one, or the log does not continue the pinned one
 */
export async function trust(
  catalog: Catalog,
  lock: LockFile,
  key: string | undefined,
): Promise<TrustedCatalog> {
  const { public_key, key_id } = catalog.publicationKey;
  if (keyIdOf(Buffer.from(public_key, 'base64')) !== key_id)
    catalog.refuse(`Its key ${key_id} has the id of another.`);
  const known = lock.catalogs.find(({ base_url }) => base_url === catalog.baseUrl);
  requireKey(catalog, key_id, known, key);
  if (known === undefined && key === undefined)
    say(
      `First use of ${catalog.baseUrl}: the first team that is installed pins its key ${key_id}. ` +
        'Compare it with what its operator says, or name that one with --key.',
    );
  const log = await readCatalogLog(catalog, known?.checkpoint);
  const origin = originOf(catalog.baseUrl, catalog.keys)!;
  const log_keys = [
    ...new Set([...(known?.log_keys ?? []), ...noteKeys(origin, catalog.keys, ['active']).map(writeNoteKey)]),
  ];
  const checkpoint = log.checkpoint.toString('utf8');
  return { catalog, log, pin: { base_url: catalog.baseUrl, key_id, public_key, log_keys, checkpoint } };
}

function requireKey(
  { baseUrl, name }: Catalog,
  found: string,
  known: PinnedCatalog | undefined,
  key: string | undefined,
): void {
  if (key !== undefined && key !== found)
    throw new Failure('failed', `${name} is signed by the key ${found}, not by ${key}. Nothing was changed.`);
  if (key !== undefined || known === undefined || known.key_id === found) return;
  throw new Failure(
    'failed',
    `${name} is signed by the key ${found}, and this project trusts ${known.key_id} for ${baseUrl}. Nothing was changed. ` +
      `If the operator announced the new key, add --key ${found}.`,
  );
}

/** A lock file with what was last seen of a catalog. */
export const withPin = (lock: LockFile, pin: PinnedCatalog): LockFile => ({
  ...lock,
  catalogs: [...lock.catalogs.filter(({ base_url }) => base_url !== pin.base_url), pin],
});
