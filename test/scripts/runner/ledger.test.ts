/** The record of a runner of its runs on disk. */
import assert from 'node:assert/strict';
import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Ledger, nothing } from '../../../scripts/runner/ledger.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { given } from '../../support/given.ts';

describe('the ledger', () => {
  test('gives back a result that was not delivered, also after a torn write', () => {
    const folder = temporaryFolder();
    const ledger = new Ledger(folder);
    const run = { given, mark: 'm', spent: { runs: 1, tokens: 5, cost: 0.5 }, summary: { outcome: 'pass' } };
    ledger.keep(run);
    appendFileSync(join(folder, 'runs.jsonl'), '\n{"given":');
    ledger.close();
    const again = new Ledger(folder);
    assert.deepEqual(again.left(), [run]);
    assert.deepEqual(again.find({ ...given, lease: `${given.job}.1.2` }), run);
    assert.equal(again.find({ ...given, case_digest: 'other' }), undefined);
    again.end(run, 'delivered');
    again.close();
    const last = new Ledger(folder);
    assert.deepEqual([last.left(), last.spentOn(new Set([given.job, 'ev-0']))], [[], run.spent]);
    assert.deepEqual(last.spentOn(new Set()), nothing);
    last.end(run, 'forgotten');
    assert.deepEqual(last.spentOn(new Set([given.job])), nothing);
    assert.deepEqual(readdirSync(folder).sort(), ['lock', 'runs.jsonl']);
  });

  test('belongs to one runner at a time, and to the next after a crash', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'lock'), '1');
    assert.throws(() => new Ledger(folder), /The runner with process id 1 uses/);
    writeFileSync(join(folder, 'lock'), '999999999');
    new Ledger(folder).close();
  });
});
