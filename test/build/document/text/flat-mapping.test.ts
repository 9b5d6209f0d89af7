import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readYaml } from '../../../../build/document/text/yaml-reader.ts';

const values = [
  ...['pass', 'null', 'NULL', 'true', 'False', 'coding.bug_fix', 'model-2026-01-01', 'a/b', 'x', 'yes', 'e1'],
  ...['0', '7', '12', '123456789012345', '012', '1e3', '1.5', '-1', '0x10', '99999999999999999', '~', '.inf'],
  ...[
    'a b',
    'a: b',
    'a #b',
    '"a"',
    "'a'",
    '*a',
    '&a b',
    '!a b',
    '- a',
    '[a]',
    '{a: b}',
    '|',
    '>',
    '',
    'ä',
    '%a',
    '@a',
    '`a',
  ],
];
const keys = ['ticket', 'kind', 'a_b', 'a', '__proto__', 'Kind', '<<', 'constructor', '1', '? a', '- a'];
const mapping = fc
  .array(
    fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...values), fc.constantFrom('', '', '', ' ', '\r')),
    { maxLength: 6 },
  )
  .map(lines => lines.map(([key, value, end]) => `${key}: ${value}${end}\n`).join(''));
/** The same text with a comment, which only the parser reads. */
const parsed = (text: string) => readYaml(`${text}# end\n`);

describe('a mapping of single words', () => {
  it('means the same to the quick way as to the parser', () => {
    fc.assert(
      fc.property(mapping, text => {
        const [quick, slow] = [readYaml(text), parsed(text)];
        assert.equal(quick.ok, slow.ok, text);
        if (!quick.ok || !slow.ok) return;
        assert.deepEqual(quick.value, slow.value);
        for (const path of [[], ['absent'], ...Object.keys(quick.value).map(key => [key])])
          assert.deepEqual(quick.place(path), slow.place(path), text);
      }),
      { numRuns: 5000 },
    );
  });
});
