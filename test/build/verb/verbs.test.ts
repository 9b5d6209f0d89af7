/** The verbs that programs of teams are written in, with inputs that a team wrote. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verbs } from '../../../build/verb/index.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { type Json, verbCaller } from '../../support/verb.ts';

const call = verbCaller(temporaryFolder());

const refuses = (name: string, input: unknown, message: RegExp) =>
  assert.rejects(call(name, input), { name: 'Refused', message });

test('every verb refuses fields that it does not have, and says which', async () => {
  for (const { name } of verbs) await refuses(name, { surprise: 1 }, /does not fit[\s\S]*surprise/);
});

describe('deduplicate', () => {
  const items = [
    { place: 'a.ts:1', why: 'x', time: '2026-01-01T00:00:00Z' },
    { place: 'A.ts:1 ', why: 'y', time: '2026-01-01T00:20:00Z' },
    { place: 'b.ts:2', why: 'z', time: '2026-01-01T00:05:00Z' },
  ];
  test('groups equal items and keeps all of them', async () => {
    const { groups } = await call('deduplicate', { items, by: ['place'] });
    assert.deepEqual(
      groups.map((each: Json) => [each.item.why, each.copies]),
      [
        ['x', 2],
        ['z', 1],
      ],
    );
    assert.deepEqual(
      groups[0].all.map((each: Json) => each.why),
      ['x', 'y'],
    );
  });
  test('groups only within minutes, and words that are nearly the same', async () => {
    const { groups } = await call('deduplicate', {
      items,
      by: ['place'],
      within: { field: 'time', minutes: 10 },
    });
    assert.equal(groups.length, 3);
    const ideas = ['Cold water slows the reaction', 'The reaction slows in cold water', 'Light starts it'];
    const near = await call('deduplicate', { items: ideas.map(idea => ({ idea })), by: ['idea'], near: 0.7 });
    assert.deepEqual(
      near.groups.map((each: Json) => each.copies),
      [2, 1],
    );
  });
});

describe('sample', () => {
  const items = Array.from({ length: 20 }, (_, id) => ({ id }));
  test('draws a share without repeats, no fewer than the least, and the same by the same seed', async () => {
    const { drawn, rest, seed } = await call('sample', { items, share: 0.05, least: 3 });
    assert.equal(drawn.length, 3);
    assert.equal(new Set([...drawn, ...rest].map((each: Json) => each.id)).size, 20);
    assert.deepEqual((await call('sample', { items, share: 0.05, least: 3, seed })).drawn, drawn);
  });
});

describe('vote', () => {
  const votes = (...answers: string[]) => answers.map((answer, at) => ({ voter: `v${at}`, answer }));
  test('counts answers in normal form', async () => {
    const { answer, share, verdict } = await call('vote', {
      votes: votes('1,000 km', '1000', ' 1000.0 km'),
      unit: 'km',
    });
    assert.deepEqual([answer, share, verdict], ['1,000 km', 1, 'decided']);
    assert.equal((await call('vote', { votes: votes('2/4', '1/2', '0.3') })).tally[0].weight, 2);
  });
  test('finds no majority below the least, and a tie only by what is preferred', async () => {
    assert.equal((await call('vote', { votes: votes('a', 'a', 'b'), least: 3 })).verdict, 'no majority');
    assert.deepEqual((await call('vote', { votes: votes('a', 'b') })).answer, null);
    assert.deepEqual((await call('vote', { votes: votes('a', 'b'), prefer: 'B' })).answer, 'b');
  });
  test('refuses two votes of one voter, who could decide alone', () =>
    refuses(
      'vote',
      {
        votes: [
          { voter: 'a', answer: 'x' },
          { voter: 'a', answer: 'x' },
        ],
      },
      /two votes/,
    ));
});

test('agreement gives the share with the interval of Wilson', async () => {
  const pairs = Array.from({ length: 10 }, (_, id) => ({
    id: `${id}`,
    first: 'a',
    second: id < 8 ? 'A' : 'b',
  }));
  const { share, interval, differ } = await call('agreement', { pairs });
  assert.equal(share, 0.8);
  // As R has it: prop.test(8, 10, correct = FALSE)$conf.int
  assert.deepEqual(
    interval.map((each: number) => each.toFixed(4)),
    ['0.4902', '0.9433'],
  );
  assert.deepEqual(differ, ['8', '9']);
});

test('match finds cases without a ruling, and rulings without a case', async () => {
  const cases = [{ case: 'one' }, { case: 'two' }];
  const rulings = [
    { case: 'ONE', ruling: 'confirmed' },
    { case: 'three', ruling: 'refuted' },
  ];
  const { matched, open, stray } = await call('match', { items: cases, rulings, key: 'case' });
  assert.deepEqual([matched.length, open, stray[0].case], [1, [{ case: 'two' }], 'three']);
});

test('arrange sorts by named values', async () => {
  const items = [{ severity: 'question' }, { severity: 'odd' }, { severity: 'blocks' }];
  const sorted = await call('arrange', {
    items,
    by: 'severity',
    values: ['blocks', 'should-fix', 'question'],
  });
  assert.deepEqual(
    sorted.items.map((each: Json) => each.severity),
    ['blocks', 'question', 'odd'],
  );
});

test('compare_readings calls a field that one reading lacks a conflict', async () => {
  const first = [
    { document: 'd', field: 'sum', value: '1,200' },
    { document: 'd', field: 'date', value: 'x' },
  ];
  const { agreed, conflicts, share } = await call('compare_readings', {
    first,
    second: [{ ...first[0], value: '1200' }],
  });
  assert.deepEqual([agreed.length, conflicts[0].field, share], [1, 'date', 0.5]);
});

test('pair gives both orders of near ratings, and rate counts a flip as a draw', async () => {
  const ratings = { a: 1000, b: 1010, c: 1500 };
  const { pairs } = await call('pair', { ratings, most: 1 });
  assert.deepEqual(pairs, [
    { first: 'a', second: 'b' },
    { first: 'b', second: 'a' },
  ]);
  assert.deepEqual((await call('pair', { ratings, most: 9, done: [['b', 'a']] })).pairs.length, 4);
  const equal = { a: 1000, b: 1000 };
  const flipped = pairs.map((each: Json) => ({ ...each, winner: 'first' }));
  assert.deepEqual(await call('rate', { ratings: equal, verdicts: flipped }), {
    ratings: equal,
    order: ['a', 'b'],
    flips: 1,
  });
  const won = await call('rate', {
    ratings: equal,
    verdicts: [{ first: 'a', second: 'b', winner: 'second' }],
  });
  assert.deepEqual([won.order[0], won.ratings.b], ['b', 1016]);
  await refuses(
    'rate',
    { ratings: equal, verdicts: [{ first: 'a', second: 'toString', winner: 'first' }] },
    /not both rated/,
  );
});

describe('texts', () => {
  test('check_quotes keeps a quote that stands in its page, across line ends, and drops others with the reason', async () => {
    const pages = [
      { page: 'p', text: 'Before. The  cat\nsat here. After.' },
      { page: 'q', text: 'Before. The cat sat here. After.' },
    ];
    const quotes = ['The cat sat', 'The dog sat', ''].map(quote => ({ quote, page: 'p' }));
    const { found, dropped, same_text } = await call('check_quotes', {
      quotes: [...quotes, { quote: 'x', page: 'none' }],
      pages,
    });
    assert.deepEqual(
      found.map((each: Json) => each.offset),
      [8],
    );
    assert.deepEqual(
      dropped.map((each: Json) => each.dropped),
      [...['The quote is not in the page.', 'The quote is empty.', 'The page was not saved.']],
    );
    assert.deepEqual(same_text, [['p', 'q']]);
  });
  test('check_quotes reads no page outside the folder', () =>
    refuses('check_quotes', { quotes: [], pages: [{ page: 'p', path: '../x' }] }, /leads out/));
  test('find_text finds every place', async () => {
    assert.deepEqual(
      (await call('find_text', { words: 'a b', text: 'a  b, a\nb' })).places.map((each: Json) => each.offset),
      [0, 5],
    );
    await refuses('find_text', { words: 'a' }, /Give `text` or `path`/);
  });
  test('cut_text covers the whole text, with the headings above each segment', async () => {
    const text = Array.from({ length: 30 }, (_, at) => `# Part ${at}\n\n${'word '.repeat(100)}\n\n`).join('');
    const { segments } = await call('cut_text', { texts: [{ id: 't', text }], tokens: 500, overlap: 50 });
    assert.equal(segments[0].from, 0);
    for (const [at, each] of segments.entries()) {
      assert.ok(each.text.length <= 2000 && each.text === text.slice(each.from, each.to));
      if (at > 0) assert.ok(each.from <= segments[at - 1].to);
    }
    assert.equal(segments.at(-1).to, text.length);
    assert.match(segments[3].headings[0], /^Part \d+$/);
    await refuses(
      'cut_text',
      { texts: [{ id: 't', text }], tokens: 100, overlap: 0, most: 2 },
      /More than 2 segments/,
    );
  });
  test('freeze sees a change, and check_form what a work lacks', async () => {
    const { sha256 } = await call('freeze', { text: 'plan' });
    assert.equal((await call('freeze', { text: 'plan', expected: sha256 })).same, true);
    assert.equal((await call('freeze', { text: 'Plan', expected: sha256 })).same, false);
    const { faults } = await call('check_form', { text: '# A\n\ntext', headings: ['A', 'B'] });
    assert.deepEqual(faults, ['The heading B is missing.']);
    const schema = { type: 'array', items: { type: 'integer' } };
    assert.deepEqual((await call('check_form', { text: '[1]', json_schema: schema })).faults, []);
    assert.ok((await call('check_form', { text: '["x"]', json_schema: schema })).faults.length > 0);
    assert.match((await call('check_form', { text: 'x', json_schema: schema })).faults[0], /is no JSON/);
  });
  for (const url of [
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'http://[::ffff:10.0.0.1]/',
    'file:///etc/passwd',
    'http://u:p@x.org/',
  ])
    test(`save_page does not reach ${url}`, () =>
      refuses('save_page', { url }, /is not on the open web|is no address/));
});
