/** Self-reports are no evidence: however many praise a formation, no byte of a recommendation changes. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Store } from '../../../../server/store/store.ts';
import {
  message,
  planOf,
  registerAll,
  runAll,
  serveEvaluations,
  startPlan,
  T,
} from '../../../support/evaluation.ts';
import { isLarge } from '../../../support/large.ts';
import { onBothDatabases, start } from '../../../support/store.ts';
import { post } from '../../../support/tenant.ts';
import { times } from '../../../support/times.ts';

const reports = isLarge ? 10_000 : 1000;

/** Issues a ticket for a formation and redeems it with praise. */
async function praise(store: Store, index: number, formation: string): Promise<void> {
  const id = randomBytes(16).toString('base64url');
  const holder = { cohort: 'invited', holder: `credential-${index % 50}` } as const;
  const grant = await store.tickets.issue({
    id,
    ...holder,
    network: null,
    limits: [{ ...holder, open: 100_000 }],
    ...{ kind: 'formation', subject: formation, rule: null, stage: 'limited', at: start },
  });
  assert.ok('number' in grant, 'no cap is reached');
  const { verdict } = await store.receipts.redeem({
    id,
    ticket: grant.number,
    form: 'receipt',
    digest: `sha256:${index}`,
    accepted_at: start + 60,
    ...{ outcome: 'pass', model_id: 'claude-sonnet-4-5-20250929', model_precision: 'exact' },
    ...{ task_class: 'coding.bug_fix', tests_ran: 100, tests_passed: 100, input_tokens: 1 },
    ...{ output_tokens: 1, elapsed_milliseconds: 1 },
  });
  assert.equal(verdict, 'accepted');
}

onBothDatabases('a recommendation', database => {
  test(`is the same byte for byte after ${reports} glowing reports`, async context => {
    const setting = await serveEvaluations(context, await database.place());
    const known = await registerAll(setting, { cases: 30 });
    await startPlan(setting, planOf(known));
    await runAll(setting, (lock, id) => lock === known.control || Number(id.slice(5)) % 3 === 0);
    const question = message('recommendation_request', `profile: ${known.profile}`);
    const ask = () => post(setting.server, `${T}/recommendations`, question, setting.tenant);
    const before = await ask();
    // No more at once than a server takes before it gives up.
    for (let done = 0; done < reports; done += 250)
      await Promise.all(times(250, index => praise(setting.store, done + index, known.team)));
    const after = await ask();
    assert.deepEqual([before.status, after.status], [201, 200]);
    assert.ok(after.body.equals(before.body));
  });
});
