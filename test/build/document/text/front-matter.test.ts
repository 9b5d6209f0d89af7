import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  decodeUtf8,
  maxFrontMatter,
  readDocument,
  writeDocument,
} from '../../../../build/document/text/front-matter.ts';
import { anyText } from '../../../support/text.ts';

/** The faults of a text as `line:column rule`. */
function faultsOf(text: string): string[] {
  const parsed = readDocument(text);
  return parsed.ok ? [] : parsed.faults.map(({ line, column, rule }) => `${line}:${column} ${rule}`);
}

const frontMatter = (...lines: string[]) => ['---', ...lines, '---', '', 'Body'].join('\n');

describe('reading front matter', () => {
  test('gives the value, the body and the line on which the body begins', () => {
    const parsed = readDocument('---\na: 1\nb: [x, y]\n---\n\n\nBody\nmore\n');
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.document.value, { a: 1, b: ['x', 'y'] });
    assert.equal(parsed.document.body, 'Body\nmore\n');
    assert.equal(parsed.document.bodyLine, 7);
  });

  test('knows the place of a key, of an item and of what is absent', () => {
    const parsed = readDocument('---\na:\n  - b: 1\n    c: 2\n---\n');
    assert.ok(parsed.ok);
    const { place } = parsed.document;
    assert.deepEqual(place(['a', 0, 'c']), { line: 4, column: 5 });
    assert.deepEqual(place(['a', 0]), { line: 3, column: 5 });
    assert.deepEqual(place(['a', 0, 'none']), { line: 3, column: 5 });
    assert.deepEqual(place(['none']), { line: 2, column: 1 });
  });

  test('takes lines that end in CR LF', () => {
    const parsed = readDocument('---\r\na: 1\r\n---\r\nBody\r\n');
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.document.value, { a: 1 });
    assert.equal(parsed.document.body, 'Body\r\n');
  });

  test('takes an empty body', () => {
    const parsed = readDocument('---\na: 1\n---\n');
    assert.ok(parsed.ok && parsed.document.body === '');
  });

  test('reads YAML 1.2: `yes` and `0123` do not mean what they mean in YAML 1.1', () => {
    const parsed = readDocument(frontMatter('a: yes', 'b: 0o17', 'c: 2026-11-21', 'd: ~', 'e: TRUE'));
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.document.value, { a: 'yes', b: 15, c: '2026-11-21', d: null, e: true });
  });

  const refused: [string, string, string[]][] = [
    ['no front matter', '# Title\n', ['1:1 front-matter']],
    ['an empty text', '', ['1:1 front-matter']],
    ['front matter that does not end', '---\na: 1\n', ['1:1 front-matter']],
    ['a list instead of a mapping', frontMatter('- a'), ['2:1 front-matter']],
    ['nothing between the lines', '---\n---\n', ['2:1 front-matter']],
    ['an anchor', frontMatter('a: &x 1'), ['2:4 front-matter']],
    ['an alias', frontMatter('a: &x 1', 'b: *x'), ['2:4 front-matter', '3:4 front-matter']],
    ['a tag', frontMatter('a: !!str 1'), ['2:4 front-matter']],
    ['a tag of its own', frontMatter('a: !x 1'), ['2:4 front-matter']],
    ['a merge key', frontMatter('<<: {a: 1}'), ['2:1 front-matter']],
    ['a duplicate key', frontMatter('a: 1', 'a: 2'), ['3:1 duplicate-key']],
    ['a duplicate key below', frontMatter('a:', '  b: 1', '  b: 2'), ['4:3 duplicate-key']],
    ['a fraction', frontMatter('a: 1.5'), ['2:4 front-matter']],
    ['a number too large to be safe', frontMatter('a: 9007199254740993'), ['2:4 front-matter']],
    ['infinity', frontMatter('a: .inf'), ['2:4 front-matter']],
    ['a second document', frontMatter('a: 1', '...', 'b: 2'), ['3:1 yaml']],
    ['a directive', frontMatter('%YAML 1.1', 'a: 1'), ['3:1 yaml']],
    ['a tab as indentation', frontMatter('a:', '\tb: 1'), ['3:1 yaml']],
    [
      'more than 1,000 keys',
      frontMatter(...Array.from({ length: 1001 }, (_, at) => `k${at}: ""`)),
      ['1002:1 front-matter'],
    ],
    ['nesting deeper than 8', frontMatter('a: [[[[[[[[1]]]]]]]]'), ['2:11 front-matter']],
    ['nesting that would exhaust a stack', frontMatter(`a: ${'['.repeat(60_000)}`), ['2:13 front-matter']],
  ];
  for (const [what, text, expected] of refused) {
    test(`refuses ${what}, with its place`, () => assert.deepEqual(faultsOf(text), expected));
  }

  test('takes nesting of exactly 8', () => assert.deepEqual(faultsOf(frontMatter('a: [[[[[[[1]]]]]]]')), []));

  test('names the field of a syntax error', () => {
    const parsed = readDocument(frontMatter('ok: 1', 'outer:', '  inner: a: b'));
    assert.ok(!parsed.ok);
    assert.match(parsed.faults[0]!.field, /^outer\.inner/);
  });

  test('never throws, whatever the text', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), text => {
        readDocument(`---\n${text}`);
        readDocument(`---\n${text}\n---\n`);
      }),
      { numRuns: 500 },
    );
  });
});

