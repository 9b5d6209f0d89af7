/** Checks of active text: it is found wherever it is, and prose that only speaks of such things is not taken for it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkSecrets, checkText } from '../../../../build/document/guard/safety.ts';

const endpoints = [
  ...['https://api.example.com/run', 'HTTP://example.test', 'git+ssh://host/path'],
  ...['mailto:someone@example.test', 'JavaScript:alert(1)', 'data:text/plain,x', 'localhost'],
  ...['LOCALHOST:8080/run', 'api.example.com', 'example.COM', 'host.internal:9000'],
  ...['a.b.example.cloud/path', 'x.org', 'x.net', 'x.io', 'x.dev', 'x.ai', 'x.app', 'x.local', '10.0.0.1'],
  '[::1]:8080',
];
const secrets = [
  '-----BEGIN RSA PRIVATE KEY-----',
  `ghp_${'a'.repeat(20)}`,
  `AKIA${'A'.repeat(16)}`,
  `sk-${'a'.repeat(20)}`,
  'xoxb-1234567890',
  `AIza${'a'.repeat(30)}`,
  `eyJ${'a'.repeat(10)}.${'b'.repeat(10)}.c`,
  `atc_abc_${'a'.repeat(20)}`,
  `api_key = '${'f'.repeat(12)}'`,
  `Bearer ${'a'.repeat(16)}`,
];
const commands = ['$ ls', '- `curl -s', 'npm install', 'rm -rf', '# a', '1. $ git', '| sudo -s'];
const harmless = [
  'A planner hands work to three workers and waits for all of them.',
  'Costs rose by 1.5 to 2.5 times, see section 3.2.1 of the record.',
  'schema: formation.starter/v0.1',
  'digest: sha256:0a1b2c3d',
  'It is asked at 10:30 and answered at 11:45: a ratio of 3:1.',
  'The data: what it is and what it is not.',
  'A token is counted; the secret of it is patience.',
  'Use npm where the project does, and git for its history.',
  'e.g. the reviewer, i.e. the second agent, reads README.md...',
];

const rulesOf = (text: string) => checkText(text).map(({ rule }) => rule);

describe('the checks on lines of text', () => {
  for (const [rule, shapes] of [
    ['safety-endpoint', endpoints],
    ['safety-secret', secrets],
    ['safety-shell', commands],
  ] as const) {
    for (const shape of shapes) {
      test(`find ${rule} in ${shape}, alone and in any line of a text`, () => {
        assert.ok(rulesOf(shape).includes(rule));
        for (let line = 0; line <= harmless.length; line += 1) {
          const lines = harmless.toSpliced(line, 0, shape);
          const found = checkText(lines.join('\n')).filter(fault => fault.rule === rule);
          assert.deepEqual(
            found.map(fault => fault.line),
            [line + 1],
          );
        }
      });
    }
  }

  test('name the column at which it begins', () => {
    const [fault] = checkText('one\nsee https://example.test now');
    assert.deepEqual([fault!.line, fault!.column], [2, 5]);
  });

  test('let prose pass that speaks of such things', () => {
    assert.deepEqual(checkText(harmless.join('\n')), []);
    for (const line of harmless) assert.deepEqual(checkText(line), [], line);
  });

  test('look for secrets alone in documents that may carry addresses', () => {
    assert.deepEqual(checkSecrets([...endpoints, ...commands, ...harmless].join('\n')), []);
    for (const secret of secrets) assert.equal(checkSecrets(secret)[0]?.rule, 'safety-secret', secret);
  });
});
