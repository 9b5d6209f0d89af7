/** The short way of reading a receipt gives the verdicts of the strict one. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readDocument } from '#document/front-matter.ts';
import { readFlat } from '../../../server/ticket/flat.ts';
import { readReceipt, readStrictly } from '../../../server/ticket/receipt.ts';
import { receiptText } from '../../support/receipt.ts';

describe('the short way of reading', () => {
  const value = fc.oneof(
    fc.constantFrom(
      'null',
      'true',
      '~',
      '0',
      '12',
      '012',
      '1e3',
      '-1',
      '0x1',
      'a',
      'a:b',
      'a:',
      ':a',
      '"a"',
      "'a'",
    ),
    fc.constantFrom(
      '"a',
      '[a]',
      '{a}',
      '&a b',
      '*a',
      '!a',
      '|',
      '>',
      '# a',
      'a # b',
      'a: b',
      '- a',
      '@a',
      '`',
      '%',
    ),
    fc.constantFrom(
      'No',
      'yes',
      'TRUE',
      'Null',
      '.inf',
      '.nan',
      '1.5',
      '9007199254740993',
      '1_000',
      '12:30:45',
    ),
    fc.string({ maxLength: 12 }),
    fc.string({ maxLength: 12, unit: fc.constantFrom(...'ab1.:-_/@"\' #~') }),
  );
  const name = fc.constantFrom(
    'schema',
    'kind',
    'ticket',
    'model_id',
    'outcome',
    'x',
    '<<',
    '__proto__',
    'a b',
    '',
  );
  const line = fc.oneof(
    fc.tuple(name, value).map(([field, text]) => `${field}: ${text}`),
    fc.constantFrom('', '---', '...', '%', '# note', 'a', ' a: b', '- a'),
  );
  const documents = fc
    .tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom('\n', '', '\nbody', '\r\n'))
    .map(([lines, end]) => `---\n${lines.join('\n')}\n---${end}`);

  test('is taken for a receipt as clients write it', () => {
    assert.equal(readFlat(receiptText())?.outcome, 'pass');
  });

  test('reads what the strict way reads, or leaves it to that', () => {
    fc.assert(
      fc.property(documents, text => {
        const flat = readFlat(text);
        if (flat === undefined) return;
        const reading = readDocument(text);
        assert.ok(reading.ok, text);
        assert.deepEqual(flat, { ...reading.document.value });
        assert.equal(reading.document.body, '');
      }),
      { numRuns: 5000 },
    );
  });

  test('comes to the same verdict on receipts, good and bad', () => {
    const field = fc.constantFrom(
      'ticket',
      'model_id',
      'model_precision',
      'task_class',
      'outcome',
      'tests_ran',
    );
    fc.assert(
      fc.property(field, value, (changed, text) => {
        const receipt = receiptText({ [changed]: text });
        const [short, strict] = [readReceipt(receipt), readStrictly(receipt)];
        assert.deepEqual({ ...short, ticketPlace: 0 }, { ...strict, ticketPlace: 0 });
      }),
      { numRuns: 2000 },
    );
  });
});
