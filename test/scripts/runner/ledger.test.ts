/** What a runner keeps of its runs on disk. */
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Ledger } from '../../../scripts/runner/ledger.ts';
import { temporaryFolder } from '../../support/folder.ts';

describe('the ledger', () => {
  const job = `ev-${'0a'.repeat(12)}`;
  const digest = `sha256:${'1'.repeat(64)}`;
  const given = {
    ...{
      assignment: `${job}.1`,
      lease: `${job}.1.1`,
      job,
      fence: 1,
      attempt: 1,
      case: 'case-1',
      repetition: 1,
    },
    ...{ expires_at: '2026-11-21T08:00:00Z', lock: digest, formation: digest, suite: digest, plan: digest },
    case_digest: digest,
  };

  test('gives back a result that was not delivered, also after a torn write', () => {
    const folder = temporaryFolder();
    const ledger = Ledger.open(folder);
    const run = { given, key: 'k', spent: { runs: 1, tokens: 5, cost: 0.5 }, summary: { outcome: 'pass' } };
    ledger.keep(run);
    writeFileSync(join(folder, 'ev-1.2.json'), '{"given":');
    writeFileSync(
      join(folder, 'delivered.jsonl'),
      '{"assignment":"ev-0.1","job":"ev-0","spent":{"runs":1,"tok',
    );
    ledger.close();
    const again = Ledger.open(folder);
    assert.deepEqual(again.left(), [run]);
    assert.deepEqual(again.find({ ...given, lease: `${job}.1.2` }), run);
    assert.equal(again.find({ ...given, case_digest: 'other' }), undefined);
    again.deliver(run);
    assert.deepEqual([again.left(), again.spentOn(new Set([job, 'ev-0']))], [[], run.spent]);
    assert.deepEqual(readdirSync(folder).sort(), ['delivered.jsonl', 'lock']);
  });

  test('belongs to one runner at a time, and to the next after a crash', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'lock'), '1');
    assert.throws(() => Ledger.open(folder), /The runner with process id 1 uses/);
    writeFileSync(join(folder, 'lock'), '999999999');
    Ledger.open(folder).close();
  });

  test('keeps the key of a claim whose answer nobody saw', () => {
    const ledger = Ledger.open(temporaryFolder());
    const { key } = ledger.claimKey(0);
    assert.equal(ledger.claimKey(0).key, key);
    assert.notEqual(ledger.claimKey(1).key, key);
    ledger.claimKey(0).done();
    assert.notEqual(ledger.claimKey(0).key, key);
  });
});
