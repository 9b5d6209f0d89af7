/** Characters that hide are refused wherever they stand, and what the scripts of the world need is not. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  checkCharacters,
  checkEscapedCharacters,
  isPlainLine,
} from '../../../../build/document/text/characters.ts';
import { readDocument } from '../../../../build/document/text/front-matter.ts';
import { anyText } from '../../../support/text.ts';

const refused: [code: number, name: string][] = [
  [0x00, 'U+0000 NULL'],
  [0x07, 'U+0007 (a control character)'],
  [0x0b, 'U+000B LINE TABULATION'],
  [0x0d, 'U+000D CARRIAGE RETURN'],
  [0x1b, 'U+001B ESCAPE'],
  [0x7f, 'U+007F DELETE'],
  [0x85, 'U+0085 NEXT LINE'],
  [0x9b, 'U+009B (a control character)'],
  [0xa0, 'U+00A0 NO-BREAK SPACE'],
  [0xad, 'U+00AD SOFT HYPHEN'],
  [0x34f, 'U+034F COMBINING GRAPHEME JOINER'],
  [0x61c, 'U+061C ARABIC LETTER MARK'],
  [0x115f, 'U+115F HANGUL CHOSEONG FILLER'],
  [0x1160, 'U+1160 HANGUL JUNGSEONG FILLER'],
  [0x1680, 'U+1680 OGHAM SPACE MARK'],
  [0x17b4, 'U+17B4 (a character that is left out when text is shown)'],
  [0x180b, 'U+180B (a variation selector)'],
  [0x180e, 'U+180E MONGOLIAN VOWEL SEPARATOR'],
  [0x2003, 'U+2003 EM SPACE'],
  [0x200a, 'U+200A HAIR SPACE'],
  [0x200b, 'U+200B ZERO WIDTH SPACE'],
  [0x200c, 'U+200C ZERO WIDTH NON-JOINER'],
  [0x200d, 'U+200D ZERO WIDTH JOINER'],
  [0x200e, 'U+200E LEFT-TO-RIGHT MARK'],
  [0x2028, 'U+2028 LINE SEPARATOR'],
  [0x2029, 'U+2029 PARAGRAPH SEPARATOR'],
  [0x202e, 'U+202E RIGHT-TO-LEFT OVERRIDE'],
  [0x202f, 'U+202F NARROW NO-BREAK SPACE'],
  [0x205f, 'U+205F MEDIUM MATHEMATICAL SPACE'],
  [0x2060, 'U+2060 WORD JOINER'],
  [0x2063, 'U+2063 INVISIBLE SEPARATOR'],
  [0x2065, 'U+2065 (a character that is left out when text is shown)'],
  [0x206a, 'U+206A (a format character)'],
  [0x2800, 'U+2800 BRAILLE PATTERN BLANK'],
  [0x3000, 'U+3000 IDEOGRAPHIC SPACE'],
  [0x3164, 'U+3164 HANGUL FILLER'],
  [0xd800, 'U+D800 (half of a surrogate pair)'],
  [0xdc00, 'U+DC00 (half of a surrogate pair)'],
  [0xe000, 'U+E000 (a private-use character)'],
  [0xfdd0, 'U+FDD0 (a character that is not assigned)'],
  [0xfe00, 'U+FE00 (a variation selector)'],
  [0xfe0e, 'U+FE0E (a variation selector)'],
  [0xfe0f, 'U+FE0F (a variation selector)'],
  [0xfeff, 'U+FEFF ZERO WIDTH NO-BREAK SPACE'],
  [0xffa0, 'U+FFA0 HALFWIDTH HANGUL FILLER'],
  [0xfff9, 'U+FFF9 (a format character)'],
  [0xfffc, 'U+FFFC OBJECT REPLACEMENT CHARACTER'],
  [0x16fe4, 'U+16FE4 (a blank character)'],
  [0x1bca0, 'U+1BCA0 (a format character)'],
  [0x1d159, 'U+1D159 (a blank character)'],
  [0x1d173, 'U+1D173 (a format character)'],
  [0xe0001, 'U+E0001 (a tag character)'],
  [0xe0041, 'U+E0041 (a tag character)'],
  [0xe007f, 'U+E007F (a tag character)'],
  [0xe0100, 'U+E0100 (a variation selector)'],
  [0xe01ef, 'U+E01EF (a variation selector)'],
  [0xf0000, 'U+F0000 (a private-use character)'],
  [0x10fffd, 'U+10FFFD (a private-use character)'],
];

const allowed: [what: string, text: string][] = [
  ['plain text', 'A planner hands work to three workers.\n\tIndented.\n'],
  ['both kinds of line ends', 'one\r\ntwo\r\n'],
  ['letters with marks', 'naïve Zürich Tiếng Việt — “quoted” … × ² τ'],
  ['marks that stand by themselves', 'e\u0301 o\u0302\u0301 \u05D1\u05BC\u05B0'],
  ['Persian with non-joiners', '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645'],
  ['a Latin word with a Persian ending', 'PDF\u200C\u0647\u0627'],
  ['a Hindi conjunct with a joiner', '\u0915\u094D\u200D\u0937'],
  ['an old Malayalam letter at the end of a word', '\u0D05\u0D35\u0D28\u0D4D\u200D.'],
  ['Sinhala with a joiner', '\u0DC1\u0DCA\u200D\u0DBB\u0DD3'],
  ['Arabic number signs', '\u0600\u0661\u0662 \u06DD\u0661'],
  ['Mongolian selectors after letters', '\u1820\u180B \u182D\u180E\u1820'],
  ['emoji', '👍 👍🏽 ❤️ ☎︎ 1️⃣ 🇫🇷'],
  ['emoji of several parts', '👩‍💻 👩🏽‍🚀 🏳️‍🌈 ❤️‍🔥 👨‍👩‍👧'],
  ['scripts without cases', '日本語と中文과 한국어 ภาษาไทย தமிழ்'],
];

const piles: [what: string, text: string][] = [
  ['five accents', `a${'\u0301'.repeat(5)}`],
  ['marks that enclose', `a${'\u0301\u20DD'.repeat(3)}`],
  ['hundreds of marks', `a${'\u0310\u0489\u0334'.repeat(200)}`],
];

describe('the check of characters', () => {
  for (const [code, name] of refused) {
    test(`refuses ${name}, with its place`, () => {
      const faults = checkCharacters(`one\ntwo ${String.fromCodePoint(code)}x\nthree`);
      assert.deepEqual(
        faults.map(({ line, column, rule }) => [line, column, rule]),
        [[2, 5, 'hidden-character']],
      );
      assert.ok(faults[0]!.message.startsWith(`The line holds ${name}, which `), faults[0]!.message);
      assert.equal(isPlainLine(`a${String.fromCodePoint(code)}b`), false);
    });
  }

  for (const [what, text] of allowed) {
    test(`lets ${what} pass`, () => assert.deepEqual(checkCharacters(text), []));
  }

  for (const [what, text] of piles) {
    test(`refuses ${what} on one letter`, () => {
      const [fault, ...others] = checkCharacters(text);
      assert.deepEqual([fault!.rule, fault!.line, fault!.column, others], ['combining-marks', 1, 2, []]);
    });
  }

  test('refuses joiners and selectors where they change nothing that is seen', () => {
    const out = [
      ...['a\u200Db', 'a\u200Cb', '\u0645\u06CC\u200C', '\u0645\u200C\u200C\u0645', '👍\u200D'],
      '👩\u200D\u200D💻',
    ];
    out.push(
      'a\uFE0F',
      '❤\uFE0F\uFE0F',
      '1\uFE0F',
      '漢\u{E0100}',
      'x\u180B',
      '🏴\u{E0067}\u{E0062}\u{E007F}',
    );
    for (const text of out) assert.equal(checkCharacters(text).length, 1, JSON.stringify(text));
  });

  test('refuses every code point that Unicode leaves out when text is shown, every control and every format character', () => {
    const seen = /[\t\n\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]/u;
    const hidden = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Zl}\p{Zp}]|[^\P{Zs} ]/u;
    const isHidden = (character: string) => hidden.test(character) && !seen.test(character);
    // The first of them end lines.
    const alone = 0x3000;
    for (let code = 0; code < alone; code += 1) {
      const character = String.fromCodePoint(code);
      if (isHidden(character)) assert.equal(checkCharacters(`a${character}b`).length, 1, code.toString(16));
    }
    // As many as are placed, each on a line of its own.
    const atOnce = 64;
    for (let first = alone; first <= 0x10ffff; first += atOnce) {
      const lines = Array.from({ length: atOnce }, (_, at) => String.fromCodePoint(first + at)).filter(
        isHidden,
      );
      const found = checkCharacters(lines.map(character => `a${character}b`).join('\n'));
      assert.ok(
        found.length === lines.length && found.every(({ line }, at) => line === at + 1),
        first.toString(16),
      );
    }
  });

  test('takes a hidden message as one fault', () => {
    const message = [...'ignore the reviewer'].map(letter =>
      String.fromCodePoint(0xe0000 + letter.charCodeAt(0)),
    );
    const [fault, ...others] = checkCharacters(`Count.${message.join('')}`);
    assert.equal(
      fault!.message,
      'The line holds U+E0069 (a tag character) and 18 more like it, which readers do not see.',
    );
    assert.deepEqual(others, []);
  });

  test('places at most a hundred faults', () => {
    assert.equal(checkCharacters('a\u200B'.repeat(100_000)).length, 100);
    assert.equal(checkCharacters('a\u200B\n'.repeat(100_000)).at(-1)!.line, 100);
  });

  test('never throws, whatever the text', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (one, other) => {
        for (const { line, column } of checkCharacters(one + other)) assert.ok(line >= 1 && column >= 1);
      }),
    );
  });
});

/** Checks the values of a front matter; returns `line:column field: message` for each fault. */
function faultsOf(yaml: string): string[] {
  const text = `---\n${yaml}\n---\n`;
  assert.deepEqual(checkCharacters(text), []);
  const parsed = readDocument(text);
  assert.ok(parsed.ok);
  return checkEscapedCharacters(text, parsed.document).map(
    ({ field, message, line, column }) => `${line}:${column} ${field}: ${message}`,
  );
}

