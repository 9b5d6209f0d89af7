/** Tokens: what a text has of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokensOf } from '../../../../build/catalog/source/token-count.ts';

test('a text has the tokens of the encoding o200k, with its words for models as text', () => {
  assert.equal(tokensOf('Work on one artifact: 1 writer.'), 9);
  assert.equal(tokensOf('<|endoftext|>'), 7);
  assert.equal(tokensOf(''), 0);
});
