/**
 * Decides which catalogs a project trusts. The first use of a catalog, which a person confirms, pins its name, its address, its
 * publication key and its log in the lock file. From then on, only that key and a continuation of that log are accepted
 * (docs/command.md#8).
 */

import { writeNoteKey } from '#document/proof/log/note.ts';
import { keyIdOf } from '#document/proof/signature.ts';
import { isThisMachine } from '../../../support/client/address.ts';
import { failed } from '../../../support/failure.ts';
import { confirm, say } from '../../../support/output.ts';
import { noteKeys, originOf } from '../../../support/signed/keys.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { type CatalogLog, readCatalogLog } from '../catalog/log.ts';
import { isAddress } from '../catalog/source.ts';
import type { LockFile, PinnedCatalog } from './lock-file.ts';

export interface TrustedCatalog {
  catalog: Catalog;
  log: CatalogLog;
  /** The entry for the catalog in the lock file. */
  pin: PinnedCatalog;
}

/**
 * Decides whether a catalog is trusted, and reads its log.
 * @param key the id of the publication key that a person knows from elsewhere
 * @throws Failure `failed` when the catalog has another key than the given or pinned one, or its log does not continue the pinned
 * one
 */
export async function trust(
  catalog: Catalog,
  lock: LockFile,
  key: string | undefined,
): Promise<TrustedCatalog> {
  const { public_key, key_id } = catalog.publicationKey;
  if (keyIdOf(Buffer.from(public_key, 'base64')) !== key_id)
    catalog.refuse(`Its key ${key_id} has the id of another key.`);
  const known = lock.catalogs.find(({ base_url }) => base_url === catalog.baseUrl);
  const there = lock.catalogs.filter(({ addresses }) => addresses.includes(catalog.name));
  if (key !== undefined) requireNamed(catalog, key);
  else if (known === undefined && there.length === 0) await confirmFirst(catalog);
  else requirePinned(catalog, known, there);
  const log = await readCatalogLog(catalog, known?.checkpoint);
  const origin = originOf(catalog.baseUrl, catalog.keys)!;
  const log_keys = [
    ...new Set([...(known?.log_keys ?? []), ...noteKeys(origin, catalog.keys, ['active']).map(writeNoteKey)]),
  ];
  const checkpoint = log.checkpoint.toString('utf8');
  const read = isAddress(catalog.name) ? [catalog.name] : [];
  const addresses = [...new Set([...(known?.addresses ?? []), ...read])].slice(-100);
  const pin = { base_url: catalog.baseUrl, addresses, key_id, public_key, log_keys, checkpoint };
  return { catalog, log, pin };
}

/**
 * Asks a person to compare the key at the first use of a catalog, unless the catalog is on this machine.
 * @throws Failure when the person refuses
 */
async function confirmFirst({ baseUrl, name, publicationKey: { key_id } }: Catalog): Promise<void> {
  const first = `You use ${baseUrl} for the first time, so the first team that you install pins its key ${key_id}.`;
  if (!isAddress(name) || isThisMachine(name))
    return say(`${first} Compare that key with what its operator says, or name the right key with --key.`);
  const isRight = await confirm(
    `${first} The command read it from ${name}. Is it the key that its operator publishes elsewhere? [y/N] `,
  );
  if (isRight) return;
  throw failed(
    `${name} is signed by the key ${key_id}, which nobody has confirmed. Nothing was changed. ` +
      `Compare it with what the operator says elsewhere, then add --key ${key_id}.`,
  );
}

function requireNamed({ name, publicationKey: { key_id } }: Catalog, key: string): void {
  if (key === key_id) return;
  throw failed(`${name} is signed by the key ${key_id}, not by ${key}. Nothing was changed.`);
}

/**
 * Refuses a catalog whose name, address and key were not pinned together.
 * @throws Failure `failed` that says which of them differs from what the project trusts
 */
function requirePinned(
  { baseUrl, name, publicationKey: found }: Catalog,
  known: PinnedCatalog | undefined,
  there: readonly PinnedCatalog[],
): void {
  const other = [...(known ? [known] : []), ...there].find(
    ({ public_key }) => public_key !== found.public_key,
  );
  const renamed = known === undefined ? there[0] : undefined;
  if (other === undefined && renamed === undefined) return;
  const reason =
    other === undefined
      ? `calls itself ${baseUrl}, and this project knows it as ${renamed!.base_url}`
      : `is signed by the key ${found.key_id}, and this project trusts ${other.key_id} for ${known === other ? baseUrl : name}`;
  throw failed(
    `${name} ${reason}. Nothing was changed. If the operator announced that, add --key ${found.key_id}.`,
  );
}

/** Returns the lock file with a new pin in place of the former pin of that catalog. */
export const withPin = (lock: LockFile, pin: PinnedCatalog): LockFile => ({
  ...lock,
  catalogs: [...lock.catalogs.filter(({ base_url }) => base_url !== pin.base_url), pin],
});
