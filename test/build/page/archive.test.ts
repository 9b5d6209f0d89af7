/** Archives of exports: the same bytes for the same files, and the files as they are in the page. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { sha256Hex } from '#document/text/digest.ts';
import { archiveOf } from '../../../build/page/archive.ts';
import { filesInPage } from '../../../build/page/export/page-files.ts';
import { manifestIn, readingDist } from '../../support/shared.ts';

test('the same files give the same bytes, wherever and whenever', () => {
  const files = [
    { path: '.claude/agents/a.md', text: 'One.\n' },
    { path: 'b.md', text: 'Ünï'.repeat(999) },
  ];
  const digest = sha256Hex(archiveOf(files));
  assert.equal(digest, '42ceeb0134cea6cc5e1c601ccc3bb681d07d910b1afa9a0fd8777242b022ec21');
  assert.deepEqual(
    Object.entries(unzipSync(archiveOf(files))).map(([path, bytes]) => ({
      path,
      text: Buffer.from(bytes).toString(),
    })),
    files,
  );
});

test('every export has an archive of its files, by the digest that the manifest has', () => {
  const dist = readingDist();
  const { pages } = manifestIn(dist);
  const archives = pages.filter(({ path }) => path.startsWith('/exports/') && path.endsWith('.zip'));
  assert.ok(archives.length > 0);
  assert.equal(archives.length, pages.filter(({ kind }) => kind === 'export').length);
  for (const { path, file, digest, media_type } of archives) {
    const bytes = readFileSync(join(dist, file));
    assert.deepEqual([media_type, sha256Hex(bytes)], ['application/zip', digest]);
    const page = readFileSync(join(dist, path.replace(/zip$/, 'md')), 'utf8');
    const found = Object.entries(unzipSync(bytes)).map(([name, text]) => [
      name,
      Buffer.from(text).toString(),
    ]);
    assert.deepEqual(found, [...filesInPage(page)]);
  }
});
