/** Which documents a report may show: those whose signatures hold (docs/tenants.md#20). */
import type { z } from 'zod';
import { evaluationCases } from '#build/evaluation/evaluation-cases.ts';
import { type EvaluationJob, evaluationJob } from '#build/evaluation/evaluation-job.ts';
import { evaluationPlan } from '#build/evaluation/evaluation-plan.ts';
import { type EvidenceSnapshot, evidenceSnapshot } from '#build/evaluation/evidence-snapshot.ts';
import { executionLock } from '#build/evaluation/execution-lock.ts';
import { type Recommendation, recommendation } from '#build/evaluation/recommendation.ts';
import { suite } from '#build/evaluation/suite.ts';
import { workloadProfile } from '#build/evaluation/workload-profile.ts';
import type { Kind } from '#build/kind/kind.ts';
import { signatureReceipt } from '#build/kind/signature-receipt.ts';
import { signingKeys } from '#build/kind/signing-keys.ts';
import type { ListedKey } from '#build/proof/document/keys.ts';
import { Failure } from '../support/failure.ts';
import { excerpt } from '../support/harmless.ts';
import { isOfItsId, readKeys } from '../support/signed/keys.ts';
import { signatureReasons } from '../support/signed/receipt.ts';
import type { Source } from './source.ts';

type Receipt = z.infer<typeof signatureReceipt.fields>;

/** A document that was checked. A job is the state of a moment, and is not signed. */
export interface Checked extends Source {
  signature?: { keyId: string; signedAt: string };
}

/** The kinds that a report is about, and the kinds that name what it shows or let its numbers be computed again. */
const subjects: Readonly<Record<string, Kind>> = {
  evidence_snapshot: evidenceSnapshot as unknown as Kind,
  recommendation: recommendation as unknown as Kind,
  evaluation_job: evaluationJob as unknown as Kind,
};
const further: Readonly<Record<string, Kind>> = {
  execution_lock: executionLock as unknown as Kind,
  suite: suite as unknown as Kind,
  evaluation_plan: evaluationPlan as unknown as Kind,
  evaluation_cases: evaluationCases as unknown as Kind,
  workload_profile: workloadProfile as unknown as Kind,
};

export const isSubject = ({ kind }: Source): boolean => Object.hasOwn(subjects, kind);
export const isReceipt = ({ kind }: Source): boolean => kind === signatureReceipt.kind;
export const isKeys = ({ kind }: Source): boolean => kind === signingKeys.kind;
const isSigned = ({ kind }: Source): boolean => kind !== evaluationJob.kind && kind !== evaluationCases.kind;

/** Whether a document must have a receipt, and has none yet. */
export const lacksReceipt = (source: Source, receipts: ReadonlyMap<string, Receipt>): boolean =>
  isSigned(source) && !isReceipt(source) && !isKeys(source) && !receipts.has(source.digest);

/** The fields of a checked document by its kind. */
export const evidenceIn = ({ value }: Checked): EvidenceSnapshot => value as unknown as EvidenceSnapshot;
export const decisionIn = ({ value }: Checked): Recommendation => value as unknown as Recommendation;
export const jobIn = ({ value }: Checked): EvaluationJob => value as unknown as EvaluationJob;

/**
 * Checks that a document has the form of its kind.
 * @throws Failure for other kinds, and with the first field that is wrong
 */
export function checkForm({ name, kind, value }: Source): void {
  const known = { ...subjects, ...further };
  const definition = Object.hasOwn(known, kind) ? known[kind] : undefined;
  if (!definition)
    throw new Failure(
      'wrongUse',
      `${name} is of the kind ${excerpt(kind)}; a report is made from ${Object.keys(known).join(', ')} and signature_receipt.`,
    );
  const parsed = definition.fields.loose().safeParse(value);
  if (parsed.success) return;
  const { path, message } = parsed.error.issues[0]!;
  throw new Failure('wrongUse', `${name} is no valid ${kind}: ${path.join('.')}: ${message}.`);
}

/** The receipts among the sources, by the digest that each is for. @throws Failure for one that is not valid */
export function receiptsIn(sources: readonly Source[]): Map<string, Receipt> {
  return new Map(
    sources.filter(isReceipt).map(({ name, value }) => {
      const parsed = signatureReceipt.fields.loose().safeParse(value);
      if (!parsed.success) throw new Failure('failed', `${name} is no valid signature receipt.`);
      return [parsed.data.digest, parsed.data];
    }),
  );
}

/** The keys on a page. @throws Failure when it lists none */
export function keysIn({ name, value }: Source): ListedKey[] {
  const keys = readKeys(value).filter(isOfItsId);
  if (keys.length === 0)
    throw new Failure('wrongUse', `${name} lists no keys: give /trust/keys.md of the catalog.`);
  return keys;
}

/**
 * Verifies the signature of a document.
 * @param pins key ids that are trusted; any listed key when there are none
 * @throws Failure `failed` when it has no receipt, or one that does not hold
 */
export function prove(
  source: Source,
  receipts: ReadonlyMap<string, Receipt>,
  keys: readonly ListedKey[],
  pins: readonly string[],
): Checked {
  if (!isSigned(source)) return source;
  const { name, digest, bytes, value } = source;
  const receipt = receipts.get(digest);
  if (!receipt) {
    const hint =
      value.recommendation === undefined
        ? 'Give its signature receipt too, …/signature.md.'
        : `It is an answer of the service, not the artifact ${String(value.recommendation)}: give that.`;
    throw new Failure('failed', `${name} (${digest}) has no signature receipt. ${hint}`);
  }
  const reasons = [
    ...signatureReasons(receipt, bytes, keys, 'tenant'),
    ...(pins.length > 0 && !pins.includes(receipt.key_id)
      ? [`Its key ${receipt.key_id} is not the one that --key names.`]
      : []),
  ];
  if (reasons.length > 0)
    throw new Failure(
      'failed',
      `${name} (${digest}) is not proved: ${reasons.join(' ')} There is no report.`,
    );
  return { ...source, signature: { keyId: receipt.key_id, signedAt: receipt.signed_at } };
}
