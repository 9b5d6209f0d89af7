/** The list of all kinds of documents. */

import { executionLock } from '../evaluation/execution-lock.ts';
import { question } from '../evaluation/question.ts';
import { suite } from '../evaluation/suite.ts';
import { workloadProfile } from '../evaluation/workload-profile.ts';
import { artifactStatus } from '../kind/artifact-status.ts';
import { comparison } from '../kind/comparison.ts';
import { comparisonMethod } from '../kind/comparison-method.ts';
import { domain } from '../kind/domain.ts';
import { error } from '../kind/error.ts';
import { exportKind } from '../kind/export.ts';
import { formation } from '../kind/formation.ts';
import type { Kind, Offer } from '../kind/kind.ts';
import { pattern } from '../kind/pattern.ts';
import { contract, doc, findings, guide } from '../kind/plain.ts';
import { publication } from '../kind/publication.ts';
import { publisher } from '../kind/publisher.ts';
import { researchRecord } from '../kind/research-record.ts';
import { searchResults } from '../kind/search-results.ts';
import { signatureReceipt } from '../kind/signature-receipt.ts';
import { signingKeys } from '../kind/signing-keys.ts';
import { families, site } from '../kind/site.ts';
import { starter } from '../kind/starter.ts';
import { statuses } from '../kind/statuses.ts';
import { task } from '../kind/task.ts';
import { tool } from '../kind/tool.ts';
import { account } from './account.ts';
import { evaluationKinds } from './evaluation.ts';
import { eventFeed } from './event-feed.ts';
import { index } from './list.ts';
import { registration } from './registration.ts';
import { useReceipt } from './use-receipt.ts';
import { useReceiptAcceptance } from './use-receipt-acceptance.ts';

/** The kinds that clients may receive or send, in the order in which the contract lists them. */
export const publicKinds: readonly Kind[] = [
  doc,
  contract,
  guide,
  findings,
  index,
  pattern,
  domain,
  task,
  researchRecord,
  comparisonMethod,
  comparison,
  starter,
  formation,
  exportKind,
  publisher,
  searchResults,
  tool,
  artifactStatus,
  signatureReceipt,
  signingKeys,
  useReceipt,
  useReceiptAcceptance,
  executionLock,
  workloadProfile,
  suite,
  question,
  registration,
  ...evaluationKinds,
  account,
  eventFeed,
  error,
] as unknown as readonly Kind[];

/** The kinds that only editors write or read. */
export const sourceKinds: readonly Kind[] = [
  site,
  families,
  publication,
  statuses,
] as unknown as readonly Kind[];

/** Returns the names of the public kinds under the schema of a kind: for `doc` all plain kinds, otherwise the kind alone. */
export const kindsUnder = ({ kind, schema }: Pick<Kind, 'kind' | 'schema'>): string[] =>
  publicKinds
    .filter(
      other => other.kind === kind || (other.schema === schema && schema.startsWith(`formation.${kind}/`)),
    )
    .map(other => other.kind);

const allKinds = [...publicKinds, ...sourceKinds];

/** The declarations of names that documents may mention, each with the kind whose documents declare the names. */
export const declarations = allKinds.flatMap(({ kind, source }) =>
  source?.declares ? [{ kind, ...source.declares }] : [],
);

/** Returns the names of the kinds in a list of kinds to choose from, in the order of that list. */
export function kindsOffered(where: Offer): string[] {
  const places = allKinds.flatMap(({ kind, offered }) =>
    offered?.[where] === undefined ? [] : [{ kind, place: offered[where] }],
  );
  return places.sort((a, b) => a.place - b.place).map(({ kind }) => kind);
}

export {
  comparison,
  comparisonMethod,
  doc,
  domain,
  eventFeed,
  executionLock,
  families,
  findings,
  formation,
  index,
  pattern,
  publication,
  publisher,
  question,
  registration,
  researchRecord,
  site,
  starter,
  statuses,
  suite,
  task,
  tool,
  workloadProfile,
};
