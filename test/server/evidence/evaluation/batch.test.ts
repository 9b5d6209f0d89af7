/** Runners over HTTP: what they may read, and claims and summaries in batches. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describedFromNow } from '../../../support/described.ts';
import {
  claim,
  message,
  planOf,
  setEvaluations,
  startPlan,
  summary,
  tenantId,
} from '../../../support/evaluation.ts';
import { intrude } from '../../../support/isolation.ts';
import type { Answer } from '../../../support/server.ts';
import { onBothDatabases } from '../../../support/store.ts';
import { fields, post, type TestCredential } from '../../../support/tenant.ts';

describedFromNow();

type Given = Record<string, string>;
interface Result {
  lease?: string;
  status: number;
  code?: string;
  replayed?: true;
  errors?: { field: string; rule: string; line: number }[];
}

onBothDatabases('a runner', database => {
  const { setting, known, send, read } = setEvaluations(database, { cases: 4 });
  let job: string;
  let seed = 0;

  const begin = async () => {
    seed += 1;
    job = await startPlan(setting, planOf(known, { seed }));
  };
  const cancel = async () => {
    await send(`evaluations/${job}/cancel`, message('evaluation_cancel'), setting.tenant);
    setting.clock.at += 60;
    await read(`evaluations/${job}.md`);
  };
  const claiming = (count: number | string) => message('runner_claim', `count: ${count}`);
  const claimed = (answer: Answer) => fields(answer).assignments as Given[];
  const itemOf = (lease: string, passed = true, tokens = 1000) =>
    summary(lease, passed, tokens)
      .split('\n')
      .slice(3, -2)
      .map((line, at) => (at === 0 ? `  - ${line}` : `    ${line}`))
      .join('\n');
  const batchOf = (...items: string[]) => message('run_batch', 'runs:', ...items);
  const results = (answer: Answer) => {
    assert.equal(answer.status, 200, answer.body.toString());
    return fields(answer).runs as Result[];
  };
  const used = async () => fields(await read(`evaluations/${job}.md`)).runs_used;
  const codes = (answer: Answer) => results(answer).map(({ status, code }) => code ?? status);

  test('reads what its live assignments name, byte for byte, and nothing else', async () => {
    const copy = (digest: string, by: TestCredential, page = '') =>
      read(`artifacts/sha256/${digest.slice(7)}${page}.md`, by);
    await begin();
    const idle = await copy(known.suite, setting.runner);
    assert.deepEqual([idle.status, fields(idle).code], [403, 'forbidden']);
    const given = claimed(await send('runner/claims', claiming(1)))[0]!;
    for (const name of ['lock', 'formation', 'suite', 'plan'] as const) {
      const mine = await copy(given[name]!, setting.runner);
      assert.equal(mine.status, 200, name);
      assert.deepEqual(mine.body, (await copy(given[name]!, setting.tenant)).body);
    }
    const other = given.lock === known.team ? known.control : known.team;
    for (const digest of [other, known.profile, `sha256:${'0'.repeat(64)}`])
      assert.equal((await copy(digest, setting.runner)).status, 403, digest);
    for (const page of ['/status', '/signature'])
      assert.equal((await copy(given.lock!, setting.runner, page)).status, 403, page);
    assert.equal((await copy(given.lock!, setting.otherRunner)).status, 403, 'of another runner');
    setting.clock.at += 60;
    assert.equal((await copy(given.lock!, setting.runner)).status, 403, 'of a lease that ran out');
    const again = (await claim(setting, setting.runner)) as Given;
    assert.equal((await copy(again.lock!, setting.runner)).status, 200);
    await send('runs', summary(again.lease, true));
    assert.equal((await copy(again.lock!, setting.runner)).status, 403, 'of a run that ended');
    await cancel();
  });

  test('claims several at once, each under a lease of its own, and the same ones when it repeats the claim', async () => {
    await begin();
    const first = await send('runner/claims', claiming(3), setting.runner, `several ${seed}`);
    assert.equal(fields(first).kind, 'assignment_batch');
    const repeated = await send('runner/claims', claiming(3), setting.runner, `several ${seed}`);
    assert.deepEqual([repeated.body, repeated.headers['idempotent-replayed']], [first.body, 'true']);
    await setting.store.accounts.setLimits(tenantId, new Map([['open_leases_per_runner', 5]]));
    const second = await send('runner/claims', claiming(50));
    assert.deepEqual([claimed(second).length, fields(second).fewer_because], [2, 'open_leases_per_runner']);
    const refused = await send('runner/claims', claiming(1));
    assert.deepEqual([refused.status, fields(refused).code], [403, 'quota_exceeded']);
    await setting.store.accounts.setLimits(tenantId, new Map([['open_leases_per_runner', undefined]]));
    const third = await send('runner/claims', claiming(50), setting.otherRunner);
    assert.deepEqual([claimed(third).length, fields(third).fewer_because], [3, 'nothing_to_do']);
    const leases = [first, second, third].flatMap(claimed).map(({ lease }) => lease);
    assert.equal(new Set(leases).size, 8);
    const none = await send('runner/claims', claiming(2), setting.runner, `none ${seed}`);
    assert.deepEqual([claimed(none), none.headers['retry-after']], [[], '5']);
    setting.clock.at += 60;
    const later = await send('runner/claims', claiming(2), setting.runner, `none ${seed}`);
    assert.equal(claimed(later).length, 2, 'an empty answer is not kept');
    await cancel();
  });

  test('may claim 1 to 50', async () => {
    for (const count of [0, 51, -1, '"3"', '1e9'])
      assert.equal((await send('runner/claims', claiming(count))).status, 422, String(count));
  });

  test('submits several at once: each is counted once or refused by itself', async () => {
    await begin();
    const mine = claimed(await send('runner/claims', claiming(3))).map(({ lease }) => lease!);
    const theirs = claimed(await send('runner/claims', claiming(1), setting.otherRunner))[0]!.lease!;
    const text = batchOf(
      itemOf(mine[0]!),
      itemOf(mine[0]!),
      itemOf(mine[0]!, false),
      itemOf(theirs),
      itemOf(`ev-${'0'.repeat(24)}.1.1`),
      itemOf(mine[1]!).replace('tests_ran: 3', 'tests_ran: 0'),
      itemOf(mine[1]!).replace('outcome', 'verdict'),
      '  - just a text',
      itemOf('not a lease'),
      itemOf(mine[2]!, false),
    );
    const answer = await send('runs', text, setting.runner, `batch ${seed}`);
    assert.deepEqual(codes(answer), [
      200,
      200,
      'idempotency_conflict',
      'lease_lost',
      'lease_lost',
      ...Array(4).fill('validation_failed'),
      200,
    ]);
    assert.deepEqual([fields(answer).accepted, fields(answer).refused], [3, 7]);
    const [first, second] = results(answer);
    assert.deepEqual([first!.replayed, second!.replayed], [undefined, true]);
    const wrong = results(answer)[6]!;
    assert.equal(wrong.lease, mine[1]);
    assert.deepEqual(wrong.errors!.map(({ field, rule }) => [field, rule]).sort(), [
      ['outcome', 'required'],
      ['verdict', 'unknown-field'],
    ]);
    const line = text.split('\n').findIndex(each => each.includes('verdict')) + 1;
    assert.equal(wrong.errors!.find(({ field }) => field === 'verdict')!.line, line);
    assert.equal(await used(), 2);
    const repeated = await send('runs', text, setting.runner, `batch ${seed}`);
    assert.deepEqual([repeated.body, repeated.headers['idempotent-replayed']], [answer.body, 'true']);
    // A runner that lost the answer sends what it has in another batch.
    const again = await send('runs', batchOf(itemOf(mine[2]!, false), itemOf(mine[1]!)));
    assert.deepEqual(codes(again), [200, 200]);
    assert.deepEqual(
      results(again).map(({ replayed }) => replayed),
      [true, undefined],
    );
    assert.equal(await used(), 3);
    assert.equal(
      (await send('runs', summary(mine[1], true))).status,
      409,
      'a single summary has its key alone',
    );
    await cancel();
  });

  test('completes a job by a batch, with its evidence', async () => {
    await begin();
    const leases = claimed(await send('runner/claims', claiming(50))).map(({ lease }) => lease!);
    const answer = await send('runs', batchOf(...leases.map(lease => itemOf(lease, true, 999_999_999_999))));
    assert.deepEqual(codes(answer), Array(8).fill(200));
    const page = fields(await read(`evaluations/${job}.md`));
    const last = (fields(answer).runs as Record<string, string>[]).at(-1)!;
    assert.deepEqual([last.job_state, last.snapshot], ['completed', page.snapshot]);
  });

  test('of another tenant gets nothing by a batch', async () => {
    await begin();
    const [mine] = claimed(await send('runner/claims', claiming(1)));
    const { runner } = await intrude(setting, `stranger-${database.name}`);
    const path = `/v1/tenants/stranger-${database.name}/runs`;
    const answer = await post(setting.server, path, batchOf(itemOf(mine!.lease!)), runner);
    assert.deepEqual(codes(answer), ['lease_lost']);
    await cancel();
  });

  test('may send a batch of which nothing was accepted again, corrected, under its key', async () => {
    await begin();
    const lease = claimed(await send('runner/claims', claiming(1)))[0]!.lease!;
    const wrong = itemOf(lease).replace('outcome: pass', 'outcome: passed');
    const key = `corrected ${seed}`;
    assert.deepEqual(codes(await send('runs', batchOf(wrong), setting.runner, key)), ['validation_failed']);
    assert.deepEqual(codes(await send('runs', batchOf(itemOf(lease)), setting.runner, key)), [200]);
    const other = await send('runs', batchOf(itemOf(lease, false)), setting.runner, key);
    assert.deepEqual([other.status, fields(other).code], [409, 'idempotency_conflict']);
    await cancel();
  });

  test('is refused a batch as a whole that is none', async () => {
    const lease = `ev-${'0'.repeat(24)}.1.1`;
    const many = Array.from({ length: 51 }, () => itemOf(lease));
    for (const [text, rule] of [
      [batchOf(...many), 'maximum'],
      [message('run_batch', 'runs: []'), 'minimum'],
      [message('run_batch', 'runs: 3'), 'type'],
      [message('run_batch'), 'required'],
      [batchOf(itemOf(lease)).replace('runs:', 'note: x\nruns:'), 'unknown-field'],
      [batchOf(itemOf(`${lease}${'9'.repeat(40_000)}`)), 'front-matter'],
      [batchOf(...many.slice(1), '  - {'), 'yaml'],
      [`${batchOf(itemOf(lease))}text\n`, 'empty-body'],
    ] as const) {
      const answer = await send('runs', text);
      const errors = fields(answer).errors as { rule: string; message: string }[];
      assert.deepEqual([answer.status, errors[0]!.rule], [422, rule], answer.body.toString());
      assert.doesNotMatch(errors[0]!.message, /8192/);
    }
    const huge = await send('runs', batchOf(itemOf(lease).repeat(2000)));
    assert.equal(huge.status, 413);
  });
});
