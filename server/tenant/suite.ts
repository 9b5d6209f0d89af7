/**
 * Suites of tenants by digest. A suite never changes, so it is read once rather than for each plan and claim.
 * Each tenant has its own cache, so that response times reveal nothing about other tenants.
 */
import { readDocument } from '#document/front-matter.ts';
import type { Suite } from '#document/kind/suite.ts';

export type SuiteFacts = Pick<Suite, 'task_class' | 'cases'>;

/** The most cases that are cached over all suites; each takes about 200 bytes. */
const maxRemembered = 100_000;
const remembered = new Map<string, SuiteFacts>();
let count = 0;

/** A cached suite. */
export const knownSuite = (tenantId: string, digest: string): SuiteFacts | undefined =>
  remembered.get(`${tenantId} ${digest}`);

/**
 * What evaluations need of a suite.
 * @param text the registered document of that digest
 */
export function suiteFacts(tenantId: string, digest: string, text: string): SuiteFacts {
  const known = knownSuite(tenantId, digest);
  if (known) return known;
  const reading = readDocument(text);
  if (!reading.ok) throw new Error('A registered suite cannot be read.');
  const { task_class, cases } = reading.document.value as unknown as Suite;
  if (count + cases.length > maxRemembered) {
    remembered.clear();
    count = 0;
  }
  remembered.set(`${tenantId} ${digest}`, { task_class, cases });
  count += cases.length;
  return { task_class, cases };
}
