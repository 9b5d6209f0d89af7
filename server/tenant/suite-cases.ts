/** The cases of suites, by the digest of the suite: what it says can never change, so it is read once. */
import { readDocument } from '#document/front-matter.ts';
import type { Suite } from '#document/kind/suite.ts';

export type SuiteCases = Suite['cases'];

/** Cases that are remembered, over all suites: at most 200 bytes each. */
const maxRemembered = 100_000;
const remembered = new Map<string, SuiteCases>();
let count = 0;

/** The cases of a suite that were read before, if they are remembered. */
export const knownCases = (digest: string): SuiteCases | undefined => remembered.get(digest);

/**
 * The cases of a suite.
 * @param text the registered document of that digest
 */
export function casesOf(digest: string, text: string): SuiteCases {
  const known = remembered.get(digest);
  if (known) return known;
  const reading = readDocument(text);
  if (!reading.ok) throw new Error('A registered suite cannot be read.');
  const { cases } = reading.document.value as unknown as Suite;
  if (count + cases.length > maxRemembered) {
    remembered.clear();
    count = 0;
  }
  remembered.set(digest, cases);
  count += cases.length;
  return cases;
}
