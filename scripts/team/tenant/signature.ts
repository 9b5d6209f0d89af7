/** Checks the signature of a document that the service keeps for a tenant (docs/trust.md#4). */
import { decodeUtf8, readDocument } from '#document/front-matter.ts';
import { signatureReceipt } from '#document/kind/signature-receipt.ts';
import { keysPath, type ListedKey } from '#document/trust/keys.ts';
import { get } from '../../verify/http.ts';
import { readKeys } from '../../verify/keys.ts';
import { hasDigest, signatureReasons } from '../../verify/receipt.ts';
import { Failure } from '../failure.ts';
import { say } from '../output.ts';
import { type Connection, orAway } from './connection.ts';

/**
 * Reads an artifact of the tenant with its receipt, and verifies both against the keys that the service lists. Says so when the
 * credential may not read them.
 * @param digest `sha256:` and hexadecimal digits
 * @param name what the person calls it
 * @throws Failure `failed` when the proof does not hold
 */
export async function checkSigned(connection: Connection, digest: string, name: string): Promise<void> {
  const { client, baseUrl } = connection;
  const route = `artifacts/sha256/${digest.replace('sha256:', '')}`;
  const artifact = await orAway(client.get(`${route}.md`));
  const receipt = await orAway(client.get(`${route}/signature.md`));
  if (artifact.status !== 200 || receipt.status !== 200) {
    say(`${name}: ${digest}, signature not checked, since the credential lacks the scope artifacts:read.`);
    return;
  }
  const reasons = reasonsAgainst(digest, artifact.text, receipt.fields, await listedKeys(baseUrl));
  if (reasons.length > 0)
    throw new Failure(
      'failed',
      `${name} (${digest}) is not proved: ${reasons.join(' ')} Ask the operator before you use it.`,
    );
  say(`${name}: ${digest}, signature verified with key ${String(receipt.fields.key_id)}.`);
}

function reasonsAgainst(
  digest: string,
  text: string,
  fields: Record<string, unknown>,
  keys: readonly ListedKey[],
): string[] {
  const receipt = signatureReceipt.fields.loose().safeParse(fields);
  if (!receipt.success) return ['Its receipt is not valid.'];
  const bytes = Buffer.from(text);
  const reasons = signatureReasons(receipt.data, bytes, keys, 'tenant');
  const isIt = hasDigest(bytes, digest) && receipt.data.digest === digest;
  return isIt ? reasons : ['Its bytes or its receipt have another digest.', ...reasons];
}

/** @throws Failure when the keys cannot be read */
async function listedKeys(baseUrl: string): Promise<ListedKey[]> {
  const answer = await get(baseUrl + keysPath).catch(error => {
    throw new Failure('away', `${baseUrl}${keysPath} does not answer: ${(error as Error).message}`);
  });
  const decoded = decodeUtf8(answer.body);
  const reading = decoded.ok ? readDocument(decoded.text) : decoded;
  const keys = reading.ok ? readKeys(reading.document.value) : [];
  if (answer.status === 200 && keys.length > 0) return keys;
  throw new Failure(
    'failed',
    `${baseUrl}${keysPath} does not list the keys of the service: nothing can be verified.`,
  );
}
