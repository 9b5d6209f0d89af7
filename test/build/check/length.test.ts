/** Lengths: a page over its limit publishes nothing, and the address of the site does not count. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkPageLengths } from '../../../build/check/length.ts';
import { build } from '../../../build/run/build.ts';
import { addressTokens } from '../../../build/source/token-count.ts';
import { testRing } from '../../keys.ts';
import { exampleCopy, temporaryFolder, write } from '../../support/folder.ts';

const baseUrl = 'http://catalog.test';

test('a page that the build puts together and that is too long leaves the last tree as it was', t => {
  const contentDir = exampleCopy(t);
  const distDir = temporaryFolder(t);
  const options = { contentDir, distDir, baseUrl, keys: testRing(), logDir: temporaryFolder(t) };
  assert.ok(build(options).ok);
  const files = () => readdirSync(distDir, { recursive: true, encoding: 'utf8' }).sort();
  const before = { files: files(), manifest: readFileSync(join(distDir, 'manifest.json'), 'utf8') };

  const name = 'domains/coding.md';
  const text = readFileSync(join(contentDir, name), 'utf8');
  write(contentDir, name, `${text}\n${Array.from({ length: 900 }, (_, at) => `Word${at}`).join(' ')}\n`);
  const result = build(options);
  assert.ok(!result.ok);
  assert.deepEqual(
    result.messages.map(({ rule }) => rule),
    ['page-length'],
  );
  assert.deepEqual(
    { files: files(), manifest: readFileSync(join(distDir, 'manifest.json'), 'utf8') },
    before,
  );
});

test('a page at its limit keeps within it under every address', () => {
  for (const address of [
    'http://localhost:8080',
    'https://a-rather-long-name-of-a-deployment.up.example.org',
  ]) {
    const own = addressTokens(address);
    const pageOf = (tokens: number) => [{ path: '/patterns/gate.md', tokens: tokens + own }];
    assert.deepEqual(checkPageLengths(pageOf(1400), String, address), []);
    assert.equal(checkPageLengths(pageOf(1401), String, address).length, 1);
  }
});
