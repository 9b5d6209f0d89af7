/**
 * Verifies a decision (docs/verifying.md#12): the signatures of the recommendation and of all evidence that it cites, and every
 * number in them, which is computed again.
 */
import type { EvaluationPlan } from '#document/evaluation/evaluation-plan.ts';
import type { EvidenceSnapshot } from '#document/evaluation/evidence-snapshot.ts';
import type { Recommendation } from '#document/evaluation/recommendation.ts';
import type { Suite } from '#document/evaluation/suite.ts';
import type { Profile } from '../../../server/evidence/recommend/input.ts';
import { signatureReasons } from '../../support/signed/receipt.ts';
import type { Documents } from './documents.ts';
import { decisionFaults } from './recommendation.ts';
import { faultsBySource, faultsWithin } from './snapshot.ts';

/** The results of verifying one document. */
export interface Finding {
  /** The kind of the document, with its digest. */
  what: string;
  /** The checks that were made, each as a phrase. */
  done: string[];
  /** Whether a signature of the document was checked. */
  isSigned: boolean;
  faults: string[];
}

/**
 * Verifies every recommendation among the documents, and the evidence that they cite.
 * @returns a finding for each of these documents; an empty list if there is no recommendation
 */
export function verifyDecisions(documents: Documents): Finding[] {
  const all = [...documents.byDigest].filter(([, { kind }]) => kind === 'recommendation');
  const cited = new Set(
    all.flatMap(([, { value }]) =>
      (value as unknown as Recommendation).snapshots.map(({ digest }) => digest),
    ),
  );
  return [
    ...[...cited].map(digest => verifySnapshot(digest, documents)),
    ...all.map(([digest, { value }]) =>
      verifyRecommendation(digest, value as unknown as Recommendation, documents),
    ),
  ];
}

function verifySnapshot(digest: string, documents: Documents): Finding {
  const what = `evidence ${digest}`;
  const found = documents.byDigest.get(digest);
  if (found?.kind !== 'evidence_snapshot')
    return {
      what,
      done: [],
      isSigned: false,
      faults: ['No document here has this digest. It is missing, or somebody changed it.'],
    };
  const stated = found.value as unknown as EvidenceSnapshot;
  const [plan, suite] = [documents.byDigest.get(stated.plan), documents.byDigest.get(stated.suite)];
  const cases = documents.cases.get(stated.job);
  const signature = checkSignature(digest, documents);
  const inner = faultsWithin(stated);
  if (plan?.kind !== 'evaluation_plan' || suite?.kind !== 'suite' || cases === undefined) {
    const done = 'numbers computed again as far as its own counts give them; plan, suite and cases give all';
    return { what, ...signature, done: [...signature.done, done], faults: [...signature.faults, ...inner] };
  }
  const source = {
    plan: plan.value as unknown as EvaluationPlan,
    suite: suite.value as unknown as Suite,
    cases,
  };
  const outer = faultsBySource(stated, source);
  return {
    what,
    ...signature,
    done: [...signature.done, `every number computed again from ${cases.length} cases`],
    faults: [...signature.faults, ...new Set([...inner, ...outer]), ...lateness(stated, documents)],
  };
}

/**
 * Returns a fault if the plan was signed after the first run, so that it may have been written afterwards; otherwise an empty
 * list.
 */
function lateness({ plan, first_claimed_at }: EvidenceSnapshot, { receipts }: Documents): string[] {
  const signedAt = receipts.get(plan)?.signed_at;
  return signedAt !== undefined && signedAt > first_claimed_at
    ? [`Its plan was signed at ${signedAt}, after its first run at ${first_claimed_at}.`]
    : [];
}

function verifyRecommendation(digest: string, stated: Recommendation, documents: Documents): Finding {
  const what = `recommendation ${digest}`;
  const signature = checkSignature(digest, documents);
  const profile = documents.byDigest.get(stated.profile);
  const evidence = new Map(
    stated.snapshots.flatMap(({ digest: each }) => {
      const found = documents.byDigest.get(each);
      return found?.kind === 'evidence_snapshot' ? [[each, found.value as unknown as EvidenceSnapshot]] : [];
    }),
  );
  const named = (stated as { recommendation?: string }).recommendation;
  const missing = [
    ...(named !== undefined && named !== digest ? [`It says that its digest is ${named}.`] : []),
    ...(profile?.kind === 'workload_profile' ? [] : [`Its profile ${stated.profile} is missing.`]),
    ...(evidence.size === stated.snapshots.length ? [] : ['Evidence that it cites is missing.']),
  ];
  if (missing.length > 0) return { what, ...signature, faults: [...signature.faults, ...missing] };
  const known = profile!.value as unknown as Omit<Profile, 'digest'>;
  const faults = decisionFaults(stated, known, evidence, documents.receipts.get(digest)?.signed_at);
  const done = `decision computed again from ${evidence.size} ${evidence.size === 1 ? 'snapshot' : 'snapshots'}`;
  return { what, ...signature, done: [...signature.done, done], faults: [...signature.faults, ...faults] };
}

function checkSignature(digest: string, { byDigest, receipts, keys }: Documents): Omit<Finding, 'what'> {
  const receipt = receipts.get(digest);
  if (receipt === undefined || keys.length === 0) {
    const done = 'signature not checked: its receipt or the list of keys is missing';
    return { done: [done], isSigned: false, faults: [] };
  }
  const faults = signatureReasons(receipt, byDigest.get(digest)!.bytes, keys, 'tenant');
  const done = faults.length === 0 ? [`signature verified with key ${receipt.key_id}`] : [];
  return { done, isSigned: true, faults };
}

/** Writes the findings as lines, with the faults of each document below it. */
export const linesOf = (findings: readonly Finding[]): string[] =>
  findings.flatMap(({ what, done, faults }) => [
    `${faults.length === 0 ? 'ok  ' : 'FAIL'} ${what}${done.length > 0 ? `: ${done.join('; ')}` : ''}`,
    ...faults.map(fault => `     ${fault}`),
  ]);
