/** Checks the signature of a document that the service keeps for a tenant (docs/trust.md#4). */
import type { z } from 'zod';
import { signatureReceipt } from '#document/kind/signature-receipt.ts';
import { signingKeys } from '#document/kind/signing-keys.ts';
import { keysPath, type ListedKey } from '#document/proof/document/keys.ts';
import { Failure } from '../../support/failure.ts';
import { get } from '../../support/http.ts';
import { environment, isTerminal, say } from '../../support/output.ts';
import { hasDigest, signatureReasons } from '../../support/signed/receipt.ts';
import { type Connection, checked, orFailure, refused } from './connection.ts';
import { stateFolder } from './keys.ts';
import { trustedKeys } from './trust.ts';

/**
 * Reads an artifact of the tenant with its receipt, and verifies both against the keys that are trusted. Says so when the
 * credential may not read them.
 * @param digest `sha256:` and hexadecimal digits
 * @param name what the person calls it
 * @throws Failure `failed` when the proof does not hold
 */
export async function checkSigned(connection: Connection, digest: string, name: string): Promise<void> {
  const { client } = connection;
  const route = `artifacts/sha256/${digest.replace('sha256:', '')}`;
  const artifact = await orFailure(client.get(`${route}.md`));
  const answer = await orFailure(client.get(`${route}/signature.md`));
  if (artifact.status !== 200 || answer.status !== 200) {
    say(`${name}: ${digest}, signature not checked, since the credential lacks the scope artifacts:read.`);
    return;
  }
  const receipt = checked(signatureReceipt, answer, `GET ${route}/signature.md`).fields;
  const { keys } = await readTrusted(connection);
  const reasons = reasonsAgainst(receipt, artifact.body, keys, digest);
  if (reasons.length > 0)
    throw new Failure(
      'failed',
      `${name} (${digest}) is not proved: ${reasons.join(' ')} Ask the operator before you use it.`,
    );
  say(`${name}: ${digest}, signature verified with key ${receipt.key_id}.`);
}

/** The reasons for which a receipt does not prove the bytes of a digest; none when it does. */
export function reasonsAgainst(
  receipt: z.infer<typeof signatureReceipt.fields>,
  bytes: Uint8Array,
  keys: readonly ListedKey[],
  digest: string,
): string[] {
  const reasons = signatureReasons(receipt, bytes, keys, 'tenant');
  if (!hasDigest(bytes, digest) || receipt.digest !== digest)
    reasons.unshift('Its bytes or its receipt have another digest.');
  return reasons;
}

/**
 * The page of the keys, and those of its keys that are trusted.
 * @throws Failure when they cannot be read, or none of them is known to be the right one
 */
export async function readTrusted({
  baseUrl,
  keys: wanted,
}: Connection): Promise<{ text: string; keys: ListedKey[] }> {
  const address = baseUrl + keysPath;
  const answer = await orFailure(get(address)).catch(error => {
    if (error instanceof Failure) throw error;
    throw new Failure('away', `${address} does not answer: ${(error as Error).message}`);
  });
  if (answer.status !== 200)
    throw refused(
      `${address} answers ${answer.status}, and not the keys of the service: nothing can be verified.`,
    );
  const { fields, text } = checked(signingKeys, answer, `GET ${keysPath}`);
  const listed = {
    address: baseUrl,
    name: (fields.canonical_url ?? '').replace(keysPath, ''),
    keys: fields.keys,
  };
  const folder = stateFolder(environment(), 'pins');
  return { text, keys: trustedKeys(listed, { wanted, folder, isTerminal: isTerminal(), say }) };
}
