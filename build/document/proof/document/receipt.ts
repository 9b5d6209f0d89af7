/** The page of a signature receipt: the signature of an artifact, and three lines of shell that verify it. */
import type { z } from 'zod';
import { signatureReceipt } from '../../kind/signature-receipt.ts';
import type { KeyPurpose } from '../../kind/signing-keys.ts';
import { publishedEntry, writeEntry } from '../log/entry.ts';
import { cutKey } from './keys.ts';
import { artifactPath, type Place, type TrustPage, type TrustPageHead, trustPage } from './page.ts';

export type Receipt = z.infer<typeof signatureReceipt.fields>;

/** Returns the path and the title of the page of a receipt. */
export function receiptHead(
  { digest, published_path }: Pick<Receipt, 'digest' | 'published_path'>,
  { tenantPrefix }: Place,
): TrustPageHead {
  const subject = published_path ?? `artifact ${digest}`;
  return {
    path: artifactPath(digest, 'signature', tenantPrefix),
    title: `Signature of artifact ${digest.slice(0, 'sha256:'.length + 16)}`,
    description: `How to verify that the bytes of ${subject} are those that this service published.`,
  };
}

/**
 * Makes the page of a receipt. If the receipt has a place in the log, the page tells how to find it there; the artifacts of
 * tenants have none.
 * @param purpose the purpose for which the key is listed. It is not that of the place for a tenant's artifact that was signed
 *   before tenants had keys of their own.
 */
export function receiptPage(
  receipt: Receipt,
  place: Place,
  purpose: KeyPurpose = purposeAt(place),
): TrustPage {
  return trustPage(signatureReceipt, place, {
    ...receiptHead(receipt, place),
    fields: receipt,
    body: [verifyText(receipt, place, purpose), formerText(place, purpose), logText(receipt)].join(''),
  });
}

/**
 * Returns the purpose of the key that signs receipts at a place: `publication` in public, `tenant` below the prefix of a
 * tenant.
 */
const purposeAt = ({ tenantPrefix }: Place): KeyPurpose =>
  tenantPrefix === undefined ? 'publication' : 'tenant';

function formerText(place: Place, purpose: KeyPurpose): string {
  if (purpose === purposeAt(place)) return '';
  return [
    '\nIts key signs publications. It counts here only if `signed_at` is before the `not_before` of every tenant key in',
    ' [the keys](/trust/keys.md#purposes): before that, one key signed both.\n',
  ].join('');
}

function verifyText(receipt: Receipt, place: Place, purpose: KeyPurpose): string {
  return [
    '## Verify it\n\n',
    'Run these commands in an empty folder. The first one must print `OK`, and the last one `Signature Verified Successfully`.\n\n',
    '```sh\n',
    ...shellLines(receipt, place, cutKey(receipt.key_id, purpose)).map(line => `${line}\n`),
    '```\n',
  ].join('');
}

/**
 * Returns three lines of shell, which fetch and check the bytes, fetch the key and the signature, and verify the signature. The
 * key is extracted from `/trust/keys.md` by its id and purpose, so a key with another purpose verifies nothing.
 * @param cut the command that extracts the key
 */
export function shellLines(
  receipt: Receipt,
  place: Place,
  cut: string = cutKey(receipt.key_id, purposeAt(place)),
): string[] {
  const { baseUrl, tenantPrefix } = place;
  const hex = receipt.digest.slice('sha256:'.length);
  const fetch = tenantPrefix === undefined ? 'curl -sSf' : 'curl -sSf -H "Authorization: Bearer $TOKEN"';
  return [
    `${fetch} ${baseUrl}${artifactPath(hex, '', tenantPrefix)} -o artifact.md && echo '${hex}  artifact.md' | sha256sum -c`,
    `curl -sSf ${baseUrl}/trust/keys.md | ${cut} > key.pem && echo '${receipt.signature}' | base64 -d > artifact.sig`,
    'openssl pkeyutl -verify -rawin -pubin -inkey key.pem -sigfile artifact.sig -in artifact.md',
  ];
}

function logText({ published_path, digest, published_at, log_index, log_size }: Receipt): string {
  if (published_path === undefined || published_at === undefined || log_index === undefined) return '';
  const entry = writeEntry(publishedEntry({ path: published_path, digest, published_at }));
  return [
    '\n## Find it in the log\n\n',
    `Entry ${log_index} of [the log](/log/checkpoint) is this text, with a newline after each line:\n\n`,
    `\`\`\`text\n${entry}\`\`\`\n\n`,
    'Its leaf is the SHA-256 of one zero byte and the text. The hashes of `inclusion_proof` lead from the leaf to the',
    ` root (RFC 6962, 2.1.1), which is the third line of a checkpoint whose second line is ${log_size}.`,
    ' [The keys](/trust/keys.md#the-log) say who signs the checkpoint.\n',
  ].join('');
}
