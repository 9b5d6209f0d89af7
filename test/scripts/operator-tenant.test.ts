/** Operators' commands about tenants: limits and statuses, seen by a server that runs. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { readDocument } from '#document/front-matter.ts';
import type { DatabasePlace } from '../../server/store/database.ts';
import { onBothDatabases } from '../support/store.ts';
import { fields, formationText, get, post, setScene } from '../support/tenant.ts';

const T = '/v1/tenants/acme';

/** Runs a command that must succeed, and gives the fields of its document. */
function operate({ dataDir, databaseUrl }: DatabasePlace, ...words: string[]): Record<string, unknown> {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const program = ['--import', 'tsx', 'scripts/operator.ts', ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { env, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const reading = readDocument(stdout);
  assert.ok(reading.ok, stdout);
  return reading.document.value;
}

onBothDatabases('the operator of tenants', database => {
  const scene = setScene(database);

  test('sets limits and returns them to their default', async () => {
    const limits = async () => fields(await get(scene.server, `${T}/account.md`, scene.acme)).limits;
    const before = await limits();
    operate(
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
    const shown = operate(scene.place, 'tenant', 'limits', 'acme', ...sets);
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
      set(...words);
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
