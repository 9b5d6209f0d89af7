/** Checks that the active publication key signed the manifest, and with it every byte that the manifest covers. */
import { verifyBytes } from '#document/proof/signature.ts';
import type { CheckFault } from '../../support/fault.ts';
import { activeKey } from '../../support/signed/keys.ts';
import type { CheckInput } from '../check-input.ts';
import type { Proof } from '../tree.ts';
import type { Check } from './check.ts';

export const manifestCheck: Check = {
  name: 'manifest signature',
  help: 'Use nothing of this catalog. Take it from its publisher, or build it again from the content.',
  run: ({ proof }, evidence) => (proof === undefined ? [] : checkSignature(proof, evidence)),
};

function checkSignature({ manifest, signature }: Proof, { keys }: CheckInput): CheckFault[] {
  const { where } = signature;
  if (!signature.bytes)
    return [{ where, message: 'The manifest is not signed, because this file is missing.' }];
  const active = activeKey(keys, 'publication');
  const publicKey = Buffer.from(active?.public_key ?? '', 'base64');
  if (active && verifyBytes(manifest.bytes, signature.bytes, publicKey)) return [];
  const message = active
    ? `The signature of key ${active.key_id} does not match the manifest.`
    : 'No active publication key is listed that could have signed the manifest.';
  return [manifest, signature].map(each => ({ where: each.where, message }));
}
