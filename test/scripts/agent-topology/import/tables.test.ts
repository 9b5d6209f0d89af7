/** Results of promptfoo, and CSV files. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { ReadOptions } from '../../../../scripts/agent-topology/import/result.ts';
import { fileOf, fixture, readAll } from '../../../support/import.ts';

/** Reads a text in a format; returns a line for each result. */
async function read(format: string, text: string, options: ReadOptions = {}): Promise<string[]> {
  const results = await readAll(format, fileOf('results', text), options);
  return results.map(({ case_id, arm_hint, repetition, outcome }) =>
    [case_id, arm_hint, repetition, outcome].filter(part => part !== undefined).join(' '),
  );
}

const text = (name: string): string => readFileSync(fixture(name), 'utf8');

describe('promptfoo', () => {
  test('gives a result for each test and prompt, with errors told from failures', async () => {
    const results = await readAll('promptfoo', fixture('promptfoo.json'));
    assert.deepEqual(
      results.map(({ case_id, arm_hint, outcome }) => `${case_id} ${arm_hint} ${outcome}`).sort(),
      [
        ...['sum-broken 1:adder error', 'sum-broken 2:adder error', 'sum-large 1:adder fail'],
        ...['sum-large 2:adder fail', 'sum-small 1:adder pass', 'sum-small 2:adder pass'],
      ],
    );
    const broken = results.find(({ outcome }) => outcome === 'error')!;
    assert.deepEqual([broken.input_tokens, broken.seconds], [undefined, undefined]);
    const passed = results.find(({ outcome }) => outcome === 'pass')!;
    assert.deepEqual([passed.input_tokens, passed.output_tokens], [10, 2]);
    assert.match(passed.started_at!, /^2026-11-22T12:/);
  });

  const given = JSON.parse(text('promptfoo.json'));
  /** A file with some of the results. */
  const fileWith = (results: unknown[]): string => JSON.stringify({ results: { results } });

  test('numbers what `--repeat` ran', async () => {
    const [small] = given.results.results;
    assert.deepEqual(await read('promptfoo', fileWith([small, { ...small, testIdx: 7 }])), [
      ...['sum-small 1:adder 1 pass', 'sum-small 1:adder 2 pass'],
    ]);
  });

  test('says nothing of tokens and time that a cached response had', async () => {
    const cached = text('promptfoo.json').replaceAll('"output":', '"cached":true,"output":');
    const [result] = await readAll('promptfoo', fileOf('cached.json', cached));
    assert.deepEqual([result?.input_tokens, result?.seconds], [undefined, undefined]);
  });

  test('names cases by another field, and judges by a named score or a threshold, if told so', async () => {
    const large = fileWith([given.results.results[4]]);
    const judge = (options: ReadOptions) =>
      read('promptfoo', large, { caseField: 'metadata.case_id', ...options });
    assert.deepEqual(await judge({ caseField: 'vars.b' }), ['22 1:adder 1 fail']);
    assert.deepEqual(await judge({ scorer: 'exact', threshold: 0 }), ['large 1:adder 1 pass']);
    assert.deepEqual(await judge({ threshold: 0.5 }), ['large 1:adder 1 fail']);
    await assert.rejects(judge({ scorer: 'exact' }), { message: /The score is the number 0\..*--threshold/ });
    await assert.rejects(judge({ scorer: 'style' }), {
      message: /no named score `style`\. Named scores: exact\.$/,
    });
  });

  test('is refused where a test has no name, and where there are no results', async () => {
    const nameless = text('promptfoo.json').replaceAll('"description"', '"about"');
    await assert.rejects(read('promptfoo', nameless), {
      message: /results\.results\[0\]: This test has no description.*--case-field: vars\.NAME/,
    });
    await assert.rejects(read('promptfoo', text('promptfoo.json'), { caseField: 'name' }), {
      message: /not `name`/,
    });
    await assert.rejects(read('promptfoo', '{"results":{"results":[]}}'), { message: /It has no results/ });
    await assert.rejects(read('promptfoo', '{}'), { message: /no list `results\.results`/ });
  });
});

describe('a CSV file', () => {
  const header = 'case_id,outcome,arm,repetition,input_tokens,seconds,started_at,note\n';

  test('gives a result for each row, with a byte order mark and CRLF too', async () => {
    const rows = 'a,PASS,team,2,1200,3.5,2026-01-31T13:00:00+01:00,"x\ny"\nb,N,,,,,,\n';
    const text = `\ufeff${header}${rows}`.replaceAll(/(?<!x)\n/g, '\r\n');
    const file = fileOf('results.csv', text);
    const results = await readAll('csv', file);
    const [first, second] = results.map(({ claims: _, ...result }) => result);
    const expected = {
      ...{ file, place: 'line 3', case_id: 'a', outcome: 'pass', input_tokens: 1200, seconds: 3.5 },
      arm_hint: 'team',
    };
    assert.deepEqual(first, { ...expected, repetition: 2, started_at: '2026-01-31T12:00:00.000Z' });
    assert.deepEqual(second, { file, place: 'line 4', case_id: 'b', outcome: 'fail' });
  });

  test('may score by numbers', async () => {
    const table = 'case_id,outcome\na,0.9\nb,.5\n';
    assert.deepEqual(await read('csv', table, { threshold: 0.6 }), ['a pass', 'b fail']);
  });

  test('is refused with the place of what is wrong', async () => {
    for (const [rows, message] of [
      ['task\na\n', /line 1: There is no column `case_id`\. The columns are task\.$/],
      ['case_id,outcome,outcome\na,pass,fail\n', /line 1: Two columns are named `outcome`/],
      [`${header}a,maybe,,,,,,\n`, /line 2: "maybe" is not a score that this command can read/],
      [
        `${header}a,0.5,,,,,,\n`,
        /line 2: The score is the number 0\.5\. Name the lowest score that passes with --threshold/,
      ],
      [`${header}a,pass,,,-1,,,\n`, /line 2: `input_tokens` is "-1"/],
      [`${header}a,pass,,,1.5,,,\n`, /line 2: `input_tokens` is "1\.5"/],
      [`${header}a,pass,,,,Infinity,,\n`, /line 2: `seconds` is "Infinity"/],
      [`${header}a,pass,,0,,,,\n`, /line 2: A repetition is a whole number from 1, not "0"/],
      [`${header}a,pass,,,,,2026-01-31T12:00:00,\n`, /line 2: "2026-01-31T12:00:00" is not a time/],
      [`${header}a,pass,,,,,2026-02-30T12:00:00Z,\n`, /line 2: "2026-02-30T12:00:00Z" is not a time/],
      [`${header}a,pass\n`, /line 2: Invalid Record Length/],
      [`${header}"a,pass,,,,,,\n`, /line \d: Quote Not Closed/],
    ] as const)
      await assert.rejects(read('csv', rows), { name: 'Failure', message });
  });
});
