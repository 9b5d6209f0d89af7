/** Secrets in every usual notation are found, and prose about secrets is not taken for one. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { checkSecrets } from '../../../../build/document/guard/safety.ts';

/** Bytes that look random and are the same in each run. */
const random = (seed: number) => createHash('sha512').update(String(seed)).digest();
const letters = (seed: number, alphabet: string, length: number) =>
  Array.from(random(seed).subarray(0, length), byte => alphabet[byte % alphabet.length]).join('');
const lower = 'abcdefghijklmnopqrstuvwxyz';

const names = [
  ...['token', 'Session token', 'API key', 'api_key', 'API-KEY', 'client_secret', 'Password', 'passwd'],
  'access_token',
];
const values = [
  ...['4f9a01bc77de', 'Zx81kQpLm0Vt', 'AKIAIOSFODNN7EXAMPLE', 'dGhpcyBpcyBub3QgaXQ'],
  ...['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'Summer2026Holiday', 'correcthorsebatterystaple'],
  ...['correct-horse-battery-staple', 'hunter2-hunter2', 'authentication2', 'authEntication'],
  ...['authentication_v', 'authentication-4f9a01bc', 'kqxwzjvbnmtrplsd'],
];

const prose = [
  'Session token: authentication of a client that has logged in.',
  'Session token: authentication',
  'The password: administration is told of it, and nobody else.',
  ...['Token: Authentication, then authorisation.', 'API KEY: AUTHENTICATION OF A CALLER'],
  ...['The secret: straightforward communication.', 'A secret: documentation-driven work; nothing else.'],
  ...['token: short-lived, revocable and bound to one client', 'Token: third-party services get none.'],
  ...['- token: machine-readable (see below)', 'Secret: confidentiality — nobody but its owner reads it.'],
  ...['Password: unchangeable. Token: transferable.', 'The token: client/server authentication.'],
  'The scheme is Bearer authentication-related.',
];

const isFound = (text: string) => checkSecrets(text).length > 0;

describe('the check for secrets', () => {
  test('finds values under every name, however they are written', () => {
    for (const name of names)
      for (const value of values)
        for (const text of [
          `${name}: ${value}`,
          `${name}=${value}`,
          `${name} = "${value}"`,
          `${name}: '${value}' here`,
        ])
          assert.ok(isFound(text), text);
  });

  test('finds even a long word that is assigned as programs do', () => {
    for (const text of [
      'token=authentication',
      'token: "authentication"',
      'token:authentication',
      'secret = authentication',
    ])
      assert.ok(isFound(text), text);
  });

  test('finds a value beside prose, and one that only begins like a word', () => {
    for (const text of [
      'Session token: authentication; password: 4f9a01bc77de',
      'token: authentication.eyJhbGciOi',
      'token: authentication@host',
      'token: authentication=4f',
      'Bearer authentication.4f9a01bc77de',
    ])
      assert.ok(isFound(text), text);
  });

  test('lets prose pass', () => {
    for (const text of prose) assert.deepEqual(checkSecrets(text), [], text);
    assert.deepEqual(checkSecrets(prose.join('\n')), []);
  });

  test('finds random values: all with digits or mixed case, and 995 of 1,000 of small letters alone', () => {
    const kinds: [string, (seed: number) => string][] = [
      ['hexadecimal', seed => random(seed).toString('hex').slice(0, 32)],
      ['base64', seed => random(seed).toString('base64').slice(0, 24)],
      ['base64url', seed => random(seed).toString('base64url').slice(0, 16)],
      ['letters and digits', seed => letters(seed, `${lower}${lower.toUpperCase()}0123456789`, 14)],
    ];
    for (const [kind, make] of kinds) {
      const missed = Array.from({ length: 2000 }, (_, seed) => make(seed)).filter(
        each => !isFound(`token: ${each} `),
      );
      assert.deepEqual(missed, [], kind);
    }
    const missed = Array.from({ length: 10_000 }, (_, seed) => letters(seed, lower, 16)).filter(
      each => !isFound(`token: ${each}`),
    );
    assert.ok(missed.length <= 50, missed.join(' '));
  });
});
