/** Runners: how long and how many leases they may hold, whose keys are whose, and what the evidence says of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evidenceSnapshot } from '#document/evaluation/evidence-snapshot.ts';
import {
  claim,
  evidenceOf,
  message,
  planOf,
  runAll,
  setEvaluations,
  startPlan,
  summary,
  tenantId,
} from '../../../support/evaluation.ts';
import { large } from '../../../support/large.ts';
import type { Answer } from '../../../support/server.ts';
import { onBothDatabases } from '../../../support/store.ts';
import { fields, issue } from '../../../support/tenant.ts';

onBothDatabases('a runner', database => {
  const { setting, known, send, read } = setEvaluations(database, { cases: 4 });
  let seed = 0;

  const claiming = message('runner_claim');
  const begin = () => {
    seed += 1;
    return startPlan(setting, planOf(known, { seed, tolerated: 0 }));
  };
  const cancel = async (job: string) => {
    await send(`evaluations/${job}/cancel`, message('evaluation_cancel'), setting.tenant);
    setting.clock.at += 60;
    await read(`evaluations/${job}.md`);
  };
  const codeOf = (answer: Answer) => [answer.status, fields(answer).code];
  const at = (field: unknown): number => Date.parse(String(field)) / 1000;

  large(
    'that renews a lease for ever loses it after the time budget and an hour, and the attempt counts',
    async () => {
      const job = await begin();
      const given = await claim(setting, setting.runner);
      const endsAt = setting.clock.at + 1800 + 3600;
      assert.equal(at(given.ends_at), endsAt);
      const beat = () =>
        send('runner/heartbeats', message('heartbeat', `lease: ${given.lease}`), setting.runner);
      for (; setting.clock.at < endsAt; setting.clock.at += 50) {
        const renewed = fields(await beat());
        assert.equal(at(renewed.ends_at), endsAt);
        assert.equal(at(renewed.expires_at), Math.min(setting.clock.at + 60, endsAt));
      }
      assert.deepEqual(codeOf(await beat()), [409, 'lease_lost']);
      const late = await send('runs', summary(given.lease, true), setting.runner);
      assert.deepEqual(codeOf(late), [409, 'lease_lost']);
      const next = await claim(setting, setting.otherRunner);
      assert.deepEqual([next.assignment, next.attempt, next.fence], [given.assignment, 2, 2]);
      assert.equal(at(next.ends_at), setting.clock.at + 1800 + 3600);
      await cancel(job);
    },
  );

  test('has at most as many leases open as the account allows, whoever else has some', async () => {
    const { limits } = fields(await read('account.md'));
    assert.equal((limits as Record<string, number>).open_leases_per_runner, 50);
    await setting.store.accounts.setLimits(tenantId, new Map([['open_leases_per_runner', 2]]));
    const job = await begin();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send('runner/claims', claiming, setting.runner)),
    );
    const leases = answers.filter(({ status }) => status === 200).map(answer => fields(answer).lease);
    assert.equal(new Set(leases).size, 2);
    for (const refused of answers.filter(({ status }) => status !== 200)) {
      assert.deepEqual(codeOf(refused), [403, 'quota_exceeded']);
      assert.match(String(fields(refused).description), /2 open leases.*`open_leases_per_runner` of 2/);
    }
    for (let n = 0; n < 2; n += 1)
      assert.notEqual((await claim(setting, setting.otherRunner)).assignment, 'none');
    assert.equal((await send('runs', summary(leases[0], true), setting.runner)).status, 200);
    assert.notEqual((await claim(setting, setting.runner)).assignment, 'none');
    assert.equal((await send('runner/claims', claiming, setting.runner)).status, 403);
    setting.clock.at += 60;
    assert.equal(
      (await send('runner/claims', claiming, setting.runner)).status,
      200,
      'what ran out is not open',
    );
    await cancel(job);
    assert.equal((await claim(setting, setting.runner)).assignment, 'none');
    await setting.store.accounts.setLimits(tenantId, new Map([['open_leases_per_runner', undefined]]));
  });

  test('has keys of its own: another with the same key and body gets its own lease, and no answer of this one', async () => {
    const job = await begin();
    const [one, two] = [setting.runner, setting.otherRunner];
    const claims = async () => [
      await send('runner/claims', claiming, one, 'same key'),
      await send('runner/claims', claiming, two, 'same key'),
    ];
    const first = await claims();
    const leases = first.map(answer => String(fields(answer).lease));
    assert.deepEqual(
      first.map(each => [each.status, each.headers['idempotent-replayed']]),
      [
        [200, undefined],
        [200, undefined],
      ],
    );
    assert.notEqual(leases[0], leases[1]);
    const again = await claims();
    assert.deepEqual(
      again.map(each => each.headers['idempotent-replayed']),
      ['true', 'true'],
    );
    assert.deepEqual(
      again.map(each => each.body),
      first.map(each => each.body),
    );
    // The other one may use the key for something else, and the tenant for something of its own.
    const own = await send('runs', summary(leases[0], true), one, 'run key');
    assert.equal(own.status, 200);
    const stolen = await send('runs', summary(leases[0], true), two, 'run key');
    assert.deepEqual(codeOf(stolen), [409, 'lease_lost']);
    const other = await send(
      'runner/heartbeats',
      message('heartbeat', `lease: ${leases[1]}`),
      two,
      'run key',
    );
    assert.equal(other.status, 200);
    const replayed = await send('runs', summary(leases[0], true), one, 'run key');
    assert.deepEqual([replayed.body, replayed.headers['idempotent-replayed']], [own.body, 'true']);
    assert.deepEqual(codeOf(await send('runs', summary(leases[0], false), one, 'run key')), [
      409,
      'idempotency_conflict',
    ]);
    const quoted = await send('evaluation-plans', planOf(known, { seed: 99 }), setting.tenant, 'same key');
    assert.equal(quoted.status, 201);
    await cancel(job);
  });

  test('has keys of its own also for many requests at once', async () => {
    const job = await begin();
    const both = [setting.runner, setting.otherRunner];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => send('runner/claims', claiming, both[n % 2]!, 'at once')),
    );
    const leasesOf = (rest: number) =>
      new Set(answers.filter((_, n) => n % 2 === rest).map(answer => fields(answer).lease));
    assert.deepEqual([leasesOf(0).size, leasesOf(1).size], [1, 1]);
    assert.equal(new Set([...leasesOf(0), ...leasesOf(1)]).size, 2);
    await cancel(job);
  });

  test('that also holds scopes does not share the keys of its tenant on runner routes', async () => {
    const both = await issue(setting.store, tenantId, ['evaluations:plan'], { runner: true });
    const job = await begin();
    const planned = await send('evaluation-plans', planOf(known, { seed: 98 }), both, 'both');
    const claimed = await send('runner/claims', claiming, both, 'both');
    const conflict = await send('evaluation-plans', planOf(known, { seed: 97 }), setting.tenant, 'both');
    assert.deepEqual([planned.status, claimed.status], [201, 200]);
    assert.deepEqual(
      codeOf(conflict),
      [409, 'idempotency_conflict'],
      'those of tenant routes are the tenant’s',
    );
    // A key that a client may send cannot be made to look like that of a runner.
    const forged = await send(
      'evaluation-plans',
      planOf(known, { seed: 96 }),
      setting.tenant,
      `${both.id} both`,
    );
    assert.equal(forged.status, 201);
    await cancel(job);
  });

  test('is in the evidence with what it ran and what it lost', async () => {
    const job = await begin();
    const mine = [await claim(setting, setting.otherRunner), await claim(setting, setting.otherRunner)];
    for (const { lease } of mine) await send('runs', summary(lease, true), setting.otherRunner);
    await claim(setting, setting.otherRunner);
    setting.clock.at += 60;
    assert.equal(await runAll(setting, () => true), 6);
    const snapshot = await evidenceOf(setting, job);
    assert.equal(snapshot.runner_credentials, 2);
    // Evidence of versions that did not say so is as valid.
    const { runner_credentials: _, runners: __, ...older } = snapshot;
    const { schema: ___, kind: ____, visibility, title, description, ...own } = older;
    assert.deepEqual([visibility, typeof title, typeof description], ['tenant', 'string', 'string']);
    assert.equal(evidenceSnapshot.fields.safeParse(own).success, true);
    assert.deepEqual(snapshot.runners, [
      { credential: setting.runner.id, runs: 6, lost: 0 },
      { credential: setting.otherRunner.id, runs: 2, lost: 0 },
    ]);
  });

  test('that loses an assignment three times has it in the evidence', async () => {
    seed += 1;
    const job = await startPlan(setting, planOf(known, { seed, repetitions: 2, tolerated: 20 }));
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await claim(setting, setting.otherRunner);
      setting.clock.at += 60;
    }
    assert.equal(await runAll(setting, () => true), 15);
    assert.deepEqual((await evidenceOf(setting, job)).runners, [
      { credential: setting.runner.id, runs: 15, lost: 0 },
      { credential: setting.otherRunner.id, runs: 0, lost: 1 },
    ]);
  });
});
