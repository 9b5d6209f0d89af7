/** What a hostile path reaches: nothing outside the folder, and nothing of git. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { listIn, readIn, searchIn, writeIn } from '../../../build/verb/folder.ts';
import { temporaryFolder } from '../../support/folder.ts';

describe('a folder', () => {
  const outside = temporaryFolder();
  const folder = join(outside, 'inside');
  mkdirSync(join(folder, 'a/.git'), { recursive: true });
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'a/plain.txt'), 'One\nTwo words\n');
  writeFileSync(join(folder, 'a/.git/config'), 'two words');
  writeFileSync(join(folder, 'a/bytes'), Buffer.from([0xff, 0xfe]));
  symlinkSync(join(outside, 'secret.txt'), join(folder, 'link.txt'));
  symlinkSync(outside, join(folder, 'up'));
  symlinkSync('a', join(folder, 'sideways'));

  const paths = [
    ...[
      '../secret.txt',
      'a/../../secret.txt',
      '/etc/passwd',
      'link.txt',
      'up/secret.txt',
      'sideways/plain.txt',
    ],
    ...[
      'a/.git/config',
      'a/.GIT/config',
      'a/.git./config',
      'GIT~1/config',
      'a\\..\\..\\secret.txt',
      'c:/x',
      'a\0b',
      'a\nb',
    ],
  ];
  for (const path of [...paths, 'x'.repeat(2000)])
    test(`neither reads nor writes ${JSON.stringify(path.slice(0, 30))}`, () => {
      assert.throws(() => readIn(folder, path), { name: 'Refused' });
      // A link at the very place is replaced by the file, and what it led to stays.
      if (path !== 'link.txt') assert.throws(() => writeIn(folder, path, 'x'), { name: 'Refused' });
      assert.equal(readFileSync(join(outside, 'secret.txt'), 'utf8'), 'secret');
    });

  test('refuses to write in the place of a link', () => {
    assert.throws(() => writeIn(folder, 'link.txt', 'x'), /is no plain file/);
    assert.throws(() => writeIn(folder, 'a', 'x'), /is no plain file/);
  });

  test('reads, writes and lists plain files', () => {
    writeIn(folder, 'new/deep/file.txt', 'text');
    assert.equal(readIn(folder, 'new/deep/file.txt'), 'text');
    writeIn(folder, 'new/deep/file.txt', 'other');
    assert.equal(readIn(folder, './new//deep/file.txt'), 'other');
    assert.deepEqual(listIn(folder, '.'), ['a/', 'new/']);
    assert.deepEqual(listIn(folder, 'new/deep'), ['file.txt']);
  });

  test('finds words in files, whatever their case, and not in those of git or in bytes', () => {
    assert.deepEqual(searchIn(folder, 'TWO'), ['a/plain.txt:2: Two words']);
    assert.throws(() => searchIn(folder, ' '), /are empty/);
  });

  test('says why a file cannot be read', () => {
    assert.throws(() => readIn(folder, 'none.txt'), /does not exist/);
    assert.throws(() => readIn(folder, 'a'), /is no plain file/);
    assert.throws(() => readIn(folder, 'a/bytes'), /is no text of UTF-8/);
    assert.throws(() => writeIn(folder, 'big', 'x'.repeat(5 * 1024 * 1024)), /has more than/);
  });
});
