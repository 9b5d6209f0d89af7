/**
 * A process that registers a document and is killed before its statement of a given number; after the last statement, just
 * before the commit. Arguments: the place of the database as JSON, and the number.
 */

import { insertArtifact, type NewArtifact } from '../../server/store/artifact.ts';
import type { Backend, Query, Row, Transaction } from '../../server/store/database/backend.ts';
import { type DatabasePlace, openDatabase } from '../../server/store/database/database.ts';
import { type Change, type Mutation, mutationStore } from '../../server/store/mutation.ts';
import { start } from './store.ts';

export const mutation: Mutation = {
  tenantId: 'acme',
  actor: 'tester',
  at: start,
  idempotency: { key: 'key', fingerprint: 'print' },
};

const artifact: NewArtifact = {
  ...{ tenant_id: 'acme', digest: `sha256:${'1'.repeat(64)}`, kind: 'suite', title: 'Suite' },
  ...{ task_class: 'coding.bug_fix', formation: null, content: 'text', size_bytes: 4, key_id: 'key' },
  ...{ signature: 'signature', signed_at: '2026-11-21T08:00:00Z', registered_at: start },
  ...{ registered_by: 'tester', status: 'active', reason_code: 'published', status_since: start },
  ...{ superseded_by: null, version_name: null },
};

/** Registers one document, with its counts, its event and its answer. */
export const change: Change = function* (tenant) {
  yield* insertArtifact(tenant, artifact);
  tenant.documents += 1;
  const events = [{ kind: 'suite_registered', subject: artifact.digest }];
  return { status: 201, headers: [], body: 'done', events };
};

/** A backend on which the given thing happens before a statement, or at the end of the body if it has fewer. */
export function interrupted(backend: Backend, before: number, happen: () => void): Backend {
  function* counted<Result>(work: Transaction<Result>): Generator<Query, Result, Row[]> {
    let step = work.next();
    for (let number = 1; !step.done; number += 1) {
      if (number === before) happen();
      step = work.next(yield step.value);
    }
    happen();
    return step.value;
  }
  return { ...backend, transact: body => backend.transact(() => counted(body())) };
}

const [place, before] = process.argv.slice(2);
if (place && before) {
  const backend = await openDatabase(JSON.parse(place) as DatabasePlace, start);
  const dying = interrupted(backend, Number(before), () => process.kill(process.pid, 'SIGKILL'));
  await mutationStore(dying).commit(mutation, change);
}
