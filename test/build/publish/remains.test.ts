/** The remains of a build that was killed: they go, and the tree in force and files of others stay. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { noteFirst, removeRemains } from '../../../build/publish/remains.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { exampleDist } from '../../support/shared.ts';

const filesOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

test('a first build that was killed leaves nothing', context => {
  const folder = temporaryFolder(context);
  noteFirst(folder);
  mkdirSync(join(folder, 'manifest'));
  for (const name of ['llms.txt', 'manifest/one.json']) writeFileSync(join(folder, name), '');
  removeRemains(folder);
  assert.deepEqual(filesOf(folder), []);
});

test('files that were there before a build stay, also where there is no tree', context => {
  const folder = temporaryFolder(context);
  writeFileSync(join(folder, 'notes.txt'), '');
  noteFirst(folder);
  removeRemains(folder);
  assert.deepEqual(filesOf(folder), ['notes.txt']);
});

test('a tree loses what was staged', context => {
  const folder = temporaryFolder(context);
  cpSync(exampleDist(), folder, { recursive: true });
  const before = filesOf(folder);
  for (const name of ['llms.txt.next', 'patterns/gate.md.next', 'manifest/patterns.json.next'])
    writeFileSync(join(folder, name), '');
  removeRemains(folder);
  assert.deepEqual(filesOf(folder), before);
});

test('a build that ends takes its note with it, and a folder that is not there stays so', context => {
  const folder = temporaryFolder(context);
  noteFirst(folder)();
  assert.deepEqual(filesOf(folder), []);
  rmSync(folder, { recursive: true });
  noteFirst(folder)();
  removeRemains(folder);
  assert.throws(() => filesOf(folder), { code: 'ENOENT' });
});
