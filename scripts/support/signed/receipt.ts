/** Checks the proofs in a signature receipt: who signed the bytes, and that their publication is in the log. */

import type { KeyPurpose } from '#document/kind/signing-keys.ts';
import { type ListedKey, readListedKey } from '#document/proof/document/keys.ts';
import type { Receipt } from '#document/proof/document/receipt.ts';
import { publishedEntry, writeEntry } from '#document/proof/log/entry.ts';
import { leafHash } from '#document/proof/log/hash.ts';
import { type TreeHead, verifyInclusion } from '#document/proof/log/proof.ts';
import { verifyBytes } from '#document/proof/signature.ts';
import type { Publication } from '#document/proof/status.ts';
import { sha256Hex } from '#document/text/digest.ts';

/** The fields of a receipt about its signature. */
type Signed = Pick<Receipt, 'digest' | 'size_bytes' | 'key_id' | 'signature' | 'signed_at'>;

/**
 * Returns the reasons why a receipt does not prove the signature of some bytes; an empty list if it does.
 * @param bytes undefined if they could not be read, so that only the key is examined
 * @param purpose the purpose for which the key must be listed (docs/trust.md#3)
 */
export function signatureReasons(
  receipt: Signed,
  bytes: Uint8Array | undefined,
  keys: readonly ListedKey[],
  purpose: KeyPurpose,
): string[] {
  const key = keys.find(each => each.key_id === receipt.key_id);
  if (key === undefined) return [`Its key ${receipt.key_id} is not listed.`];
  if (key.state === 'revoked') return [`Its key ${receipt.key_id} is revoked.`];
  if (!mayHaveSigned(key, receipt, keys, purpose))
    return [
      `Its key ${receipt.key_id} is of the purpose ${readListedKey(key).purpose}, which signs no ${signs[purpose]}.`,
    ];
  const reasons: string[] = [];
  const { signed_at } = receipt;
  if (signed_at < key.not_before || (key.not_after !== undefined && signed_at > key.not_after)) {
    reasons.push(`\`signed_at\` is ${signed_at}, when its key did not sign.`);
  }
  if (bytes === undefined) return reasons;
  if (receipt.size_bytes !== bytes.length) reasons.push(`\`size_bytes\` is not ${bytes.length}.`);
  const [signature, publicKey] = [receipt.signature, key.public_key].map(text => Buffer.from(text, 'base64'));
  if (!verifyBytes(bytes, signature!, publicKey!)) {
    reasons.push(`The signature does not match the bytes of ${receipt.digest}.`);
  }
  return reasons;
}

const signs: Readonly<Record<KeyPurpose, string>> = {
  publication: 'publications',
  tenant: 'documents of tenants',
  log: 'checkpoints',
};

/**
 * Tells whether a key may sign for a purpose. Its purpose matters even if the signature is valid, because a document of a
 * tenant must never pass as a publication. A publication key may have signed for tenants, before they had keys of their own.
 */
function mayHaveSigned(
  key: ListedKey,
  { signed_at }: Signed,
  keys: readonly ListedKey[],
  purpose: KeyPurpose,
): boolean {
  const { purpose: own } = readListedKey(key);
  if (own === purpose) return true;
  if (purpose !== 'tenant' || own !== 'publication') return false;
  return keys.every(each => each.purpose !== 'tenant' || signed_at < each.not_before);
}

/**
 * Returns the reasons why a receipt does not prove its place in the log; an empty list if it does.
 * @param index the index of the entry in the log
 * @param head the size and root of the checkpoint; undefined if there is none, so that only the index is examined
 */
export function proofReasons(
  receipt: Receipt,
  entry: Publication,
  index: number,
  head: TreeHead | undefined,
): string[] {
  const reasons: string[] = [];
  if (receipt.log_index !== index) reasons.push(`\`log_index\` is not ${index}.`);
  if (head === undefined) return reasons;
  const { path, digest, published_at } = entry;
  const leaf = leafHash(Buffer.from(writeEntry(publishedEntry({ path, digest, published_at }))));
  const proof = (receipt.inclusion_proof ?? []).map(text => new Uint8Array(Buffer.from(text, 'base64')));
  if (receipt.log_size !== head.size) reasons.push(`\`log_size\` is not ${head.size}.`);
  const at = {
    leaf,
    index: receipt.log_index ?? -1,
    size: receipt.log_size ?? -1,
    root: head.root,
  };
  return verifyInclusion(proof, at)
    ? reasons
    : [...reasons, 'The inclusion proof does not lead to the checkpoint.'];
}

/**
 * Tells whether bytes have a digest.
 * @param digest `sha256:` and hexadecimal digits
 */
export const hasDigest = (bytes: Uint8Array, digest: string): boolean =>
  `sha256:${sha256Hex(bytes)}` === digest;
