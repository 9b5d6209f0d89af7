/** Random interleavings by three tenants, against a model that fits on a screen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { onBothDatabases } from '../../support/store.ts';
import {
  fields,
  get,
  issue,
  post,
  profileText,
  setScene,
  suiteText,
  type TestCredential,
} from '../../support/tenant.ts';

const documents = { suites: suiteText, 'workload-profiles': profileText } as const;
type RouteName = keyof typeof documents;

/** The expected state of a tenant: the answers stored under its keys, and its artifacts in the order of their events. */
interface ModelTenant {
  answers: Map<string, { request: string; body: string }>;
  artifacts: string[];
  credentials: TestCredential[];
  /** Whether the newest credential was revoked. */
  revoked: boolean;
}

const tenant = fc.nat({ max: 2 });
const step = fc.oneof(
  fc.record({
    do: fc.constant('register' as const),
    tenant,
    route: fc.constantFrom<RouteName>('suites', 'workload-profiles'),
    word: fc.constantFrom('a', 'b', 'c'),
    key: fc.constantFrom('k1', 'k2', 'k3', 'k4'),
    broken: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('read' as const),
    tenant,
    owner: tenant,
    word: fc.constantFrom('a', 'b', 'c'),
  }),
  fc.record({ do: fc.constant('events' as const), tenant, after: fc.nat({ max: 4 }) }),
  fc.record({ do: fc.constant('revoke' as const), tenant }),
  fc.record({ do: fc.constant('issue' as const), tenant }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

onBothDatabases('the tenant API', database => {
  const scene = setScene(database);
  let runs = 0;

  test('does what the model does, whatever three tenants do in turn', { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async steps => {
      runs += 1;
      const names = [0, 1, 2].map(n => `m${runs}-${n}`);
      const model = await Promise.all(
        names.map(async (name): Promise<ModelTenant> => {
          const credentials = [await issue(scene.store, name)];
          return { answers: new Map(), artifacts: [], credentials, revoked: false };
        }),
      );
      for (const each of steps) await take(each, names, model);
      for (const [index, each] of model.entries()) await compareAccount(names[index]!, each);
    });
    await fc.assert(property, { numRuns: database.name === 'sqlite' ? 25 : 12 });
  });

  async function take(each: Step, names: string[], model: ModelTenant[]): Promise<void> {
    const mine = model[each.tenant]!;
    const prefix = `/v1/tenants/${names[each.tenant]}`;
    const credential = mine.credentials.at(-1)!;
    switch (each.do) {
      case 'revoke':
        await scene.store.credentials.revoke(credential.id, 1);
        mine.revoked = true;
        return;
      case 'issue':
        mine.credentials.push(await issue(scene.store, names[each.tenant]!));
        mine.revoked = false;
        return;
      case 'register':
        return register(each, prefix, mine);
      case 'events': {
        const answer = await get(scene.server, `${prefix}/events.md?after=${each.after}`, credential);
        if (mine.revoked) return assert.equal(answer.status, 401);
        const found = fields(answer).events as { number: number; subject: string }[];
        const expected = mine.artifacts.map((subject, index) => ({ number: index + 1, subject }));
        assert.deepEqual(
          found.map(({ number, subject }) => ({ number, subject })),
          expected.slice(each.after),
        );
        return;
      }
      case 'read': {
        const digest = digestField(sha256Hex(suiteText(each.word)));
        const path = `/v1/tenants/${names[each.owner]}/artifacts/sha256/${digest.slice(7)}.md`;
        const answer = await get(scene.server, path, credential);
        const has = each.owner === each.tenant && mine.artifacts.includes(digest);
        assert.equal(answer.status, mine.revoked ? 401 : has ? 200 : 404);
        if (answer.status === 200) assert.equal(answer.body.toString(), suiteText(each.word));
      }
    }
  }

  async function register(each: Step & { do: 'register' }, prefix: string, mine: ModelTenant): Promise<void> {
    const good = documents[each.route](each.word);
    const text = each.broken ? good.replace('coding.bug_fix', 'coding.unheard_of') : good;
    const answer = await post(
      scene.server,
      `${prefix}/${each.route}`,
      text,
      mine.credentials.at(-1)!,
      each.key,
    );
    if (mine.revoked) return assert.equal(answer.status, 401);
    const request = `${each.route} ${text}`;
    const stored = mine.answers.get(each.key);
    if (stored) {
      assert.equal(answer.status === 409, stored.request !== request);
      if (answer.status !== 409) assert.equal(answer.body.toString(), stored.body);
      return;
    }
    const digest = digestField(sha256Hex(text));
    const known = mine.artifacts.includes(digest);
    assert.equal(answer.status, each.broken ? 422 : known ? 200 : 201);
    if (each.broken) return;
    mine.answers.set(each.key, { request, body: answer.body.toString() });
    if (!known) mine.artifacts.push(digest);
  }

  async function compareAccount(name: string, mine: ModelTenant): Promise<void> {
    const fresh = await issue(scene.store, name);
    const { usage } = fields(await get(scene.server, `/v1/tenants/${name}/account.md`, fresh)) as {
      usage: Record<string, number>;
    };
    assert.deepEqual(
      [usage.registered_documents, usage.events],
      [mine.artifacts.length, mine.artifacts.length],
    );
  }
});
