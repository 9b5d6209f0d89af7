/** Operators' commands about tenants: limits and statuses, seen by a server that runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '../support/folder.ts';
import { operate } from '../support/operator.ts';
import { onBothDatabases } from '../support/store.ts';
import { fields, formationText, get, setScene } from '../support/tenant.ts';

onBothDatabases('the operator of tenants', database => {
  const scene = setScene(database);

  test('sets limits and returns them to their default', async () => {
    const limits = async () => fields(await scene.read('account.md')).limits;
    const before = await limits();
    const words = 'tenant limits acme --set private_candidates=7 --set concurrent_jobs=1'.split(' ');
    await operate(scene.place, ...words);
    assert.deepEqual(await limits(), { ...(before as object), private_candidates: 7, concurrent_jobs: 1 });
    const sets = ['--set', 'private_candidates=default', '--set', 'concurrent_jobs=default'];
    const shown = await operate(scene.place, 'tenant', 'limits', 'acme', ...sets);
    assert.deepEqual([await limits(), shown.limits], [before, before]);
  });

  test('deprecates, reinstates and revokes an artifact; its tenant sees status and event', async () => {
    const registered = fields(await scene.send('formations', formationText()));
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
    const events = fields(await scene.read('events.md?after=1')).events;
    const operated = { kind: 'artifact_status_changed', subject: registered.digest, actor: 'operator' };
    assert.deepEqual(
      (events as Record<string, unknown>[]).map(({ number, at, ...event }) => event),
      [operated, operated, operated],
    );
  });
});

test('lists are printed page by page', async () => {
  const place = { dataDir: temporaryFolder() };
  for (const id of ['ann', 'bob', 'cy']) {
    await operate(place, 'tenant', 'create', id);
    await operate(place, 'credential', 'issue', '--tenant', id);
  }
  const names = (list: unknown) => (list as { tenant: string }[]).map(({ tenant }) => tenant);
  for (const [noun, field] of [
    ['tenant', 'tenants'],
    ['credential', 'credentials'],
  ] as const) {
    const first = await operate(place, noun, 'list', '--limit', '2');
    const rest = await operate(place, noun, 'list', '--limit', '2', '--after', String(first.next));
    assert.deepEqual([names(first[field]).length, names(rest[field]).length, rest.next], [2, 1, undefined]);
    assert.deepEqual([...names(first[field]), ...names(rest[field])].sort(), ['ann', 'bob', 'cy']);
  }
  const commands = ({ entries }: Record<string, unknown>) =>
    (entries as { command: string }[]).map(({ command }) => command);
  const newest = await operate(place, 'audit', '--limit', '3');
  assert.deepEqual(commands(newest), ['audit', 'credential list', 'credential list']);
  const before = await operate(place, 'audit', '--limit', '3', '--after', String(newest.next));
  assert.deepEqual(commands(before), ['tenant list', 'tenant list', 'credential issue']);
});
