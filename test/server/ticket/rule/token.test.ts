/** Tokens: what is minted is read back, and nothing else is. */
import assert from 'node:assert/strict';
import { createHmac, createSecretKey } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Claims, checkToken, maxTokenLength, mintToken } from '../../../../server/ticket/rule/token.ts';

const secret = Buffer.alloc(32, 7);
const key = { id: 'k1', secret: createSecretKey(secret) };
const other = { id: 'k2', secret: createSecretKey(Buffer.alloc(32, 8)) };
const none = new Set<string>();

const claims: Claims = {
  ...{ key: 'k1', id: 'AAECAwQFBgcICQoLDA0ODw', number: 1795248000000001, kind: 'formation' },
  ...{ subject: `sha256:${'0a'.repeat(32)}`, cohort: 'visitor', holder: 'EBESExQVFhcYGRobHB0eHw' },
  ...{ rule: 'bare_library', stage: 'limited', issued: 1795248000, expires: 1795852800 },
};

describe('a token', () => {
  test('has the form that the contract gives it: claims as compact JSON, and their HMAC', () => {
    const token = mintToken(claims, key);
    const [version, body, mac] = token.split('.');
    assert.equal(version, 'ut1');
    assert.deepEqual(JSON.parse(Buffer.from(body!, 'base64url').toString()), claims);
    assert.equal(mac, createHmac('sha256', secret).update(`ut1.${body}`).digest('base64url'));
  });

  test('gives its claims back to anyone who has the key', () => {
    assert.deepEqual(checkToken(mintToken(claims, key), key, none), claims);
  });

  test('of a credential names no rule', () => {
    const { rule: _, ...invited } = { ...claims, cohort: 'invited' as const };
    assert.deepEqual(checkToken(mintToken(invited, key), key, none), invited);
  });

  test('is never longer than a receipt may hold', () => {
    const longest = { ...claims, subject: `${'a'.repeat(64)}@${'1'.repeat(60)}.0.0`, rule: 'r'.repeat(40) };
    assert.ok(mintToken(longest, key).length <= maxTokenLength);
  });

  test('of another key is told apart by what is known of that key', () => {
    const token = mintToken({ ...claims, key: 'k2' }, other);
    assert.equal(checkToken(token, key, new Set(['k2'])), 'rotated');
    assert.equal(checkToken(token, key, none), 'unfamiliar');
  });

  test('that names the key in force but was signed with another is unknown', () => {
    assert.equal(checkToken(mintToken(claims, { id: 'k1', secret: other.secret }), key, none), 'unknown');
  });

  test('that is not one at all is unknown', () => {
    const token = mintToken(claims, key);
    for (const text of [
      '',
      'ut1',
      'ut1..',
      'ut2.a.b',
      `${token}=`,
      ` ${token}`,
      token.repeat(4),
      `${token}.`,
    ])
      assert.equal(checkToken(text, key, none), 'unknown', text);
    const notJson = `ut1.${Buffer.from('{').toString('base64url')}`;
    for (const signed of [notJson, `ut1.${Buffer.from('null').toString('base64url')}`, 'ut1.AA'])
      assert.equal(checkToken(`${signed}.${'A'.repeat(43)}`, key, none), 'unknown');
    const mac = createHmac('sha256', secret).update(notJson).digest('base64url');
    assert.equal(checkToken(`${notJson}.${mac}`, key, none), 'unknown');
  });

  test('with any one character changed is refused, the last one too', () => {
    const token = mintToken(claims, key);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.';
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...alphabet), (at, character) => {
        fc.pre(token[at] !== character);
        const changed = token.slice(0, at) + character + token.slice(at + 1);
        assert.equal(typeof checkToken(changed, key, none), 'string');
      }),
      { numRuns: 2000 },
    );
    for (const character of alphabet) {
      if (token.endsWith(character)) continue;
      assert.equal(typeof checkToken(token.slice(0, -1) + character, key, none), 'string');
    }
  });

  test('is refused for any text, and nothing is thrown', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 1200 }), text => {
        assert.equal(typeof checkToken(text, key, none), 'string');
        assert.equal(typeof checkToken(`ut1.${text}`, key, none), 'string');
      }),
    );
  });
});
