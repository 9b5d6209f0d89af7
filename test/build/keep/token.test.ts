/** Tokens: counted word by word, they are those that the tokenizer counts; words are kept between builds. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { sha256Hex } from '../../../build/document/digest.ts';
import { knownWords, tokensOf } from '../../../build/keep/token.ts';
import { readWords, writeWords } from '../../../build/keep/word-file.ts';
import { temporaryFolder } from '../../support/folder.ts';

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
    fc.string({ unit: 'binary' }),
  );
  const texts = fc.array(part).map(parts => parts.join(''));
  fc.assert(fc.property(texts, text => assert.equal(tokensOf(text), countTokens(text))));
});

test('words are kept for later builds of the same version', context => {
  const folder = temporaryFolder(context);
  const path = join(folder, 'build-cache/words.json');
  tokensOf('Notquiteaword');
  writeWords(folder, 'one');
  const [check, words] = readFileSync(path, 'utf8').split('\n');
  assert.deepEqual(JSON.parse(words!), knownWords());

  const other = JSON.stringify([['Neveraword', 7]]);
  const tokens = tokensOf('Notquiteaword');
  const offer = (text: string, version: string): boolean => {
    writeFileSync(path, text);
    readWords(folder, version);
    return knownWords().some(([word]) => word === 'Neveraword');
  };
  assert.equal(offer(`${check}\n${other}`, 'one'), false, 'damaged');
  const whole = `${sha256Hex(`one\n${other}`)}\n${other}`;
  assert.equal(offer(whole, 'two'), false, 'of another version');
  assert.equal(offer(whole, 'one'), true);
  assert.equal(tokensOf('Neveraword'), 7);
  assert.equal(tokensOf('Notquiteaword'), tokens);
});
