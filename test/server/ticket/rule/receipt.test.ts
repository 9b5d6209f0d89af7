/** Receipts: every field rule (docs/use-tickets.md#11), and that the short way of reading gives the verdicts of the strict one. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isModelAlias } from '#document/kind/model-id.ts';
import { readReceipt } from '../../../../server/ticket/rule/receipt.ts';
import { digestOf } from '../../../../server/ticket/rule/report-digest.ts';
import { receiptText } from '../../../support/receipt.ts';

/** Reads a receipt with changes; returns its faults, each as `field rule`. */
function faultsOf(changes: Record<string, string | undefined>, body = ''): string[] {
  const parsed = readReceipt(receiptText(changes) + body);
  return parsed.ok ? [] : parsed.faults.map(({ field, rule }) => `${field} ${rule}`.trim());
}

const long = 'a'.repeat(129);

describe('a receipt', () => {
  test('is refused with invisible characters, as they are or behind escapes', () => {
    assert.deepEqual(faultsOf({ model_id: 'gpt-\u200B5' }), ['hidden-character']);
    assert.deepEqual(faultsOf({ ticket: 'a\u{E0041}b' }), ['hidden-character']);
    assert.deepEqual(faultsOf({ ticket: '"a\\u200Bb"' }), ['ticket hidden-character']);
    assert.deepEqual(faultsOf({ '"x\\u00AD"': '1' }), ['hidden-character']);
    assert.deepEqual(faultsOf({}, '\u00A0\n'), ['hidden-character']);
  });

  const good: [string, Record<string, string | undefined>][] = [
    ['with every field', {}],
    ['without a precision', { model_precision: undefined }],
    ['of a model family', { model_id: 'claude-opus', model_precision: 'family' }],
    ['of an exact preview', { model_id: 'gpt-4-0125-preview' }],
    ['of a preview with its date after it', { model_id: 'gemini-2.5-pro-preview-05-06' }],
    ['of a model behind a path', { model_id: 'meta-llama/Llama-3.3-70B-Instruct' }],
    ['of a model with a tag', { model_id: 'qwen2.5-coder:32b-instruct-q4_K_M' }],
    ['with a model id of 128 characters', { model_id: 'm'.repeat(128) }],
    ['with a ticket of 1024 characters', { ticket: 't'.repeat(1024) }],
    ['that failed without a test', { outcome: 'fail', tests_ran: '0', tests_passed: '0' }],
    ['that was abandoned', { outcome: 'abandoned', tests_ran: '0', tests_passed: '0' }],
    ['that passed in part', { outcome: 'partial', tests_ran: '5', tests_passed: '4' }],
    ['with the greatest counts', { tests_ran: '1000000000', tests_passed: '1000000000' }],
    [
      'with the greatest tokens and time',
      { input_tokens: '1000000000000', output_tokens: '1000000000000', elapsed_milliseconds: '2678400000' },
    ],
    ['that knows no numbers', { input_tokens: 'null', output_tokens: '~', elapsed_milliseconds: 'Null' }],
    ['with a field in quotes', { model_id: '"m-1"', outcome: "'pass'" }],
    ['of another domain', { task_class: 'operations.restore_2_backups' }],
  ];
  for (const [what, changes] of good) test(`${what} is good`, () => assert.deepEqual(faultsOf(changes), []));

  const bad: [string, Record<string, string | undefined>, string[]][] = [
    ['of another schema', { schema: 'formation.use_receipt/v0.2' }, ['schema value']],
    ['of another kind', { kind: 'receipt' }, ['kind value']],
    ['without a ticket', { ticket: undefined }, ['ticket required']],
    ['with an empty ticket', { ticket: '""' }, ['ticket minimum']],
    ['with a ticket of 1025 characters', { ticket: 't'.repeat(1025) }, ['ticket maximum']],
    ['with a number for a ticket', { ticket: '12' }, ['ticket type']],
    ['without a model', { model_id: undefined }, ['model_id required']],
    ['of a latest alias', { model_id: 'claude-3-5-sonnet-latest' }, ['model_id value']],
    ['of the alias latest itself', { model_id: 'latest' }, ['model_id value']],
    ['of a preview without a date', { model_id: 'gpt-4-turbo-preview' }, ['model_id value']],
    ['with a sentence for a model', { model_id: 'the big one' }, ['model_id format']],
    ['with a URL for a model', { model_id: 'https://models.example/x' }, ['model_id format']],
    ['with a model id of 129 characters', { model_id: long }, ['model_id maximum']],
    ['of another precision', { model_precision: 'rough' }, ['model_precision value']],
    ['with a precision of nothing', { model_precision: 'null' }, ['model_precision value']],
    ['of another domain', { task_class: 'cooking.bake' }, ['task_class format']],
    ['of a task in words', { task_class: 'coding.fix the bug' }, ['task_class format']],
    ['of a task in capitals', { task_class: 'coding.Fix' }, ['task_class format']],
    ['of a domain alone', { task_class: 'coding' }, ['task_class format']],
    [
      'with a task class of 129 characters',
      { task_class: `coding.${'a'.repeat(122)}` },
      ['task_class maximum'],
    ],
    ['of another outcome', { outcome: 'worked' }, ['outcome value']],
    ['that passed without a test', { tests_ran: '0', tests_passed: '0' }, ['outcome pass-needs-tests']],
    ['that passed with a failure', { tests_passed: '11' }, ['outcome pass-needs-tests']],
    [
      'with more passed than ran',
      { outcome: 'fail', tests_ran: '3', tests_passed: '4' },
      ['tests_passed tests'],
    ],
    [
      'with tests below 0',
      { tests_ran: '-1' },
      ['outcome pass-needs-tests', 'tests_ran minimum', 'tests_passed tests'],
    ],
    ['with half a test', { tests_ran: '12.5' }, ['tests_ran front-matter']],
    ['with a text for a number', { tests_ran: '"12"' }, ['tests_ran type']],
    ['with no tests ran', { tests_ran: 'null' }, ['tests_ran type']],
    [
      'with too many tests',
      { tests_ran: '1000000001', tests_passed: '1000000001' },
      ['tests_ran maximum', 'tests_passed maximum'],
    ],
    ['with too many tokens', { input_tokens: '1000000000001' }, ['input_tokens maximum']],
    ['with tokens left out', { output_tokens: undefined }, ['output_tokens required']],
    [
      'with 31 days and a millisecond',
      { elapsed_milliseconds: '2678400001' },
      ['elapsed_milliseconds maximum'],
    ],
    ['with a field of its own', { note: 'all went well' }, ['note unknown-field']],
    ['with a visibility', { visibility: 'public' }, ['visibility unknown-field']],
  ];
  for (const [what, changes, faults] of bad)
    test(`${what} is refused`, () => assert.deepEqual(faultsOf(changes), faults));

  test('with undeclared fields is told of the first of them and how many there are beside', () => {
    const junk = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`junk_${at}`, '1']));
    const first = Array.from({ length: 5 }, (_, at) => `junk_${at} unknown-field`);
    assert.deepEqual(faultsOf(junk(5)), first);
    assert.deepEqual(faultsOf({ ...junk(100), ticket: undefined }), [
      'ticket required',
      ...first,
      'unknown-field',
    ]);
    const parsed = readReceipt(receiptText(junk(100)));
    assert.match(!parsed.ok ? parsed.faults.at(-1)!.message : '', /^95 more fields are undeclared\.$/);
    assert.deepEqual(faultsOf(junk(420)), ['unknown-field']);
  });

  test('has no text after its fields', () => {
    assert.deepEqual(faultsOf({}, '\nIt went well.\n'), ['empty-body']);
    assert.deepEqual(faultsOf({}, '\n \n\t\n'), []);
  });

  test('is told of everything that is wrong at once, each with its line', () => {
    const parsed = readReceipt(
      `${receiptText({ model_id: 'auto', outcome: 'great', secret: 'x', input_tokens: '-1' })}\nhello\n`,
    );
    assert.ok(!parsed.ok);
    assert.deepEqual(
      parsed.faults.map(({ field, line }) => [field, line]),
      [
        ['model_id', 5],
        ['outcome', 8],
        ['input_tokens', 11],
        ['secret', 14],
        ['', 17],
      ],
    );
  });

  test('says where its ticket is', () => {
    const parsed = readReceipt(receiptText({}));
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.ticketPlace(), { line: 4, column: 1 });
  });

  test('has the digest of its declared values: order, quotes, line ends and defaults do not matter', () => {
    const digest = (text: string) => {
      const parsed = readReceipt(text);
      assert.ok(parsed.ok);
      return digestOf(parsed.receipt);
    };
    const text = receiptText({});
    const [first, ...rest] = text.split('\n').slice(1, -2);
    const others = [
      receiptText({ model_precision: undefined }),
      receiptText({ model_id: '"model-2026-01-01"' }),
      text.replaceAll('\n', '\r\n'),
      `---\n${[...rest, first].join('\n')}\n---\n`,
      `${text}\n\n`,
      text.replace('tests_ran: 12', 'tests_ran: 0xc # twelve'),
    ];
    for (const other of others) assert.equal(digest(other), digest(text), other);
    for (const changes of [{ outcome: 'fail' }, { model_precision: 'family' }, { output_tokens: '0' }])
      assert.notEqual(digest(receiptText(changes)), digest(text));
  });
});

describe('an alias', () => {
  test('ends in a word that points to whatever is newest', () => {
    for (const id of [
      ...['latest', 'AUTO', 'openrouter/auto', 'llama3:latest', 'x-stable', 'default', 'o1-preview'],
    ])
      assert.ok(isModelAlias(id), id);
  });

  test('is none when a date or full version pins it', () => {
    for (const id of [
      'gpt-5',
      'o1-preview-2024-09-12',
      'x-20250101-preview',
      'x-1.2.3-preview',
      'automodel-1',
    ])
      assert.ok(!isModelAlias(id), id);
  });
});
