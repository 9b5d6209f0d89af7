/** Lengths: a source over its limit publishes nothing, one near it gives a warning, and the address of the site does not count. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkLengths } from '../../../../build/catalog/check/length.ts';
import { lengthOf } from '../../../../build/catalog/source/token-count.ts';
import { build } from '../../../../build/run/build.ts';
import { testRing } from '../../../keys.ts';
import { exampleCopy, temporaryFolder, write } from '../../../support/folder.ts';

const baseUrl = 'http://catalog.test';

test('a text that the build puts into a page and that is too long leaves the last tree as it was', t => {
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

const gate = (tokens: number) => [
  { name: 'patterns/gate.md', file: 'patterns/gate.md', facts: { tokens, more: {} } },
];

test('a source is refused above its limit', () => {
  assert.deepEqual(checkLengths({ sources: gate(1400) }), []);
  assert.equal(checkLengths({ sources: gate(1401) }).length, 1);
});

test('what is written of one task has a limit of its own', () => {
  const cases = Array.from({ length: 8 }, () => ({
    case: 'the parts are independent of each other '.repeat(6),
  }));
  const tasks = [{ name: 'bug_fix', description: 'Find and fix one defect.', team_pays_when: cases }];
  const facts = { more: { domain: 'coding', tasks, body: 'Short.' } };
  const [fault] = checkLengths({
    sources: [{ name: 'domains/coding.md', file: 'domains/coding.md', facts }],
  });
  assert.match(fault!.message, /the task `coding\.bug_fix` may have 250/);
});

test('a page has one length under every address, and a page without the address as well', () => {
  const pageOf = (address: string) =>
    `---\nkind: pattern\ncanonical_url: ${address}/patterns/gate.md\n---\n\nA gate.\n`;
  const addresses = [
    'http://localhost',
    'http://localhost:8080',
    'https://a-rather-long-name-of-a-deployment.up.example.org',
    'https://xn--mnchen-3ya.example/~catalog-',
  ];
  const lengths = addresses.map(address => lengthOf(pageOf(address), address));
  assert.equal(new Set(lengths).size, 1);
  const without = '---\nkind: starter\n---\n\nSee http://localhost/x.\n';
  assert.equal(new Set(addresses.map(address => lengthOf(without, address))).size, 1);
});
