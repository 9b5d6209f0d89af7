import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkBodyLimits } from '../../../../build/catalog/source/markdown-limit.ts';

const messages = (body: string): string[] =>
  checkBodyLimits({ body, bodyLine: 5 }).map(({ line, message }) => `${line}: ${message}`);

describe('a body before its Markdown is read', () => {
  const refused: [string, string, string][] = [
    [
      'of more than 32 KiB',
      'a word\n'.repeat(5000),
      '5: The body has 35000 characters; expected at most 32768.',
    ],
    ['with more than 2,000 marks', '*a* [b]\n'.repeat(800), '5: The body has 2400 marks'],
    ['with a run of marks', 'a\n\na*********b', '7: More than 8 `*` or `_` stand in a row.'],
    ['with a word of 500 characters', `a\n${'x'.repeat(500)}`, '6: A word has 500 characters or more.'],
    ['with quotes within quotes', `a\n${'> '.repeat(9)}b`, '6: A line is nested deeper than 8'],
    ['with lists within quotes', `${'> - '.repeat(5)}b`, '5: A line is nested deeper than 8'],
    ['indented by 41 columns', `${' '.repeat(41)}- b`, '5: A line is nested deeper than 8'],
    ['indented by tabs', `${'\t'.repeat(11)}- b`, '5: A line is nested deeper than 8'],
  ];
  for (const [what, body, expected] of refused) {
    test(`is refused ${what}, with its line`, () => {
      const [message, ...more] = messages(body);
      assert.ok(message?.startsWith(expected), message);
      assert.deepEqual(more, []);
    });
  }

  test('is taken with what people write', () => {
    const body = [
      '# Title',
      '',
      '*****',
      '_ _ _ _ _ _ _ _ _ _ _ _',
      '> > - a quoted list **in bold**, with `code` and [a link](/patterns/index.md)',
      `${' '.repeat(40)}code`,
      '1. one',
      '   - two',
    ].join('\n');
    assert.deepEqual(messages(body), []);
  });
});