describe('decoding', () => {
  test('refuses a byte-order mark', () => {
    const decoded = decodeUtf8(Buffer.from('\uFEFF---\n'));
    assert.ok(!decoded.ok && decoded.faults[0]!.rule === 'encoding');
  });

  test('names the line of the first byte that is not UTF-8', () => {
    const decoded = decodeUtf8(Buffer.from('---\na: 1\nb: \xff\n', 'latin1'));
    assert.ok(!decoded.ok && decoded.faults[0]!.line === 3);
  });
});

describe('writing front matter', () => {
  const word = fc.stringMatching(/^[a-z][a-z_]{0,8}$/);
  const text = anyText({ maxLength: 40 }).filter(isText);
  const scalar = fc.oneof(text, fc.maxSafeInteger(), fc.boolean(), fc.constant(null), word);
  const { value } = fc.letrec(tie => ({
    value: fc.oneof({ depthSize: 'small', maxDepth: 5 }, scalar, tie('list'), tie('mapping')),
    list: fc.array(tie('value'), { maxLength: 4 }),
    mapping: fc.dictionary(
      fc.oneof(
        word,
        text.filter(key => key !== '__proto__' && key !== '<<'),
      ),
      tie('value'),
      { maxKeys: 4 },
    ),
  }));
  const mapping = fc.dictionary(word, value, { minKeys: 1, maxKeys: 6 });

  /** Text that a document can hold: no lone surrogates, and no characters that YAML cannot carry as they are. */
  function isText(candidate: string): boolean {
    return candidate.isWellFormed() && !/^\uFEFF|[\uFFFE\uFFFF]/.test(candidate);
  }

  test('and reading it gives the same value', () => {
    fc.assert(
      fc.property(mapping, written => {
        const parsed = readDocument(writeDocument(written, 'Body'));
        assert.ok(parsed.ok, JSON.stringify(parsed));
        assert.deepEqual(parsed.document.value, structuredClone(written));
        assert.equal(parsed.document.body, 'Body\n');
      }),
      { numRuns: 1000 },
    );
  });

  test('twice gives the same bytes', () => {
    fc.assert(
      fc.property(mapping, written => {
        const once = writeDocument(written, '');
        const parsed = readDocument(once);
        assert.ok(parsed.ok);
        assert.equal(writeDocument(parsed.document.value, ''), once);
      }),
    );
  });

  test('keeps the order of keys and leaves out what is undefined', () => {
    assert.equal(writeDocument({ b: 1, a: undefined, c: 'x' }, ''), '---\nb: 1\nc: x\n---\n');
  });

  test('puts short lists and mappings of plain words on one line', () => {
    const value = { list: ['a', 'b'], edges: [{ from: 'a', to: 'b' }], texts: ['two words'] };
    const expected = '---\nlist: [a, b]\nedges:\n  - {from: a, to: b}\ntexts:\n  - two words\n---\n';
    assert.equal(writeDocument(value, ''), expected);
  });
});

describe('front matter longer than usual', () => {
  const cases = (count: number, id: string) =>
    Array.from({ length: count }, (_, at) => `  - {id: ${id}${at}, digest: "sha256:${'1'.repeat(64)}"}`);

  test('is read where its kind allows it', () => {
    const text = frontMatter('cases:', ...cases(2000, 'a-b-c-d-'));
    assert.ok(text.length > 128 * 1024);
    assert.equal(readDocument(text, maxFrontMatter).ok, false);
    assert.ok(readDocument(text, 256 * 1024).ok);
  });
});

test('a document gives back the texts that were written, also those that look like something else', () => {
  const texts = [
    ...['848319e69961', '1e5', '12', '-0', '0x1f', '0o7', '.inf', '-.INF', '.nan', '1.', '+.5e9999'],
    ...[
      ...['~', 'null', 'True', 'FALSE', '', ' ', 'yes', 'no', '2026-11-27', '1:30', '- a', '# x', 'a: b'],
      'a #b',
    ],
    ...[
      ...['[a]', '{a: b}', '*a', '&a', '!a', '|', '>', '%a', '@a', '`a`', "'", '"', 'a"b', 'a\nb', '\na '],
      ...['é', '---'],
    ],
  ];
  const value = { title: texts[0], list: texts, pairs: texts.map(text => ({ text, of: [text] })) };
  const read = readDocument(writeDocument(value, ''));
  assert.ok(read.ok, JSON.stringify(read));
  assert.deepEqual(read.document.value, value);
});
