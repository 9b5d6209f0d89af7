/** Finds, among the listed keys, the active one for a purpose, and those that may sign a checkpoint. */
import { signingKeys } from '#document/kind/signing-keys.ts';
import { isFormerList, type ListedKey, readListedKey } from '#document/proof/document/keys.ts';
import { checkpointKeys, formerOrigin, logOrigin } from '#document/proof/log/checkpoint.ts';
import type { NoteKey } from '#document/proof/log/note.ts';
import { keyIdOf, type PublicSigningKey } from '#document/proof/signature.ts';

/** Returns the keys in the front matter of `/trust/keys.md`; an empty list if it is not valid. */
export function readKeys(value: Record<string, unknown> | undefined): ListedKey[] {
  const shape = signingKeys.fields.shape.keys;
  return shape.safeParse(value?.keys).data ?? [];
}

/** Tells whether the id of a key is the one computed from it (docs/trust.md#1). */
export const isOfItsId = ({ key_id, public_key }: ListedKey): boolean =>
  keyIdOf(Buffer.from(public_key, 'base64')) === key_id;

/** Returns the name of the log that these keys sign; undefined if none of them is the active key for a log. */
export function originOf(baseUrl: string, keys: readonly ListedKey[]): string | undefined {
  if (isFormerList(keys)) return formerOrigin(baseUrl);
  const active = activeKey(keys, 'log');
  return active && logOrigin(baseUrl, active.key_id);
}

/** Returns the active key for a purpose; undefined if there is none. A list from before keys had purposes has one key for all. */
export const activeKey = (
  keys: readonly ListedKey[],
  purpose: PublicSigningKey['purpose'],
): ListedKey | undefined =>
  keys.find(key => key.state === 'active' && (isFormerList(keys) || key.purpose === purpose));

/** Returns the listed keys, in some states, that may sign a checkpoint under a name. */
export function noteKeys(
  origin: string,
  keys: readonly ListedKey[],
  states: readonly ListedKey['state'][],
): NoteKey[] {
  return checkpointKeys(origin, keys.filter(key => states.includes(key.state)).map(readListedKey));
}
