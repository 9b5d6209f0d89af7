/** The listed keys: which is the active one of a purpose, and which may sign a checkpoint. */
import { signingKeys } from '#document/kind/signing-keys.ts';
import { isFormerList, type ListedKey, readListedKey } from '#document/proof/document/keys.ts';
import { checkpointKeys, formerOrigin, logOrigin } from '#document/proof/log/checkpoint.ts';
import type { NoteKey } from '#document/proof/log/note.ts';
import { keyIdOf, type PublicSigningKey } from '#document/proof/signature.ts';

/** The keys in the front matter of `/trust/keys.md`; none when it is not valid. */
export function readKeys(value: Record<string, unknown> | undefined): ListedKey[] {
  const shape = signingKeys.fields.shape.keys;
  return shape.safeParse(value?.keys).data ?? [];
}

/** Whether a key is the one that its id is computed from (docs/trust.md#1). */
export const isOfItsId = ({ key_id, public_key }: ListedKey): boolean =>
  keyIdOf(Buffer.from(public_key, 'base64')) === key_id;

/** The name that a log has by these keys; undefined when none of them is the active one for it. */
export function originOf(baseUrl: string, keys: readonly ListedKey[]): string | undefined {
  if (isFormerList(keys)) return formerOrigin(baseUrl);
  const active = activeKey(keys, 'log');
  return active && logOrigin(baseUrl, active.key_id);
}

/** The active key of a purpose. In a list from before keys had purposes, it is the one that signed everything. */
export const activeKey = (
  keys: readonly ListedKey[],
  purpose: PublicSigningKey['purpose'],
): ListedKey | undefined =>
  keys.find(key => key.state === 'active' && (isFormerList(keys) || key.purpose === purpose));

/** The listed keys in some states that may sign a checkpoint under a name. */
export function noteKeys(
  origin: string,
  keys: readonly ListedKey[],
  states: readonly ListedKey['state'][],
): NoteKey[] {
  return checkpointKeys(origin, keys.filter(key => states.includes(key.state)).map(readListedKey));
}
