/** The words of comments, messages and documents: plain English, as people say it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { files, textOf } from './support/tracked.ts';

/** The words that nobody says aloud, and the ones to write instead. */
const odd: readonly [RegExp, string][] = [
  [/\banew\b/i, 'again, or a verb with re-'],
  [/\bwhom\b/i, 'that, or another sentence'],
  [/\bmend(?:s|ed)?\b/i, 'fix, correct or repair'],
  [/\bbesides\b/i, 'other than, in addition to, also'],
  [/\bbe it\b/i, 'whether'],
  [/\b(?:hitherto|thereof|therein|herein|whence|thence|albeit|forthwith|amiss|naught)\b/i, 'a word of today'],
  [/\bin vain\b/i, 'without result'],
  [/\b(?:appears?|stands?|is) nowhere\b/i, 'is not in …'],
  [/\bstands? (?:twice|also|beside|within|below|above|around)\b/i, 'is or appears'],
  [/\bas (?:it|they) stands?\b/i, 'as it is'],
  [/\b(?:what|whatever) (?:became|becomes|came) of\b/i, 'the result, the outcome, what happened to'],
  [/\bbelongs? into\b/i, 'belongs in'],
  [/\bgoes on and\b/i, 'continues and'],
  [/\bis dear\b/i, 'is expensive'],
  [/\b(?:acts?|acted|insists?|insisted) upon\b/i, 'act on, insist on'],
  [/\bdoes a work\b/i, 'runs a function'],
  [/\bin spite of\b/i, 'despite'],
  [/\bhas no say\b/i, 'does not count'],
  [/\banswers nobody\b/i, 'answers no query'],
  [/\bcomes? in numbers\b/i, 'is frequent'],
  [/\bfor who has\b/i, 'for a caller that has'],
];

/** Published sentences, documents of fixtures, words that people may search for, and folders that may only leave this list. */
const exempt =
  /^test\/(?:fixture|vector|schema|wording|citation)|^build\/edition\/search\/synonyms\.ts|^build\/catalog\/check\/wording\.ts/;

const held = files.filter(
  name =>
    /^(?:build|server|scripts|test|\.github)\/.*\.(?:ts|mjs|cjs|txt|md|yml)$|^README\.md$/.test(name) &&
    !exempt.test(name),
);

/** Lines of formations that tests register: they speak of a pair that mends defects. */
const ofFormation = /mending|[Mm]ends? (?:a|one|the) defect|mends the defect|Mend one/;

test('comments, messages, test names and documents use words that people say', () => {
  const found = held.flatMap(name =>
    textOf(name)
      .split('\n')
      .flatMap((line, at) =>
        odd
          .filter(([word]) => word.test(line) && !ofFormation.test(line))
          .map(([word, instead]) => `${name}:${at + 1}: ${word.exec(line)![0]} (write: ${instead})`),
      ),
  );
  assert.deepEqual(found, []);
});
