/**
 * Suites of tenants by digest. A suite never changes, so it is read once rather than for each plan and claim.
 * Each tenant has its own cache, so that response times reveal nothing about other tenants.
 */
import type { Suite } from '#document/evaluation/suite.ts';
import { findContent } from '../store/artifact.ts';
import type { Transaction } from '../store/database/backend.ts';
import { frontMatterOf } from './catalog.ts';

export type SuiteFacts = Pick<Suite, 'task_class' | 'cases'>;

/** The most cases that are cached over all suites; each takes about 200 bytes. */
const maxRemembered = 100_000;
// Bounded by cases rather than suites: one of the largest size has 2,000.
const remembered = new Map<string, SuiteFacts>();
let count = 0;

/** Returns the facts of a suite that was read before; undefined if they are not remembered. */
const knownSuite = (tenantId: string, digest: string): SuiteFacts | undefined =>
  remembered.get(`${tenantId} ${digest}`);

/**
 * Reads task class and cases of a suite, or returns them from memory.
 * @param text the registered document of that digest
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

/** The case that stands at a place, from 0, in a suite of the tenant. */
export function* findCase(
  tenantId: string,
  suite: string,
  place: number,
): Transaction<SuiteFacts['cases'][number]> {
  return (yield* readSuite(tenantId, suite)).cases[place]!;
}

/** The digests of the cases of a suite of the tenant. */
export function* caseDigests(tenantId: string, suite: string): Transaction<ReadonlySet<string>> {
  const { cases } = yield* readSuite(tenantId, suite);
  return new Set(cases.map(({ digest }) => digest));
}

function* readSuite(tenantId: string, suite: string): Transaction<SuiteFacts> {
  return knownSuite(tenantId, suite) ?? suiteFacts(tenantId, suite, (yield* findContent(tenantId, suite))!);
}
