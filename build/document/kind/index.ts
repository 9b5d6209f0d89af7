/** Every kind of document, one line each. */
import { account } from './account.ts';
import { artifactStatus } from './artifact-status.ts';
import { domain } from './domain.ts';
import { error } from './error.ts';
import { evaluationKinds } from './evaluation.ts';
import { eventFeed } from './event-feed.ts';
import { executionLock } from './execution-lock.ts';
import { exportKind } from './export.ts';
import { formation } from './formation.ts';
import type { Kind } from './kind.ts';
import { index } from './list.ts';
import { pattern } from './pattern.ts';
import { contract, doc, findings, guide } from './plain.ts';
import { publisher } from './publisher.ts';
import { question } from './question.ts';
import { registration } from './registration.ts';
import { researchRecord } from './research-record.ts';
import { searchResults } from './search-results.ts';
import { signatureReceipt } from './signature-receipt.ts';
import { signingKeys } from './signing-keys.ts';
import { families, publications, site } from './site.ts';
import { starter } from './starter.ts';
import { statuses } from './statuses.ts';
import { suite } from './suite.ts';
import { task } from './task.ts';
import { tool } from './tool.ts';
import { useReceipt } from './use-receipt.ts';
import { useReceiptAcceptance } from './use-receipt-acceptance.ts';
import { workloadProfile } from './workload-profile.ts';

/** The kinds that clients meet, in the order of the contract directory. */
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

/** The kinds that only editors meet. */
export const sourceKinds: readonly Kind[] = [
  site,
  families,
  publications,
  statuses,
] as unknown as readonly Kind[];

export {
  doc,
  domain,
  eventFeed,
  executionLock,
  families,
  findings,
  formation,
  index,
  pattern,
  publications,
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
