/** Checks the signature of a document that the service keeps for a tenant (docs/trust.md#3). */
import type { z } from 'zod';
import type { Kind } from '#document/kind/kind.ts';
import { signatureReceipt } from '#document/kind/signature-receipt.ts';
import { signingKeys } from '#document/kind/signing-keys.ts';
import { keysPath, type ListedKey } from '#document/proof/document/keys.ts';
import { documentIn, refused } from '../../runner/client.ts';
import { stateFolder } from '../../runner/ledger.ts';
import type { CheckedDocument } from '../../support/client/document.ts';
import { BadAnswer } from '../../support/client/error.ts';
import { away, failed } from '../../support/failure.ts';
import { get } from '../../support/http.ts';
import { environment, isTerminal, say } from '../../support/output.ts';
import { hasDigest, signatureReasons } from '../../support/signed/receipt.ts';
import { readArtifact, routeOf } from './artifact.ts';
import { type Connection, read } from './connection.ts';
import { trustedKeys } from './trust.ts';

/**
 * Reads an artifact of the tenant with its receipt, and verifies both against the trusted keys. Prints a note if the credential
 * may not read them.
 * @param digest `sha256:` and hexadecimal digits
 * @param name the name that the person uses for the artifact
 * @throws Failure `failed` when the proof does not hold
 */
export async function checkSigned(connection: Connection, digest: string, name: string): Promise<void> {
  const { client } = connection;
  const artifact = await client.get(`${routeOf(digest)}.md`);
  const answer = await client.get(receiptOf(digest));
  if (artifact.status !== 200 || answer.status !== 200) {
    say(`${name}: ${digest}, signature not checked, because the credential lacks the scope artifacts:read.`);
    return;
  }
  const receipt = documentIn(signatureReceipt, answer, `GET ${receiptOf(digest)}`).fields;
  const { keys } = await readTrusted(connection);
  refuseUnproved(name, digest, artifact.body, receipt, keys);
  say(`${name}: ${digest}, signature verified with key ${receipt.key_id}.`);
}

const receiptOf = (digest: string): string => `${routeOf(digest)}/signature.md`;

/**
 * Reads an artifact of a kind, and its receipt.
 * @throws Failure when the proof does not hold
 */
export async function readProved<Shape extends z.ZodRawShape>(
  connection: Connection,
  digest: string,
  kind: Kind<Shape>,
  keys: readonly ListedKey[],
): Promise<CheckedDocument<Shape> & { receipt: string }> {
  const document = await readArtifact(connection, digest, kind);
  const receipt = await read(connection, receiptOf(digest), signatureReceipt);
  refuseUnproved(kind.kind, digest, document.bytes, receipt.fields, keys);
  return { ...document, receipt: receipt.text };
}

/**
 * Refuses a receipt that does not prove the bytes of a digest.
 * @throws Failure `failed`
 */
function refuseUnproved(
  name: string,
  digest: string,
  bytes: Uint8Array,
  receipt: z.infer<typeof signatureReceipt.fields>,
  keys: readonly ListedKey[],
): void {
  const reasons = signatureReasons(receipt, bytes, keys, 'tenant');
  if (!hasDigest(bytes, digest) || receipt.digest !== digest)
    reasons.unshift('Its bytes or its receipt have another digest.');
  if (reasons.length > 0)
    throw failed(
      `${name} (${digest}) is not proved. ${reasons.join(' ')} Ask the operator before you use it.`,
    );
}

/**
 * Reads the page of the keys. Returns its text and the trusted keys on it.
 * @throws Failure when it cannot be read, or none of its keys is trusted
 */
export async function readTrusted({
  baseUrl,
  keys: wanted,
}: Connection): Promise<{ text: string; keys: ListedKey[] }> {
  const address = baseUrl + keysPath;
  const answer = await get(address).catch(error => {
    if (error instanceof BadAnswer) throw refused(error.message);
    throw away(`${address} does not answer: ${(error as Error).message}`);
  });
  if (answer.status !== 200)
    throw refused(
      `${address} answers ${answer.status} instead of the keys of the service, so nothing can be verified.`,
    );
  const { fields, text } = documentIn(signingKeys, answer, `GET ${keysPath}`);
  const listed = {
    address: baseUrl,
    name: (fields.canonical_url ?? '').replace(keysPath, ''),
    keys: fields.keys,
  };
  const folder = stateFolder(environment(), 'pins');
  return { text, keys: trustedKeys(listed, { wanted, folder, isTerminal: isTerminal(), say }) };
}
