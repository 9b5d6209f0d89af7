/** Registrations that name other artifacts: locks, what supersedes another, and what is counted of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registering } from '../../support/registration.ts';
import { onBothDatabases } from '../../support/store.ts';
import { fields, formationText, get, issue, lockText, post, setScene } from '../../support/tenant.ts';

onBothDatabases('a registration that names another artifact', database => {
  const scene = setScene(database);

  const { register, refusal } = registering(scene);

  test('of a lock is refused when it does not pin every role of a formation that is readable', async () => {
    const { digest } = await register('formations', formationText('pins'));
    const rules = async (text: string) =>
      (await refusal('execution-locks', text)).errors.map(each => each.rule);
    const lock = lockText(digest!);
    const foreign = (await register('formations', formationText('foreign'), scene.other)).digest!;
    assert.deepEqual(await rules(lockText(foreign)), ['unknown-formation']);
    assert.deepEqual(await rules(lockText(`sha256:${'0'.repeat(64)}`)), ['unknown-formation']);
    assert.deepEqual(await rules(lock.replace('  - id: tally\n', '')), ['unpinned-role']);
    assert.deepEqual(await rules(lock.replace('id: tally', 'id: tallie')), ['unpinned-role', 'unknown-role']);
    assert.deepEqual(await rules(lock.replace('    model_id: claude-opus-4-5-20251101\n', '')), ['pin']);
    assert.deepEqual(await rules(lock.replace('id: tally', 'id: tally\n    model_id: gpt-5.1-2025-11-13')), [
      'pin',
    ]);
    for (const name of ['claude-opus-latest', 'claude-opus-4-5', 'gpt-5.1'])
      assert.deepEqual(await rules(lock.replace('claude-opus-4-5-20251101', name)), ['value'], name);
    assert.deepEqual(await rules(lock.replace('{name: run-tests', '{name: run-test')), [
      'unpinned-tool',
      'unknown-tool',
    ]);
  });

  test('can lock a formation of the catalog', async () => {
    const page = await get(scene.server, '/formations/house/mending-pair/1.0.0.md', scene.acme);
    const digest = `sha256:${/rel="canonical".*artifacts\/sha256\/([0-9a-f]{64})\/signature/.exec(String(page.headers.link))![1]}`;
    const lock = lockText(digest)
      .replace('  - id: tally\n', '')
      .replace(
        '- {name: run-tests',
        '- {name: read-files, version: "1"}\n      - {name: write-files, version: "1"}\n      - {name: run-tests',
      )
      .replace(
        'claude-opus-4-5-20251101',
        'claude-opus-4-5-20251101\n    tools: [{name: read-files, version: "1"}]',
      );
    assert.equal((await register('execution-locks', lock)).registered, 'execution_lock');
  });

  test('that supersedes another changes its status, once', async () => {
    const old = await register('formations', formationText('old'));
    const lock = await register('execution-locks', lockText(old.digest!, 'old'));
    const next = formationText('next', `supersedes: ${old.digest}\n`);
    const { artifact_path } = await register('formations', next);
    const status = fields(await get(scene.server, old.status_path!, scene.acme));
    assert.deepEqual(
      [status.status, status.superseded_by, status.eligible_for],
      ['superseded', artifact_path, []],
    );
    assert.equal(
      (await get(scene.server, old.artifact_path!, scene.acme)).headers['artifact-status'],
      'superseded',
    );
    const again = await scene.send('formations', formationText('rival', `supersedes: ${old.digest}\n`));
    assert.deepEqual([again.status, fields(again).code], [409, 'conflict']);
    assert.equal((await scene.send('formations', next)).status, 200);
    const locked = fields(await get(scene.server, lock.status_path!, scene.acme)) as {
      obstacles: { code: string }[];
    };
    assert.deepEqual(
      locked.obstacles.map(each => each.code),
      ['formation_not_active', 'no_evidence'],
    );
    assert.deepEqual(
      (await refusal('execution-locks', lockText(old.digest!, 'late'))).errors.map(each => each.rule),
      ['formation-not-active'],
    );
  });

  test('says in its status what speaks against evaluating and recommending it', async () => {
    const { digest, status_path } = await register('formations', formationText('eligible'));
    const codes = async () =>
      (
        fields(await get(scene.server, status_path!, scene.acme)) as { obstacles: { code: string }[] }
      ).obstacles.map(each => each.code);
    assert.deepEqual(await codes(), ['no_execution_lock', 'no_evidence']);
    await register('execution-locks', lockText(digest!, 'eligible'));
    assert.deepEqual(await codes(), ['no_evidence']);
  });

  test('beyond the quota is refused, and counted is what was registered', async () => {
    const small = await issue(scene.store, `small-${database.name}`);
    await scene.store.accounts.setLimits(`small-${database.name}`, new Map([['private_candidates', 3]]));
    const prefix = `/v1/tenants/small-${database.name}`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        post(scene.server, `${prefix}/formations`, formationText(`n${n}`), small),
      ),
    );
    assert.equal(answers.filter(answer => answer.status === 201).length, 3);
    const refused = answers.find(answer => answer.status !== 201)!;
    assert.deepEqual([refused.status, fields(refused).code], [403, 'quota_exceeded']);
    const { usage } = fields(await get(scene.server, `${prefix}/account.md`, small)) as {
      usage: Record<string, number>;
    };
    assert.deepEqual([usage.private_candidates, usage.events], [3, 3]);
  });
});
