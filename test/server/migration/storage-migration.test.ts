/** A database of the version before storage was counted: its tenants have what they had, counted, and continue. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DatabasePlace, openDatabase } from '../../../server/database/database.ts';
import {
  claim,
  type EvaluationSetting,
  message,
  planOf,
  registerAll,
  runAll,
  serveEvaluations,
  startPlan,
  T,
  tenantId,
} from '../../support/evaluation.ts';
import { copyToLayout } from '../../support/layout.ts';
import { recount } from '../../support/recount.ts';
import { digestOf } from '../../support/simulated-evidence.ts';
import { onBothDatabases, start } from '../../support/store.ts';
import { fields, get, issue, post, suiteText } from '../../support/tenant.ts';

type Row = Record<string, unknown>;

onBothDatabases('a database of an older version', database => {
  test('is counted when it is opened, and its evaluations continue', async context => {
    const [now, before] = [await database.emptyPlace(), await database.emptyPlace()];
    const { job, setting } = await fill(now);
    await copyToLayout(now, before, 8, asBefore);
    const backend = await openDatabase(before, start);
    context.after(() => backend.close());
    for (const id of [tenantId, 'other', 'empty']) {
      const { stored_bytes } = await backend.kysely
        .selectFrom('tenant')
        .select('stored_bytes')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const [counted] = await backend.ask<{ stored: number }>(recount, id);
      assert.equal(stored_bytes, counted!.stored, id);
      assert.equal(stored_bytes > 0, id !== 'empty');
    }
    for (const table of ['evaluation_plan', 'evaluation_job'] as const) {
      const listed = await backend.kysely.selectFrom(table).select(['number', 'task_class']).execute();
      assert.equal(new Set(listed.map(({ number }) => number)).size, listed.length);
      for (const { number, task_class } of listed) {
        assert.ok(number! >= 1);
        assert.equal(task_class, 'coding.bug_fix');
      }
    }
    const adopted = await backend.kysely.selectFrom('adoption').select('task_class').execute();
    assert.deepEqual(adopted, [{ task_class: '' }]);
    await finish({ ...setting, ...(await reopened(context, before, setting)) }, job);
    const [counted] = await backend.ask<{ stored: number }>(recount, tenantId);
    const usage = await usageOf(backend);
    assert.deepEqual([usage.stored_bytes, usage.reserved_bytes], [counted!.stored, 0]);
  });

  /** An evaluation that ended, and one with a run that is done, one that was lost, one that is leased and others waiting. */
  async function fill(place: DatabasePlace): Promise<{ job: string; setting: EvaluationSetting }> {
    const ends: (() => Promise<void>)[] = [];
    const setting = await serveEvaluations({ after: end => ends.push(end) }, place);
    const other = await issue(setting.store, 'other');
    await setting.store.tenants.create('empty', start);
    await post(setting.server, '/v1/tenants/other/suites', suiteText('ümläut'), other);
    const known = await registerAll(setting, { cases: 3 });
    await startPlan(setting, planOf(known));
    await runAll(setting, () => true);
    const question = message('recommendation_request', `profile: ${known.profile}`);
    await post(setting.server, `${T}/recommendations`, question, setting.tenant);
    const adoption = ['outcome: declined', 'reason_code: policy', 'date: 2026-11-21'];
    const declined = message('adoption', `formation: ${known.team}`, ...adoption);
    await post(setting.server, `${T}/adoptions`, declined, setting.tenant);
    const job = await startPlan(setting, planOf(known, { seed: 5 }));
    // All of its six assignments get their row, as they had in those days.
    for (let n = 0; n < 6; n += 1) await claim(setting, n < 3 ? setting.runner : setting.otherRunner);
    for (const end of ends) await end();
    return { job, setting };
  }

  /** A row as the older version wrote it: a plan with a copy of all cases, and what was not leased yet waiting. */
  function asBefore(table: string, row: Row): Row {
    if (table === 'evaluation_plan') {
      const resolved = JSON.parse(String(row.resolved));
      const cases = Array.from({ length: resolved.cases }, (_, n) => ({
        id: `case-${n + 1}`,
        digest: digestOf(`case ${n}`),
      }));
      return { ...row, resolved: JSON.stringify({ ...resolved, cases }) };
    }
    if (table === 'assignment' && row.state === 'leased' && Number(row.number) > 2)
      return { ...row, state: 'pending', attempts: 0, fence: 0, runner: null, leased_until: null };
    if (table === 'evaluation_job' && row.state === 'running') return { ...row, leased: 2, pending: 4 };
    return row;
  }

  async function reopened(
    context: { after(end: () => Promise<void>): void },
    place: DatabasePlace,
    { tenant, runner, otherRunner }: EvaluationSetting,
  ): Promise<Pick<EvaluationSetting, 'server' | 'store' | 'clock' | 'tenant' | 'runner' | 'otherRunner'>> {
    const setting = await serveEvaluations(context, place);
    return { ...setting, tenant, runner, otherRunner };
  }

  async function finish(setting: EvaluationSetting, job: string): Promise<void> {
    const page = async () => fields(await get(setting.server, `${T}/evaluations/${job}.md`, setting.tenant));
    const beat = await post(
      setting.server,
      `${T}/runner/heartbeats`,
      message('heartbeat', `lease: ${job}.1.1`),
      setting.runner,
    );
    assert.equal(beat.status, 200, beat.body.toString());
    setting.clock.at += 60;
    assert.equal(await runAll(setting, () => true), 6);
    const { state, snapshot, plan } = await page();
    assert.deepEqual([state, typeof snapshot], ['completed', 'string']);
    const again = await startPlan(setting, await planText(setting, String(plan)));
    assert.equal((await claim(setting, setting.runner)).job, again);
    await post(
      setting.server,
      `${T}/evaluations/${again}/cancel`,
      message('evaluation_cancel'),
      setting.tenant,
    );
    setting.clock.at += 60;
    await get(setting.server, `${T}/account.md`, setting.tenant);
  }

  const planText = async ({ server, tenant }: EvaluationSetting, digest: string): Promise<string> =>
    (await get(server, `${T}/artifacts/sha256/${digest.slice(7)}.md`, tenant)).body.toString();

  const usageOf = (backend: Awaited<ReturnType<typeof openDatabase>>) =>
    backend.kysely
      .selectFrom('tenant')
      .select(['stored_bytes', 'reserved_bytes'])
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
});
