/**
 * Makes from the published versions the pages that prove what was published: the receipts of their signatures, their statuses
 * and the keys. Extends the transparency log by the publications and the changes of status, and returns its files too.
 */

import { artifactStatus } from '../../kind/artifact-status.ts';
import { signatureReceipt } from '../../kind/signature-receipt.ts';
import type { StatusChange } from '../../kind/statuses.ts';
import { sha256Hex } from '../../text/digest.ts';
import { keysPage } from '../document/keys.ts';
import { artifactPath, type Place, type TrustPage, type TrustPageHead } from '../document/page.ts';
import { type Receipt, receiptHead, receiptPage } from '../document/receipt.ts';
import { type StatusFields, statusHead, statusPage } from '../document/status.ts';
import { logOrigin } from '../log/checkpoint.ts';
import { continuation } from '../log/continuation.ts';
import { entriesOf, publishedEntry, statusEntry, writeEntry } from '../log/entry.ts';
import { checkpointFile, type LogFiles } from '../log/files.ts';
import { toBase64 } from '../log/hash.ts';
import { inclusionProof } from '../log/proof.ts';
import { reconcile } from '../log/reconcile.ts';
import type { Tree } from '../log/tree.ts';
import { type KeyRing, keysOf, signBytes, signedAt, signerAt } from '../signature.ts';
import { type ArtifactState, foldStatuses, type Publication } from '../status.ts';
import { extendLog, readLog } from '../transparency-log.ts';

/** A published version as the record of publications has it, with its bytes. `digest` is `sha256:` and hexadecimal digits. */
interface Artifact extends Publication {
  bytes: Uint8Array;
}

export interface TrustSources {
  /** The published versions, in the order of the record of publications. */
  artifacts: readonly Artifact[];
  /** The changes in the record of statuses. `foldStatuses` found no fault in them. */
  changes: readonly StatusChange[];
  ring: KeyRing;
  baseUrl: string;
  /** The present files of the log; undefined if there is no log yet. */
  log: LogFiles | undefined;
}

/** A page that is made when its value or body is first read. */
export interface TrustPageToBe extends TrustPage, TrustPageHead {}

export interface Trust {
  /** The pages of receipts, statuses and keys. */
  pages: TrustPageToBe[];
  /** The addresses by digest. Each has the same bytes as the page `of`. */
  copies: { path: string; of: string; digest: string }[];
  /** The current state of each version, by its path. */
  states: ReadonlyMap<string, ArtifactState>;
  /** The number of the log entry that records each publication, by the path of the version. */
  logIndexes: ReadonlyMap<string, number>;
  /** The files of the log, by their paths below `/log/`. They must be kept for the next build. */
  log: LogFiles;
}

/**
 * Makes the pages, copies and log files with which anyone can verify what is published. The same sources always give the same
 * bytes.
 * @throws LogError when the existing log does not verify, or would shrink or fork
 * @throws Error when the bytes of an artifact do not have its digest, or a change is wrong; the build checks both before
 */
export function makeTrust(sources: TrustSources): Trust {
  const { artifacts, changes, ring, baseUrl, log } = sources;
  artifacts.forEach(requireDigest);
  const { states, unplaced } = foldStatuses(artifacts, changes);
  if (unplaced.length > 0) throw new Error(`A change of status was not checked: ${unplaced[0]!.message}`);
  const origin = logOrigin(baseUrl, ring.log.active.keyId);
  const logged = log === undefined ? [] : readLog(log, ring).entries.map(textOf);
  const link = log && continuation(log.get(checkpointFile)!, origin);
  const entries = reconcile(logged, [...(link ? [link] : []), ...entriesOf(artifacts, changes)]);
  const { files, tree } = extendLog(log, entries, { origin, ring });
  const indexes = new Map(entries.map((text, index) => [text, index]));
  const place = { baseUrl };
  const receipts = artifacts.map(each => receiptOf(each, ring, tree, indexes));
  const keys = keysPage(keysOf(ring), firstUse(receipts), place);
  return {
    pages: [
      pageToBe({ ...keys, ...(keys.value as unknown as TrustPageHead) }, () => keys),
      ...receipts.map(each => receiptToBe(each, place)),
      ...artifacts.map(each => statusToBe(statusOf(states.get(each.path)!, indexes), place)),
    ],
    copies: artifacts.map(({ path, digest }) => ({ path: artifactPath(digest), of: path, digest })),
    states,
    logIndexes: new Map(receipts.map(({ known }) => [known.published_path!, known.log_index!])),
    log: files,
  };
}

