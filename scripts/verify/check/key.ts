/** The listed keys are what they say: their names, their three forms, and one of them active. */
import { logOrigin } from '#document/log/checkpoint.ts';
import { writeNoteKey } from '#document/log/note.ts';
import { keyIdOf, publicKeyPem } from '#document/signature.ts';
import { keysPath, type ListedKey } from '#document/trust/keys.ts';
import type { Fault } from '../fault.ts';
import type { Tree } from '../tree.ts';
import { type Check, faultAt } from './check.ts';

export const keyCheck: Check = {
  name: 'keys',
  run: (tree, { keys }, pins) => [
    ...keys.flatMap(key => checkKey(tree, key)),
    ...checkStates(tree, keys),
    ...checkPin(tree, keys, pins.keyId),
  ],
};

function checkKey(tree: Tree, key: ListedKey): Fault[] {
  const publicKey = new Uint8Array(Buffer.from(key.public_key, 'base64'));
  const expected: Partial<ListedKey> = {
    key_id: keyIdOf(publicKey),
    public_key_pem: publicKeyPem(publicKey),
    log_key: writeNoteKey({ name: logOrigin(tree.baseUrl), publicKey }),
  };
  return Object.entries(expected)
    .filter(([field, value]) => key[field as keyof ListedKey] !== value)
    .map(([field]) =>
      faultAt(tree, keysPath, `\`${field}\` of key ${key.key_id} does not follow from its public key.`),
    );
}

function checkStates(tree: Tree, keys: readonly ListedKey[]): Fault[] {
  const active = keys.filter(key => key.state === 'active').length;
  const ids = new Set(keys.map(key => key.key_id));
  const faults: Fault[] = [];
  if (active !== 1) faults.push(faultAt(tree, keysPath, `One key is active; found ${active}.`));
  if (ids.size < keys.length) faults.push(faultAt(tree, keysPath, 'A key is listed twice.'));
  return faults;
}

function checkPin(tree: Tree, keys: readonly ListedKey[], keyId: string | undefined): Fault[] {
  const isTrusted = keys.some(key => key.key_id === keyId && key.state !== 'revoked');
  return keyId === undefined || isTrusted
    ? []
    : [faultAt(tree, keysPath, `The expected key ${keyId} is not listed.`)];
}
