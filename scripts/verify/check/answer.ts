/** The headers of a site say what its bytes are (docs/http.md#5). */
import { digestHeader, sha256Hex } from '#document/digest.ts';
import type { Fault } from '../fault.ts';
import type { Page } from '../tree.ts';
import type { Check } from './check.ts';

export const answerCheck: Check = {
  name: 'digests in headers',
  run: tree => [...tree.pages.values()].flatMap(checkHeaders),
};

function checkHeaders({ where, bytes, headers }: Page): Fault[] {
  // A response with a ticket is not the representation that the digest covers.
  if (headers === undefined || headers['use-ticket'] !== undefined) return [];
  const hex = sha256Hex(bytes);
  const faults: Fault[] = [];
  if (headers['repr-digest'] !== digestHeader(hex)) {
    faults.push({
      where,
      message: `Repr-Digest is ${headers['repr-digest'] ?? 'absent'}, and the bytes have ${hex}.`,
    });
  }
  if (!headers.etag || headers.etag.startsWith('W/')) {
    faults.push({ where, message: 'The answer has no strong ETag.' });
  }
  return faults;
}
