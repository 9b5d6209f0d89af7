import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { logOrigin } from '#document/proof/log/checkpoint.ts';
import { LogError } from '#document/proof/log/error.ts';
import { extendLog } from '#document/proof/transparency-log.ts';
import { readLogFolder, writeLogFolder } from '../../../../../build/document/proof/disk/log-store.ts';
import { testRing } from '../../../../keys.ts';

const root = mkdtempSync(join(tmpdir(), 'log-'));
after(() => rmSync(root, { recursive: true }));
const ring = testRing();
const signing = { origin: logOrigin('https://catalog.example', ring.log.active.keyId), ring };
const entries = (count: number) => Array.from({ length: count }, (_, i) => `entry ${i}\n`);
const grown = (count: number, existing = readLogFolder(join(root, 'log'))) =>
  extendLog(existing, entries(count), signing).files;

describe('the folder of a log', () => {
  const folder = join(root, 'log');

  it('is no log when it is absent', () => assert.equal(readLogFolder(folder), undefined));

  it('gives back what was written, also after it grew', () => {
    for (const count of [2, 3, 300]) {
      const files = grown(count);
      writeLogFolder(folder, files);
      const read = readLogFolder(folder)!;
      for (const [path, bytes] of files) assert.deepEqual(read.get(path), bytes);
    }
    assert.deepEqual(extendLog(readLogFolder(folder), entries(300), signing).tree.size, 300);
  });

  it('is left alone when nothing is new', () => {
    const before = statSync(join(folder, 'checkpoint')).ino;
    writeLogFolder(folder, grown(300));
    assert.equal(statSync(join(folder, 'checkpoint')).ino, before);
  });

  it('never has a tile rewritten', () => {
    const forked = new Map(grown(300)).set('tile/0/000', new Uint8Array(8192));
    assert.throws(
      () => writeLogFolder(folder, forked),
      (error: unknown) => error instanceof LogError && error.fault === 'fork',
    );
  });

  it('ignores what an interrupted write left behind', () => {
    writeFileSync(join(folder, 'checkpoint.draft'), 'half');
    assert.equal(readLogFolder(folder)!.has('checkpoint.draft'), false);
    assert.ok(readdirSync(folder).includes('checkpoint'));
  });
});