/** Returns a page that is made when its value or body is first read. */
function pageToBe(
  { kind, path, title, description }: Pick<TrustPage, 'kind'> & TrustPageHead,
  make: () => TrustPage,
): TrustPageToBe {
  let made: TrustPage | undefined;
  const page = () => (made ??= make());
  return {
    kind,
    path,
    title,
    description,
    get value() {
      return page().value;
    },
    get body() {
      return page().body;
    },
  };
}

/** A receipt whose signature and proof are made when they are first needed. */
interface ReceiptToBe {
  known: Omit<Receipt, 'signature' | 'inclusion_proof'>;
  whole(): Receipt;
}

function receiptToBe({ known, whole }: ReceiptToBe, place: Place): TrustPageToBe {
  const head = { kind: signatureReceipt.kind, ...receiptHead(known, place) };
  return pageToBe(head, () => receiptPage(whole(), place));
}

function statusToBe(fields: StatusFields, place: Place): TrustPageToBe {
  const head = { kind: artifactStatus.kind, ...statusHead(fields, place) };
  return pageToBe(head, () => statusPage(fields, place));
}

const textOf = (entry: Uint8Array) => Buffer.from(entry).toString();

function requireDigest({ path, bytes, digest }: Artifact): void {
  const found = `sha256:${sha256Hex(bytes)}`;
  if (found !== digest) throw new Error(`${path} has the digest ${found}, and its record says ${digest}.`);
}

/**
 * Returns the time from which a key counts as valid if it does not state one: that of the first signature, or the beginning of
 * 1970 if nothing was signed.
 */
function firstUse(receipts: readonly ReceiptToBe[]): string {
  return receipts.map(({ known }) => known.signed_at).sort()[0] ?? '1970-01-01T00:00:00Z';
}

function receiptOf(artifact: Artifact, ring: KeyRing, tree: Tree, indexes: Indexes): ReceiptToBe {
  const { path, bytes, digest, published_at } = artifact;
  const signer = signerAt(ring.publication, published_at);
  const index = indexes.get(writeEntry(publishedEntry(artifact)))!;
  const known = {
    digest,
    size_bytes: bytes.length,
    algorithm: 'ed25519' as const,
    key_id: signer.keyId,
    signed_at: signedAt(signer, published_at),
    published_path: path,
    published_at,
    log_index: index,
    log_size: tree.size,
  };
  return {
    known,
    whole: () => {
      const { digest, size_bytes, algorithm, key_id, ...rest } = known;
      const signature = toBase64(signBytes(bytes, signer));
      const inclusion_proof = inclusionProof(tree, index).map(toBase64);
      return { digest, size_bytes, algorithm, key_id, signature, ...rest, inclusion_proof };
    },
  };
}

type Indexes = ReadonlyMap<string, number>;

function statusOf(state: ArtifactState, indexes: Indexes): StatusFields {
  const { path, digest, status, reason_code, since, superseded_by, history } = state;
  const steps = history.map((step, at) => {
    const first = publishedEntry({ path, digest, published_at: step.since });
    return { ...step, log_index: indexes.get(writeEntry(at === 0 ? first : statusEntry(state, step)))! };
  });
  const successor = superseded_by === undefined ? {} : { superseded_by };
  const names = [path, artifactPath(digest)];
  return { digest, status, reason_code, since, ...successor, names, history: steps };
}

/**
 * Signs the manifest, and so every byte of a tree. The file `manifest.json.sig` has the 64 bytes of the signature, which
 * `openssl pkeyutl -verify -rawin -in manifest.json -sigfile manifest.json.sig …` accepts.
 */
export function signManifest(manifest: Uint8Array, ring: KeyRing): Uint8Array {
  return signBytes(manifest, ring.publication.active);
}