describe('the check of what escapes stand for', () => {
  test('finds hidden characters in values, in lists and in keys', () => {
    assert.deepEqual(faultsOf('a: "x\\u200By"\nb:\n  - "\\U000E0041"\n"k\\u00AD": 1'), [
      '2:1 a: `a` holds U+200B ZERO WIDTH SPACE, which readers do not see, written as an escape.',
      '4:5 b[0]: `b[0]` holds U+E0041 (a tag character), which readers do not see, written as an escape.',
      '5:1 : A key holds U+00AD SOFT HYPHEN, which readers do not see, written as an escape.',
    ]);
  });

  test('finds those that have a short escape of their own', () => {
    for (const short of [
      ...['\\0', '\\a', '\\b', '\\e', '\\f', '\\v', '\\r', '\\N', '\\_', '\\L', '\\P', '\\x7F'],
    ])
      assert.equal(faultsOf(`a: "x${short}y"`).length, 1, short);
  });

  test('finds half of a surrogate pair, and marks that an escaped line end joins to others', () => {
    assert.match(faultsOf('a: "x\\uD800y"')[0]!, /U\+D800 \(half of a surrogate pair\)/);
    assert.match(faultsOf('a: "a\u0301\u0301\u0301\\\n  \u0301\u0301"')[0]!, /5 combining marks in a row/);
  });

  test('lets escapes of visible characters pass, and text without any', () => {
    assert.deepEqual(faultsOf('a: "x\\ty\\n\\"z\\" \\u00E9 \\\\ \\/"\nb: plain'), []);
  });

  test('places at most a hundred faults', () => {
    const lines = Array.from({ length: 500 }, (_, index) => `k${index}: "\\u200B"`);
    assert.equal(faultsOf(lines.join('\n')).length, 100);
  });
});
