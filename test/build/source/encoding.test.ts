/** The encoding: its table is the published one, and it cuts words into the tokens that another tokenizer finds. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { tokensOfWord, wordPattern } from '../../../build/source/encoding.ts';
import { encodingTable } from '../../../scripts/make-encoding.ts';
import { anyText } from '../../support/text.ts';

const tokensIn = (text: string): number =>
  (text.match(wordPattern) ?? []).reduce((sum, word) => sum + tokensOfWord(word), 0);

test('the table has every token of the published list', () => {
  const packed = readFileSync('build/source/encoding/o200k.br');
  assert.ok(brotliDecompressSync(packed).equals(encodingTable()));
});

test('words are cut out by the expression of the encoding', () => {
  assert.equal(wordPattern.source, O200K_TOKEN_SPLIT_REGEX.source);
  assert.equal(wordPattern.flags, O200K_TOKEN_SPLIT_REGEX.flags);
});

/** The tokenizer reads a byte order mark as nothing, and finds no token for it; the encoding has one. */
const byteOrderMark = /\ufeff/g;

test('ten thousand texts have as many tokens as the tokenizer finds', () => {
  const scripts = fc.constantFrom(
    ..."'s'LL'Reaéßİſﬁ中文字ひらカ한국어עבรไทहिन्दी👩‍👩‍👧🏽e\u0301\u200d\ud800\udc00١٢٣１½²_-=/\\\r\n\t \u00a0\u3000\0\u{10ffff}".split(
      '',
    ),
  );
  const text = fc.oneof(
    anyText({ maxLength: 40 }),
    fc.string({ unit: scripts, maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc
      .tuple(fc.constantFrom('a', '=', '中', ' ', '\n', '€', 'ab', '🙂'), fc.nat(200))
      .map(([unit, times]) => unit.repeat(times)),
  );
  const same = fc.property(text, any => {
    const each = any.replace(byteOrderMark, '');
    assert.equal(tokensIn(each), countTokens(each));
  });
  fc.assert(same, { numRuns: 10_000 });
});

test('a byte order mark is the token that the encoding has for it', () => {
  assert.equal(tokensIn('\ufeff'), 1);
});

test('a word of a hundred thousand letters, as no text has, takes no square of them', () => {
  assert.equal(tokensOfWord('a'.repeat(100_000)), 12_500);
});
