/** `operator plan approve`, as operators run it while a server serves. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import type { DatabasePlace } from '../../server/store/database.ts';
import { message, planOf, registerAll, serveEvaluations, T, tenantId } from '../support/evaluation.ts';
import { digestOf } from '../support/evidence.ts';
import { onBothDatabases } from '../support/store.ts';
import { fields, post } from '../support/tenant.ts';

function operator({ dataDir, databaseUrl }: DatabasePlace, ...words: string[]): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/operator.ts', ...words], {
    env: { ...process.env, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += chunk;
    });
  return new Promise(resolve => child.once('close', () => resolve(output)));
}

onBothDatabases('a plan above the automatic limit', database => {
  test('starts once the operator approved it, and not before', async context => {
    const place = await database.place();
    const setting = await serveEvaluations(context, place);
    const { server, store, tenant } = setting;
    await store.accounts.setLimits(tenantId, new Map([['automatic_approval_runs', 1]]));
    const known = await registerAll(setting, { cases: 1 });
    const quote = fields(await post(server, `${T}/evaluation-plans`, planOf(known), tenant));
    const digest = quote.plan_digest as string;
    const begin = () =>
      post(server, `${T}/evaluations`, message('evaluation_start', `plan: ${digest}`), tenant);
    assert.deepEqual([quote.approval, (await begin()).status], ['awaiting_operator', 409]);
    const approved = await operator(place, 'plan', 'approve', digest, '--tenant', tenantId);
    assert.match(approved, new RegExp(`plan: ${digest}\\nruns: 2\\n`));
    assert.equal((await begin()).status, 201);
    const refused = await operator(place, 'plan', 'approve', digestOf('none'), '--tenant', tenantId);
    assert.match(refused, /^error: The tenant acme has no quote for a plan of this digest/);
    assert.match(
      await operator(place, 'plan', 'approve', digest, '--tenant', 'nobody'),
      /^error: There is no tenant/,
    );
  });
});
