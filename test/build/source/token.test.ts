/** Tokens: counted word by word, they are those that the tokenizer counts. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { lookUpWordsIn, takeNewWords, tokensOf } from '../../../build/source/token-count.ts';
import { anyText } from '../../support/text.ts';

test('a text has as many tokens as the tokenizer counts, whatever was counted before', () => {
  const files = readdirSync('content', { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.md'),
  );
  for (const name of files) {
    const text = readFileSync(join('content', name), 'utf8');
    assert.equal(tokensOf(text), countTokens(text), name);
  }
  const part = fc.oneof(
    fc.constantFrom(
      ' ',
      '  ',
      '\n',
      '\r\n',
      '\t',
      "don't",
      'ÀÉ',
      '中文',
      '👩‍👩‍👧',
      '1234',
      '--',
      '/',
      '\n/',
      ' word',
    ),
    // The tokenizer has none for a byte order mark, which the encoding has.
    anyText().map(text => text.replaceAll('\ufeff', '')),
  );
  const texts = fc.array(part).map(parts => parts.join(''));
  fc.assert(fc.property(texts, text => assert.equal(tokensOf(text), countTokens(text))));
});

test('a word that another build counted is looked up, and what is new is told once', context => {
  const asked: string[] = [];
  context.after(() => lookUpWordsIn(() => undefined));
  takeNewWords();
  lookUpWordsIn(word => {
    asked.push(word);
    return word === 'Neveraword' ? 7 : undefined;
  });
  assert.equal(tokensOf('Neveraword'), 7);
  assert.equal(tokensOf('Notquiteaword'), countTokens('Notquiteaword'));
  assert.equal(tokensOf('Notquiteaword'), countTokens('Notquiteaword'));
  assert.deepEqual(asked, ['Neveraword', 'Notquiteaword']);
  assert.deepEqual(takeNewWords(), [['Notquiteaword', countTokens('Notquiteaword')]]);
  assert.deepEqual(takeNewWords(), []);
});
