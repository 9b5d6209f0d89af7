/** Operators' commands on a disk without room: what they show is shown, a backup goes elsewhere, and `prune` makes room. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sqliteDriver } from '../../build/publish/sqlite.ts';
import { openStore } from '../../server/store/store.ts';
import { temporaryFolder } from '../support/folder.ts';
import { operate, run } from '../support/operator.ts';

/** A disk of its own needs root on Linux. */
function mount(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const day = 86_400;
const oldTickets = 12_000;

/** Fills a database with tickets that expired long ago. */
function fillWithTickets(file: string): void {
  const database = new (sqliteDriver()!)(file);
  const key = database.prepare('SELECT id FROM ticket_key').pluck().get();
  const insert = database.prepare(
    `INSERT INTO ticket (number, id, key_id, cohort, holder, subject_kind, subject, stage, issued_at, expires_at, state)
     VALUES (?, ?, ?, 'visitor', 'h', 'pattern', ?, 'limited', ?, ?, 'expired')`,
  );
  database.transaction(() => {
    for (let at = 1; at <= oldTickets; at += 1)
      insert.run(at * 1_000_000, `t${at}`, key, `/patterns/${'x'.repeat(400)}.md`, at, at + day);
  })();
  database.close();
}

function fillDisk(folder: string): void {
  const file = join(folder, 'filler');
  for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 4))
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch {
      // Nothing of this size goes in any more.
    }
}

const disk = temporaryFolder();
const mounted = mount(disk);

describe('on a full disk with no server running', {
  skip: !mounted && 'a disk of its own needs root',
}, () => {
  const dataDir = join(disk, 'data');
  const place = { dataDir };
  const file = join(dataDir, 'catalog.sqlite');
  before(async () => {
    mkdirSync(dataDir, { mode: 0o700 });
    await operate(place, 'tenant', 'create', 'acme');
    fillWithTickets(file);
    fillDisk(disk);
  });
  after(() => execFileSync('umount', [disk]));
  /** The last page of the audit may have room for another line. */
  const mayBeUnrecorded = /^(?:The disk is full, so this command is not in the audit\.\n)?$/;

  for (const words of [
    ['stats'],
    ['audit'],
    ['tickets', 'caps'],
    ['tenant', 'list'],
    ['reporting', 'summary'],
  ])
    it(`\`${words.join(' ')}\` shows what there is`, async () => {
      const { code, stdout, stderr } = await run(place, ...words);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^---\nschema: formation.operator_report/);
      assert.match(stderr, mayBeUnrecorded);
    });

  it('`backup` writes to another disk', async () => {
    const copy = join(temporaryFolder(), 'copy.sqlite');
    const { code, stderr } = await run(place, 'backup', '--database', copy);
    assert.equal(code, 0, stderr);
    const elsewhere = { dataDir: temporaryFolder() };
    rmSync(elsewhere.dataDir, { recursive: true });
    await operate(elsewhere, 'restore', '--database', copy);
    assert.match(JSON.stringify(await operate(elsewhere, 'tenant', 'list')), /acme/);
  });

  it('`prune` makes room, gives it back, and is recorded', async () => {
    const { size } = statSync(file);
    const pruned = await operate(place, 'prune', '--older-than', '30');
    assert.equal(pruned.tickets, oldTickets);
    assert.ok(statSync(file).size < size / 4, `${statSync(file).size} of ${size}`);
    assert.equal(Number(pruned.returned_bytes), size - statSync(file).size);
    assert.match(JSON.stringify(await operate(place, 'audit')), /prune/);
    const store = await openStore(place, 1);
    assert.deepEqual(
      (await store.tenants.list()).map(({ id }) => id),
      ['acme'],
    );
    await store.close();
  });
});
