/** Checks that the listed keys are consistent: their names, their three forms, and that one key for each purpose is active. */

import { keyPurposes } from '#document/kind/signing-keys.ts';
import { isFormerList, keysPath, type ListedKey } from '#document/proof/document/keys.ts';
import { formerOrigin, logOrigin } from '#document/proof/log/checkpoint.ts';
import { writeNoteKey } from '#document/proof/log/note.ts';
import { keyIdOf, publicKeyPem } from '#document/proof/signature.ts';
import type { CheckFault } from '../../support/fault.ts';
import type { Tree } from '../tree.ts';
import { type Check, faultAt } from './check.ts';

export const keyCheck: Check = {
  name: 'keys',
  help: 'Trust no signature until the list of keys is what its publisher says elsewhere.',
  run: (tree, { keys }, pins) => [
    ...keys.flatMap(key => checkKey(tree, key, logNameOf(key, keys, tree.baseUrl))),
    ...checkStates(tree, keys),
    ...checkPin(tree, keys, pins.keyId),
  ],
};

/** Returns the name under which a key signs checkpoints; undefined if it signs none. */
function logNameOf(key: ListedKey, keys: readonly ListedKey[], baseUrl: string): string | undefined {
  if (isFormerList(keys)) return formerOrigin(baseUrl);
  return key.purpose === 'log' ? logOrigin(baseUrl, key.key_id) : undefined;
}

function checkKey(tree: Tree, key: ListedKey, name: string | undefined): CheckFault[] {
  const publicKey = new Uint8Array(Buffer.from(key.public_key, 'base64'));
  const expected = {
    key_id: keyIdOf(publicKey),
    public_key_pem: publicKeyPem(publicKey),
    log_key: name && writeNoteKey({ name, publicKey }),
  };
  return Object.entries(expected)
    .filter(([field, value]) => key[field as keyof ListedKey] !== value)
    .map(([field]) =>
      faultAt(tree, keysPath, `\`${field}\` of key ${key.key_id} does not follow from its public key.`),
    );
}

function checkStates(tree: Tree, keys: readonly ListedKey[]): CheckFault[] {
  const ids = new Set(keys.map(key => key.key_id));
  const faults = isFormerList(keys)
    ? checkActive(tree, keys, 'One key')
    : keyPurposes.flatMap(purpose => {
        const ofPurpose = keys.filter(key => key.purpose === purpose);
        return checkActive(tree, ofPurpose, `One key of the purpose ${purpose}`);
      });
  if (ids.size < keys.length) faults.push(faultAt(tree, keysPath, 'A key is listed twice.'));
  return faults;
}

function checkActive(tree: Tree, keys: readonly ListedKey[], wanted: string): CheckFault[] {
  const active = keys.filter(key => key.state === 'active').length;
  return active === 1 ? [] : [faultAt(tree, keysPath, `${wanted} is active; found ${active}.`)];
}

/** Checks that the pinned key is listed for publications or the log, not revoked, and not for tenants. */
function checkPin(tree: Tree, keys: readonly ListedKey[], keyId: string | undefined): CheckFault[] {
  const isTrusted = keys.some(
    key => key.key_id === keyId && key.state !== 'revoked' && key.purpose !== 'tenant',
  );
  return keyId === undefined || isTrusted
    ? []
    : [faultAt(tree, keysPath, `The expected key ${keyId} is not listed for publications or the log.`)];
}
