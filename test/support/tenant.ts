/** Tenants for tests: a server on a database, tenants with credentials, and documents that they may register. */
import { createHash, randomBytes } from 'node:crypto';
import { after, before, type TestContext } from 'node:test';
import { writeKeyFile } from '#document/proof/key-file.ts';
import { readDocument } from '#document/text/front-matter.ts';
import type { Config } from '../../server/process/config.ts';
import type { RunningServer } from '../../server/process/server.ts';
import type { DatabasePlace } from '../../server/store/database/database.ts';
import { openStore, type Store } from '../../server/store/store.ts';
import { secretDigest } from '../../server/tenant/authenticate.ts';
import { scopes } from '../../server/tenant/scope.ts';
import { testRing } from '../keys.ts';
import { type Answer, send, serve } from './server.ts';
import { exampleDist } from './shared.ts';
import { start, type TestDatabase } from './store.ts';

/** Every scope (docs/tenants.md#2). */
export const allScopes: readonly string[] = scopes;

export interface TestCredential {
  id: string;
  token: string;
}

/** The settings of a server on a database, with the key that signed the small catalog. */
export const tenantConfig = (place: DatabasePlace): Partial<Config> => ({
  ...place,
  distDir: exampleDist(),
  signingKey: writeKeyFile(testRing()),
});

/** A server on a database, and the store of another process next to it. Both end with the test. */
export async function serveTenants(
  context: Pick<TestContext, 'after'>,
  place: DatabasePlace,
): Promise<{ server: RunningServer; store: Store }> {
  const store = await openStore(place, start);
  const server = await serve(tenantConfig(place));
  context.after(async () => {
    await server.stop();
    await store.close();
  });
  return { server, store };
}

/** Issues a credential, and creates its tenant when there is none. */
export async function issue(
  store: Store,
  tenantId: string,
  scopes: readonly string[] = allScopes,
  changes: { runner?: boolean; expiresAt?: number; id?: string } = {},
): Promise<TestCredential> {
  const id = changes.id ?? randomBytes(6).toString('hex');
  const secret = createHash('sha256').update(id).digest('base64url');
  await store.tenants.create(tenantId, start);
  await store.credentials.create({
    id,
    tenantId,
    scopes,
    runner: changes.runner ?? false,
    invited: false,
    createdAt: start,
    expiresAt: changes.expiresAt ?? null,
    revokedAt: null,
    secretSha256: secretDigest(secret),
  });
  return { id, token: `atc_${id}_${secret}` };
}

export const bearer = ({ token }: TestCredential): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
});

let keys = 0;

/** Posts a document with a key of its own, or the one given. */
export function post(
  server: Pick<RunningServer, 'address'>,
  path: string,
  body: string | Buffer,
  credential: TestCredential,
  key = `key-${process.pid}-${++keys}`,
): Promise<Answer> {
  const headers = { ...bearer(credential), 'Content-Type': 'text/markdown', 'Idempotency-Key': key };
  return send(server, path, { method: 'POST', headers, body });
}

/** Fetches a page of a tenant. */
export const get = (
  server: Pick<RunningServer, 'address'>,
  path: string,
  credential: TestCredential,
): Promise<Answer> => send(server, path, { headers: bearer(credential) });

export type Fields = Record<string, unknown>;

/** The front matter of an answer. */
export function fields(answer: Pick<Answer, 'body'>): Fields {
  const parsed = readDocument(answer.body.toString('utf8'));
  if (!parsed.ok) throw new Error(`No document: ${answer.body.toString('utf8')}`);
  return parsed.document.value;
}

/** A private candidate of two roles and a program; the word makes its bytes differ. */
export const formationText = (word = 'one', more = ''): string => `---
schema: formation.formation/v0.1
kind: formation
title: Mending pair ${word}
description: A mender and a reviewer, tried in private.
${more}name: mending-pair
publisher: acme
version: 1.0.0
goal: Mend one defect, reviewed.
task_classes: [coding.bug_fix]
patterns: [tool-loop, gate]
entry_role: mender
roles:
  - id: mender
    purpose: Finds and mends the defect.
    model_tier: medium
    tools: [run-tests]
    reads: [report, review]
    writes: [patch]
  - id: reviewer
    purpose: Judges the patch.
    model_tier: large
    tools: []
    reads: [patch]
    writes: [review]
  - id: tally
    purpose: Counts the rounds.
    model_tier: none
    tools: []
    reads: [review]
    writes: [count]
edges:
  - {from: mender, to: reviewer, kind: hands_off}
  - {from: reviewer, to: mender, kind: reviews}
  - {from: reviewer, to: tally, kind: reports}
budget: {max_agents: 3, max_rounds: 3, input_tokens: 400000, output_tokens: 40000, elapsed_milliseconds: 1800000}
stop_conditions:
  - The review passes.
checks:
  - All tests pass.
falsified_if: One agent solves as many at equal budget.
cautions: []
sources: [loops-2024]
---

## Instructions

### mender

Mend the defect.

### reviewer

Judge the patch.

### tally

Count.
`;

/** A lock of that candidate. */
export const lockText = (formation: string, word = 'one'): string => `---
schema: formation.execution_lock/v0.1
kind: execution_lock
title: Lock ${word}
description: The mending pair with every model pinned.
formation: ${formation}
roles:
  - id: mender
    model_id: claude-sonnet-4-5-20250929
    parameters: {temperature: "0.2", max_output_tokens: 4000}
    tools:
      - {name: run-tests, version: 9.2.1}
  - id: reviewer
    model_id: claude-opus-4-5-20251101
  - id: tally
---
`;

export const profileText = (word = 'one'): string => `---
schema: formation.workload_profile/v0.1
kind: workload_profile
title: Profile ${word}
description: What nightly mending needs.
task_class: coding.bug_fix
min_pass_rate: 90
max_tokens_per_run: 400000
---
`;

export const suiteText = (word = 'one'): string => `---
schema: formation.suite/v0.1
kind: suite
title: Suite ${word}
description: Defects of last night.
name: nightly-defects
version: 1.0.0
task_class: coding.bug_fix
cases:
  - {id: case-001, digest: "sha256:${'1'.repeat(64)}"}
  - {id: case-002, digest: "sha256:${'2'.repeat(64)}"}
---
`;

/** A server for all tests of a group, with two tenants that may do everything. */
export interface Scene {
  place: DatabasePlace;
  server: RunningServer;
  store: Store;
  acme: TestCredential;
  other: TestCredential;
  /** Posts to a route of the first tenant, as that tenant unless another is named. */
  send(route: string, body: string | Buffer, by?: TestCredential, key?: string): Promise<Answer>;
  read(route: string, by?: TestCredential): Promise<Answer>;
}

/** Sets the scene before the tests of the group in which it is called, and ends it after them. */
export function setScene(database: TestDatabase): Scene {
  const scene = {
    send: (route, body, by = scene.acme, key?) =>
      post(scene.server, `/v1/tenants/acme/${route}`, body, by, key),
    read: (route, by = scene.acme) => get(scene.server, `/v1/tenants/acme/${route}`, by),
  } as Scene;
  const ends: (() => Promise<void>)[] = [];
  before(async () => {
    const context = { after: (end: () => Promise<void>) => ends.push(end) };
    scene.place = await database.place();
    Object.assign(scene, await serveTenants(context as never, scene.place));
    scene.acme = await issue(scene.store, 'acme');
    scene.other = await issue(scene.store, 'other');
  });
  after(async () => {
    for (const end of ends) await end();
  });
  return scene;
}
