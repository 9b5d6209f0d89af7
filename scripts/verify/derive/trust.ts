/** Makes the trust pages as the build does, but without its private keys. Other checks verify the signatures of the tree. */
import { artifactStatus } from '#document/kind/artifact-status.ts';
import { signatureReceipt } from '#document/kind/signature-receipt.ts';
import { keysPage, readListedKey } from '#document/proof/document/keys.ts';
import { artifactPath, type TrustPage } from '#document/proof/document/page.ts';
import { type Receipt, receiptPage } from '#document/proof/document/receipt.ts';
import { statusPage } from '#document/proof/document/status.ts';
import type { PublishedEntry } from '#document/proof/log/entry.ts';
import { toBase64 } from '#document/proof/log/hash.ts';
import { inclusionProof } from '#document/proof/log/proof.ts';
import type { Trust, TrustPageToBe } from '../../../build/document/proof/disk/trust.ts';
import { expectedFields, statesOf } from '../check/status.ts';
import type { CheckInput } from '../check-input.ts';
import { logPrefix } from '../named-paths.ts';
import type { Tree } from '../tree.ts';

/**
 * Makes the trust pages of a tree again from its log.
 * @throws Error when no listed key signs the log
 */
export function trustOf(tree: Tree, evidence: CheckInput): Trust {
  const { entries } = evidence;
  const { states } = statesOf(evidence);
  const published = entries.flatMap((entry, index) =>
    entry?.type === 'published' ? [{ entry, index }] : [],
  );
  const place = { baseUrl: tree.baseUrl };
  const statuses = published.flatMap(({ entry }) => {
    const state = states.get(entry.path);
    return state ? [toBe(artifactStatus.kind, statusPage(expectedFields(evidence, state), place))] : [];
  });
  const receipts = published.map(({ entry, index }) =>
    toBe(signatureReceipt.kind, receiptPage(receiptOf(tree, evidence, entry, index), place)),
  );
  return {
    pages: [toBe('signing_keys', keysOf(tree, evidence)), ...receipts, ...statuses],
    copies: published.map(({ entry: { path, digest } }) => {
      return { path: artifactPath(digest), of: path, digest };
    }),
    states,
    logIndexes: new Map(published.map(({ entry, index }) => [entry.path, index])),
    log: new Map(
      [...tree.pages.values()]
        .filter(({ path }) => path.startsWith(logPrefix))
        .map(({ path, bytes }) => [path.slice(logPrefix.length), bytes]),
    ),
  };
}

/** Makes the page of the keys again. The times in it are taken from the page, since nothing else records them. */
function keysOf(tree: Tree, { keys }: CheckInput): TrustPage {
  return keysPage(keys.map(readListedKey), '', { baseUrl: tree.baseUrl });
}

/** Makes a receipt again, with the key, signature and time that the tree states. Everything else comes from the log. */
function receiptOf(tree: Tree, evidence: CheckInput, entry: PublishedEntry, index: number): Receipt {
  const told = evidence.documents.get(artifactPath(entry.digest, 'signature'))?.source.value as Receipt;
  const { path, digest, published_at } = entry;
  return {
    digest,
    size_bytes: tree.pages.get(path)?.bytes.length ?? 0,
    algorithm: 'ed25519',
    key_id: told?.key_id,
    signature: told?.signature,
    signed_at: told?.signed_at,
    published_path: path,
    published_at,
    log_index: index,
    log_size: evidence.log.tree.size,
    inclusion_proof: inclusionProof(evidence.log.tree, index).map(toBase64),
  };
}

function toBe(kind: string, page: TrustPage): TrustPageToBe {
  const { title, description } = page.value as { title: string; description: string };
  return { ...page, kind, title, description };
}
