/** Words as search compares them: their families, synonyms, terms and pairs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { synonymGroups } from '#edition/search/synonyms.ts';
import { pairsOf, stemOf, termsOf, wordsOf } from '#edition/search/words.ts';

describe('words', () => {
  test('are compared without case, accents, apostrophes and marks', () => {
    assert.deepEqual(wordsOf("Don't re-run Café, E-MAIL!"), ['dont', 're', 'run', 'cafe', 'mail']);
  });

  test('for mail are one, with and without the letter e before them', () => {
    for (const text of ['e-mails', 'Emails', 'mails']) assert.deepEqual(termsOf(text), ['mail'], text);
  });

  test('of one family are one, in both spellings', () => {
    for (const family of [
      ['fix', 'fixes', 'fixed', 'fixing'],
      ['plan', 'plans', 'planned', 'planning', 'planner'],
      ['summarise', 'summarize', 'summarising', 'summarizes'],
      ['migrate', 'migrates', 'migration', 'migrations', 'migrating'],
      ['verify', 'verifies', 'verified'],
      ['review', 'reviewer', 'reviewing'],
      ['company', 'companies'],
      ['extract', 'extraction', 'extractions'],
    ])
      assert.equal(new Set(family.map(stemOf)).size, 1, family.map(stemOf).join(' '));
  });

  test('that say nothing here are left out', () => {
    for (const word of ['the', 'agents', 'should', 'organise', 'x']) assert.equal(stemOf(word), null, word);
  });
});

describe('synonyms', () => {
  test('stand in one group each, of two words or more', () => {
    const stems = synonymGroups.flatMap(group => {
      assert.ok(group.length > 1, group.join(' '));
      return group.map(stemOf);
    });
    assert.ok(!stems.includes(null));
    assert.deepEqual(
      stems.filter((stem, at) => stems.indexOf(stem) !== at),
      [],
    );
  });
});

describe('terms', () => {
  test('of numbers are how large they are; years and small numbers stay', () => {
    assert.deepEqual(termsOf('8,000 or 50k files, 250 users, 2m requests'), [
      ...['thousand', 'thousand', ...termsOf('files'), ...termsOf('hundreds')],
      ...[...termsOf('users'), ...termsOf('million'), ...termsOf('requests')],
    ]);
    assert.deepEqual(termsOf('3 in 2024'), ['3', '2024']);
  });

  test('of pairs are neighbours within a clause', () => {
    assert.deepEqual(pairsOf('Take over; no boss'), ['tak over', 'no boss']);
  });
});
