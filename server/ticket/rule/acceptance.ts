/** Writes the acceptance of a report. The same record gives the same bytes, in the first answer and in every repeated one. */
import { type UseReceiptAcceptance, useReceiptAcceptance } from '#document/message/use-receipt-acceptance.ts';

/** The fields of an acceptance that differ from one acceptance to another. */
export type AcceptanceFacts = Omit<UseReceiptAcceptance, 'evidence' | 'consent'>;

/** Writes an acceptance as a document. Every value is a plain YAML word, so the lines need no quotes. */
export function writeAcceptance(facts: AcceptanceFacts): string {
  const precision = facts.model_precision ? `model_precision: ${facts.model_precision}\n` : '';
  return `---
schema: ${useReceiptAcceptance.schema}
kind: ${useReceiptAcceptance.kind}
subject_kind: ${facts.subject_kind}
subject: ${facts.subject}
cohort: ${facts.cohort}
stage: ${facts.stage}
report: ${facts.report}
outcome: ${facts.outcome}
${precision}accepted_at: ${facts.accepted_at}
receipt_digest: ${facts.receipt_digest}
evidence: false
consent: aggregates_only
---

The report is recorded and its ticket used up. It is a self-report: counted, published only in aggregates, never evidence.
`;
}
