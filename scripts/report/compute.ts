/** Computes the numbers of a report again (docs/recommendations.md#13), so that it shows none that its documents contradict. */

import { readDocuments } from '../decision/documents.ts';
import { faultsWithin } from '../decision/snapshot.ts';
import { verifyDecisions } from '../decision/verify.ts';
import { Failure } from '../support/failure.ts';
import { decisionIn, evidenceIn } from './proof.ts';
import type { Source } from './source.ts';

/**
 * @param sources documents with their receipts and keys
 * @returns what was done for each decision and evidence, in words
 * @throws Failure `failed` for a number that another document contradicts
 */
export function computedAgain(sources: readonly Source[]): string[] {
  const has = new Set(sources.map(({ digest }) => digest));
  const decisions = sources.filter(({ kind }) => kind === 'recommendation').map(decisionIn);
  const isWhole = decisions.every(({ profile, snapshots }) =>
    [profile, ...snapshots.map(({ digest }) => digest)].every(digest => has.has(digest)),
  );
  const texts = sources.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('utf8')] as const);
  const findings = isWhole ? verifyDecisions(readDocuments(new Map(texts))) : [];
  const within = sources
    .filter(({ kind }) => kind === 'evidence_snapshot')
    .flatMap(source => faultsWithin(evidenceIn(source)).map(fault => `${source.name}: ${fault}`));
  const faults = [
    ...within,
    ...findings.flatMap(({ what, faults }) => faults.map(fault => `${what}: ${fault}`)),
  ];
  if (faults.length > 0)
    throw new Failure(
      'failed',
      `The numbers do not hold. There is no report.\n  ${[...new Set(faults)].join('\n  ')}`,
    );
  const incomplete = 'A decision was not computed again, since not all that it cites was given.';
  return [
    ...findings.map(({ what, done }) => `${what}: ${done.join('; ')}.`),
    ...(isWhole ? [] : [incomplete]),
  ];
}
