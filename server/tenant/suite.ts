/**
 * The suites of tenants, by digest. A suite never changes, so it is read once and then kept, rather than read for each plan and
 * claim. The key has the tenant in it, so response times reveal nothing about other tenants.
 */
import type { Suite } from '#document/evaluation/suite.ts';
import { findContent } from '../store/artifact.ts';
import type { Transaction } from '../store/database/backend.ts';
import { frontMatterOf } from './catalog.ts';

export type SuiteFacts = Pick<Suite, 'task_class' | 'cases'>;

/** The most cases that are kept, over all suites. Each takes about 200 bytes. */
const maxRemembered = 100_000;
// The limit is on cases, not on suites, since the largest suite has 2,000.
const remembered = new Map<string, SuiteFacts>();
let count = 0;

/** Returns the facts of a suite; undefined if they are not in memory. */
const knownSuite = (tenantId: string, digest: string): SuiteFacts | undefined =>
  remembered.get(`${tenantId} ${digest}`);

/**
 * Returns the task class and cases of a suite, from memory or from its text.
 * @param text the registered document with that digest
 */
export function suiteFacts(tenantId: string, digest: string, text: string): SuiteFacts {
  const known = knownSuite(tenantId, digest);
  if (known) return known;
  const { task_class, cases } = frontMatterOf(text) as unknown as Suite;
  if (count + cases.length > maxRemembered) {
    remembered.clear();
    count = 0;
  }
  remembered.set(`${tenantId} ${digest}`, { task_class, cases });
  count += cases.length;
  return { task_class, cases };
}

/** Returns the case at a place, from 0, in a suite of the tenant. */
export function* findCase(
  tenantId: string,
  suite: string,
  place: number,
): Transaction<SuiteFacts['cases'][number]> {
  return (yield* readSuite(tenantId, suite)).cases[place]!;
}

/** Returns the digests of the cases in a suite of the tenant. */
export function* caseDigests(tenantId: string, suite: string): Transaction<ReadonlySet<string>> {
  const { cases } = yield* readSuite(tenantId, suite);
  return new Set(cases.map(({ digest }) => digest));
}

function* readSuite(tenantId: string, suite: string): Transaction<SuiteFacts> {
  return knownSuite(tenantId, suite) ?? suiteFacts(tenantId, suite, (yield* findContent(tenantId, suite))!);
}
