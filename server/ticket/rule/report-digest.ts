/** The digest of a report on a use ticket. */
import type { UseReceipt } from '#document/message/use-receipt.ts';
import { digestField, sha256Hex } from '#document/text/digest.ts';

/**
 * Returns the digest of a report. Two reports are identical if their declared values are, with defaults filled in, however they
 * were written (docs/use-tickets.md#14).
 */
export function digestOf(values: UseReceipt | { ticket: string; outcome: string }): string {
  return digestField(sha256Hex(JSON.stringify(values)));
}
