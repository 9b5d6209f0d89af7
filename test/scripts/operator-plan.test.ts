/** `operator plan approve`, as operators run it while a server serves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DatabasePlace } from '../../server/store/database/database.ts';
import { message, planOf, registerAll, serveEvaluations, T, tenantId } from '../support/evaluation.ts';
import { run } from '../support/operator.ts';
import { digestOf } from '../support/simulated-evidence.ts';
import { onBothDatabases } from '../support/store.ts';
import { fields, post } from '../support/tenant.ts';

const plan = async (place: DatabasePlace, ...words: string[]): Promise<string> => {
  const { stdout, stderr } = await run(place, 'plan', 'approve', ...words);
  return stdout + stderr;
};

onBothDatabases('a plan above the automatic limit', database => {
  test('starts once the operator approved it, and not before', async context => {
    const place = await database.emptyPlace();
    const setting = await serveEvaluations(context, place);
    const { server, store, tenant } = setting;
    await store.accounts.setLimits(tenantId, new Map([['automatic_approval_runs', 1]]));
    const known = await registerAll(setting, { cases: 1 });
    const quote = fields(await post(server, `${T}/evaluation-plans`, planOf(known), tenant));
    const digest = quote.plan_digest as string;
    const begin = () =>
      post(server, `${T}/evaluations`, message('evaluation_start', `plan: ${digest}`), tenant);
    assert.deepEqual([quote.approval, (await begin()).status], ['awaiting_operator', 409]);
    const approved = await plan(place, digest, '--tenant', tenantId);
    assert.match(approved, new RegExp(`plan: ${digest}\\nruns: 2\\n`));
    assert.equal((await begin()).status, 201);
    const refused = await plan(place, digestOf('none'), '--tenant', tenantId);
    assert.match(refused, /^error: The tenant acme has no quote for a plan with this digest/);
    assert.match(await plan(place, digest, '--tenant', 'nobody'), /^error: There is no tenant/);
  });
});
