/** Lengths: a source over its limit is refused, and the address of the site does not count. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLengths } from '../../../../build/catalog/check/length.ts';
import { lengthOf } from '../../../../build/catalog/source/token-count.ts';

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
  assert.match(fault!.message, /the task `coding\.bug_fix` may have at most 250/);
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
