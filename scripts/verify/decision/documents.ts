/** Reads the documents of a decision, from a service or from saved files. */

import { type EvaluationCases, evaluationCases } from '#document/evaluation/evaluation-cases.ts';
import { evaluationPlan } from '#document/evaluation/evaluation-plan.ts';
import { evidenceSnapshot } from '#document/evaluation/evidence-snapshot.ts';
import { executionLock } from '#document/evaluation/execution-lock.ts';
import { question } from '#document/evaluation/question.ts';
import { recommendation } from '#document/evaluation/recommendation.ts';
import { suite } from '#document/evaluation/suite.ts';
import { workloadProfile } from '#document/evaluation/workload-profile.ts';
import { type Kind, publishedSchema } from '#document/kind/kind.ts';
import { signatureReceipt } from '#document/kind/signature-receipt.ts';
import { signingKeys } from '#document/kind/signing-keys.ts';
import type { ListedKey } from '#document/proof/document/keys.ts';
import type { Receipt } from '#document/proof/document/receipt.ts';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { readDocument, writeDocument } from '#document/text/front-matter.ts';
import { isOfItsId, readKeys } from '../../support/signed/keys.ts';

/** A document that is found by the digest of its bytes. */
interface Signed {
  kind: string;
  value: Record<string, unknown>;
  bytes: Uint8Array;
}

export interface Documents {
  byDigest: Map<string, Signed>;
  receipts: Map<string, Receipt>;
  /** The cases of each job, over all pages of its table. */
  cases: Map<string, EvaluationCases['cases']>;
  keys: ListedKey[];
  /** The documents that cannot be read, each with the reason. */
  unread: string[];
}

const kinds = [
  ...[recommendation, evidenceSnapshot, evaluationPlan, suite, workloadProfile],
  ...[executionLock, evaluationCases, question, signatureReceipt, signingKeys],
] as unknown as readonly Kind[];

/**
 * Reads documents.
 * @param texts the texts of documents, by the names under which people know them
 */
export function readDocuments(texts: ReadonlyMap<string, string>): Documents {
  const found: Documents = {
    byDigest: new Map(),
    receipts: new Map(),
    cases: new Map(),
    keys: [],
    unread: [],
  };
  for (const [name, text] of texts) {
    const reading = readDocument(text);
    const value = reading.ok ? reading.document.value : {};
    const kind = kinds.find(each => each.kind === value.kind);
    const parsed = kind && publishedSchema(kind).safeParse(value);
    if (parsed?.success) add(found, kind!.kind, parsed.data, text);
    else found.unread.push(`${name} is not a valid document of a decision.`);
  }
  return found;
}

function add(found: Documents, kind: string, value: Record<string, unknown>, text: string): void {
  if (kind === signingKeys.kind) found.keys.push(...readKeys(value).filter(isOfItsId));
  else if (kind === signatureReceipt.kind)
    found.receipts.set(value.digest as string, value as unknown as Receipt);
  else if (kind === evaluationCases.kind) {
    const { job, cases } = value as unknown as EvaluationCases;
    found.cases.set(job, [...(found.cases.get(job) ?? []), ...cases]);
  } else {
    const bytes = Buffer.from(kind === recommendation.kind ? artifactOf(value, text) : text);
    found.byDigest.set(digestField(sha256Hex(bytes)), { kind, value, bytes });
  }
}

/** Returns the artifact in an answer to a request for a recommendation, without the adoptions that were recorded later. */
function artifactOf(value: Record<string, unknown>, text: string): string {
  const { recommendation: own, adoptions: _, ...signed } = value;
  return own === undefined ? text : writeDocument(signed, '');
}
