/** Operators' commands about tenants: limits and statuses, seen by a server that runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operate } from '../support/operator.ts';
import { onBothDatabases } from '../support/store.ts';
import { fields, formationText, get, post, setScene } from '../support/tenant.ts';

const T = '/v1/tenants/acme';

onBothDatabases('the operator of tenants', database => {
  const scene = setScene(database);

  test('sets limits and returns them to their default', async () => {
    const limits = async () => fields(await get(scene.server, `${T}/account.md`, scene.acme)).limits;
    const before = await limits();
    await operate(
      scene.place,
      'tenant',
      'limits',
      'acme',
      '--set',
      'private_candidates=7',
      '--set',
      'concurrent_jobs=1',
    );
    assert.deepEqual(await limits(), { ...(before as object), private_candidates: 7, concurrent_jobs: 1 });
    const sets = ['--set', 'private_candidates=default', '--set', 'concurrent_jobs=default'];
    const shown = await operate(scene.place, 'tenant', 'limits', 'acme', ...sets);
    assert.deepEqual([await limits(), shown.limits], [before, before]);
  });

  test('deprecates, reinstates and revokes an artifact; its tenant sees status and event', async () => {
    const registered = fields(await post(scene.server, `${T}/formations`, formationText(), scene.acme));
    const set = (...words: string[]) =>
      operate(scene.place, 'artifact', 'set-status', String(registered.digest), '--tenant', 'acme', ...words);
    const status = async () => fields(await get(scene.server, String(registered.status_path), scene.acme));
    for (const [words, code] of [
      [['--status', 'deprecated'], 'unspecified'],
      [['--status', 'active'], 'reinstated'],
      [['--status', 'revoked', '--reason', 'unsafe'], 'unsafe'],
    ] as const) {
      await set(...words);
      const { status: name, reason_code } = await status();
      assert.deepEqual([name, reason_code], [words[1], code]);
    }
    const events = fields(await get(scene.server, `${T}/events.md?after=1`, scene.acme)).events;
    const operated = { kind: 'artifact_status_changed', subject: registered.digest, actor: 'operator' };
    assert.deepEqual(
      (events as Record<string, unknown>[]).map(({ number, at, ...event }) => event),
      [operated, operated, operated],
    );
  });
});
