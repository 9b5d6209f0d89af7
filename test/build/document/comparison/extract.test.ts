/** From files of a source to rows: each format, each way to name a case and a verdict, and what is refused. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  ExtractionError,
  extractRows,
  extractTotals,
} from '../../../../build/document/comparison/extract.ts';
import { compileLinePattern } from '../../../../build/document/comparison/line-pattern.ts';
import { writeTable } from '../../../../build/document/comparison/table.ts';
import type { Extraction, ExtractionInput } from '../../../../build/document/kind/extraction.ts';

const base = {
  files: ['f'],
  arm: 'a',
  format: 'json',
  case: { field: ['id'] },
  verdict: { field: ['ok'], pass: ['true'] },
} satisfies ExtractionInput;

const rowsOf = (text: string, input: Partial<ExtractionInput>, more: Partial<Extraction> = {}): string[] => {
  const rule = { inputs: [{ ...base, ...input }], fill: 'missing', ...more } as Extraction;
  return writeTable(extractRows(rule, () => text))
    .split('\n')
    .slice(1, -1);
};

describe('rows are read', () => {
  test('from JSON, as a list or by names, as Python writes it', () => {
    assert.deepEqual(rowsOf('[{"id":"x","ok":true},{"id":"y","ok":NaN,"s":"a: NaN"}]', {}), [
      'x,a,1,pass',
      'y,a,1,fail',
    ]);
    assert.deepEqual(rowsOf('{"r":{"x":{"ok":true}}}', { rows: ['r'], case: { key: true } }), ['x,a,1,pass']);
  });

  test('from lines of JSON, CSV, lines of text and lists that Python printed', () => {
    assert.deepEqual(rowsOf('{"id":"x","ok":true}\n\n', { format: 'json_lines' }), ['x,a,1,pass']);
    assert.deepEqual(rowsOf('id,ok\nx,true\n', { format: 'csv' }), ['x,a,1,pass']);
    const pattern = '^(?<id>[a-z]+): (?<ok>[a-z]+)$';
    assert.deepEqual(rowsOf('noise\nx: true\ny: false\r\n', { format: 'lines', pattern }), [
      'x,a,1,pass',
      'y,a,1,fail',
    ]);
    const flags = {
      format: 'python_flags',
      case: { field: ['case'] },
      verdict: { field: ['passed'], pass: ['True'] },
    };
    assert.deepEqual(
      rowsOf('[True, False] 0.5\n', { ...flags, files: ['d/set.txt'] } as Partial<ExtractionInput>),
      ['set/0,a,1,pass', 'set/1,a,1,fail'],
    );
  });

  test('with one case where files punctuate its text differently or add its options', () => {
    const digest = createHash('sha256').update('whatisé2').digest('hex').slice(0, 16);
    for (const q of ['What is é2', ' what is\né2?\n ?', 'What is é2? Options: (A) one (B) two'])
      assert.deepEqual(
        rowsOf(JSON.stringify([{ q, ok: true }]), {
          case: { digest: [['q']], before: 'Options:', letters: true },
        }),
        [`${digest},a,1,pass`],
      );
    assert.notDeepEqual(
      rowsOf('[{"q":"What is é2?","ok":true}]', { case: { digest: [['q']] } }),
      rowsOf('[{"q":"What is é2","ok":true}]', { case: { digest: [['q']] } }),
    );
  });

  test('with cases by digest, by pattern and by order', () => {
    const digest = createHash('sha256').update('question').digest('hex').slice(0, 16);
    assert.deepEqual(rowsOf('[{"q":"question","ok":true}]', { case: { digest: [['q']] } }), [
      `${digest},a,1,pass`,
    ]);
    const named = { field: ['id'], pattern: '^H_(?<case>[0-9]+)_[a-z]+$', prefix: 'H/' };
    assert.deepEqual(rowsOf('[{"id":"H_3_x","ok":true},{"id":"H/4"}]', { case: named }), [
      'H/3,a,1,pass',
      'H/4,a,1,fail',
    ]);
    assert.deepEqual(rowsOf('[{"id":"x","ok":true},{"id":"x"}]', { in_order: true }), [
      'x,a,1,pass',
      'x,a,2,fail',
    ]);
  });

  test('with verdicts by number, by comparison, by samples and by any of them', () => {
    const at = { verdict: { field: ['s'], at_least: '1' } };
    assert.deepEqual(rowsOf('[{"id":"x","s":1},{"id":"y","s":0.99},{"id":"z"}]', at), [
      'x,a,1,pass',
      'y,a,1,fail',
      'z,a,1,malformed',
    ]);
    const same = { verdict: { field: ['p'], same_as: ['k'], among: ['o'], missing: ['null'] } };
    assert.deepEqual(
      rowsOf(
        '[{"id":"w","k":"A"},{"id":"x","p":"A","k":"A","o":{"A":1}},{"id":"y","p":"Z","k":"A","o":{"A":1}}]',
        same,
      ),
      ['w,a,1,missing', 'x,a,1,pass', 'y,a,1,malformed'],
    );
    const list = '[{"id":"x","l":[{"ok":false},{"ok":true}]}]';
    assert.deepEqual(rowsOf(list, { samples: ['l'] }), ['x,a,1,fail', 'x,a,2,pass']);
    assert.deepEqual(rowsOf(list, { any: ['l'] }), ['x,a,1,pass']);
  });

  test('from lists of cases, and what no list names', () => {
    const rule = {
      inputs: [
        { ...base, rows: ['solved'], case: { field: [] }, verdict: { always: 'pass' } },
        { ...base, rows: ['all'], case: { field: [] }, verdict: { always: 'fail' }, rest: true },
      ],
      fill: 'refuse',
    } as Extraction;
    assert.deepEqual(
      extractRows(rule, () => '{"solved":["x"],"all":["x","y"]}').map(row => `${row.case} ${row.verdict}`),
      ['x pass', 'y fail'],
    );
  });
});

describe('a rule that does not fit is refused', () => {
  const refused = (
    text: string,
    input: Partial<ExtractionInput>,
    pattern: RegExp,
    more: Partial<Extraction> = {},
  ) =>
    assert.throws(
      () => rowsOf(text, input, more),
      error => error instanceof ExtractionError && pattern.test(error.message),
    );

  test('for a case twice, a file of another form, and a name that no table can hold', () => {
    refused('[{"id":"x"},{"id":"x"}]', {}, /a second time/);
    refused('{', {}, /^f cannot be read as json/);
    refused('[1]', { rows: ['r'] }, /no list of rows/);
    refused('[{"id":"a b"}]', {}, /no identifier/);
    refused('[{"id":"x"}]', { case: { field: ['__proto__'] } }, /no identifier/);
  });

  test('for a case that an arm lacks, where that is no missing verdict', () => {
    const inputs = [
      { ...base, where: [{ field: ['arm'], is: ['a'] }] },
      { ...base, arm: 'b', where: [{ field: ['arm'], is: ['b'] }] },
    ] as ExtractionInput[];
    const text = '[{"id":"x","arm":"a","ok":true}]';
    assert.throws(
      () => extractRows({ inputs, fill: 'refuse' }, () => text),
      /No file states repeat 1 of the case `x` of `b`/,
    );
    assert.equal(extractRows({ inputs, fill: 'missing' }, () => text)[1]!.verdict, 'missing');
  });

  test('for totals that no row states', () => {
    const total = {
      file: 'f',
      arm: 'a',
      format: 'csv',
      where: [{ field: ['m'], is: ['x'] }],
      of: 'cost_usd',
      field: ['c'],
    } satisfies NonNullable<Extraction['totals']>[number];
    const rule = (text: string) =>
      extractTotals({ inputs: [base], fill: 'missing', totals: [total] }, () => text);
    assert.deepEqual(rule('m,c\nx,1.5\nx,2\ny,9\n').get('a'), { of: 'cost_usd', amount: 3.5 });
    assert.throws(() => rule('m,c\ny,1\n'), /does not state/);
  });
});

test('a regular expression is taken only if it is linear', () => {
  assert.ok(compileLinePattern('^id=(?<id>[a-z]+) (?<ok>\\d+)$').test('id=abc 12'));
  for (const pattern of [
    ...['a+', '^(a+)+$', '^a*a*$', '^(?<x>.+)(?<y>.+)$', '^[a-z]+[a-m]$', '^(?:a|a)*$', '^(?<x>a(?<y>b))$'],
    '^(?=a)a$',
  ])
    assert.throws(() => compileLinePattern(pattern), Error, pattern);
});
