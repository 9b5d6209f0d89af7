/** Logs of Inspect, as its own recorders wrote them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileOf, fixture, readAll } from '../../../support/import.ts';
import { zipOf } from '../../../support/zip.ts';

const read = async (name: string, options = {}): Promise<string[]> => {
  const results = await readAll('inspect', fixture(name), options);
  return results.map(({ case_id, repetition, outcome }) => `${case_id} ${repetition} ${outcome}`).sort();
};

const sums = [
  ...['3 1 fail', '3 2 error', 'sum-large 1 fail', 'sum-large 2 partial'],
  ...['sum-small 1 pass', 'sum-small 2 pass'],
];

describe('a log of Inspect', () => {
  test('gives a result for each sample, the same from an archive and from JSON', async () => {
    assert.deepEqual(await read('sums.eval'), sums);
    assert.deepEqual(await read('sums.json'), sums);
  });

  test('tells tokens with cached ones, time and start, and leaves unknown what it does not tell', async () => {
    const results = await readAll('inspect', fixture('sums.eval'));
    const {
      file: _,
      claims: __,
      ...first
    } = results.find(({ place }) => place === 'samples/sum-small_epoch_1.json')!;
    assert.deepEqual(first, {
      ...{ place: 'samples/sum-small_epoch_1.json', case_id: 'sum-small', repetition: 1, outcome: 'pass' },
      ...{ input_tokens: 141, output_tokens: 1, seconds: 3.25, started_at: '2026-03-02T10:00:11.000Z' },
    });
    const broken = results.find(({ outcome }) => outcome === 'error')!;
    assert.equal(broken.input_tokens, undefined);
  });

  test('counts cached tokens once in logs that counted them as input', async () => {
    const log = JSON.parse(readFileSync(fixture('sums.json'), 'utf8'));
    const usage = { input_tokens: 141, input_tokens_cache_read: 40, output_tokens: 1, total_tokens: 142 };
    for (const sample of log.samples) sample.model_usage = { 'sums/adder': usage };
    const [result] = await readAll('inspect', fileOf('old.json', JSON.stringify(log)));
    assert.equal(result?.input_tokens, 141);
  });

  test('with several scorers needs the name of one, and a threshold for numbers', async () => {
    const name = 'scorers.eval';
    await assert.rejects(read(name), {
      message: /Name one scorer with --scorer: match, quality, parts\.logic, parts\.style\.$/,
    });
    await assert.rejects(read(name, { scorer: 'style' }), { message: /There is no scorer `style`/ });
    await assert.rejects(read(name, { scorer: 'quality' }), { message: /is the number 0\.\d.*--threshold/ });
    assert.deepEqual(await read(name, { scorer: 'match' }), ['sum-large 1 fail', 'sum-small 1 pass']);
    assert.deepEqual(await read(name, { scorer: 'quality', threshold: 0.9 }), [
      'sum-large 1 fail',
      'sum-small 1 pass',
    ]);
    // NaN says that the scorer could not decide.
    assert.deepEqual(await read(name, { scorer: 'parts.style', threshold: 1 }), [
      'sum-large 1 pass',
      'sum-small 1 error',
    ]);
  });

  test('that was cut off is read as far as it goes, the last record of a sample alone', async () => {
    const start = { version: 2, eval: { model: 'm', created: '2026-03-02T10:00:00+00:00' } };
    const sample = (value: string) => JSON.stringify({ id: 'a/b', epoch: 1, scores: { match: { value } } });
    const archive = zipOf([
      { name: '_journal/start.json', content: JSON.stringify(start) },
      { name: 'samples/a/b_epoch_1.json', content: sample('I') },
      { name: 'samples/a/b_epoch_1.json', content: sample('C'), method: 0 },
      { name: 'samples/c_epoch_1/sample.json', content: sample('P') },
      { name: 'samples/c_epoch_1/events/0.json', content: 'not read' },
    ]);
    const results = await readAll('inspect', fileOf('cut.eval', archive));
    assert.deepEqual(
      results.map(({ outcome, started_at }) => [outcome, started_at]),
      [
        ['pass', '2026-03-02T10:00:00.000Z'],
        ['partial', '2026-03-02T10:00:00.000Z'],
      ],
    );
    const log = { status: 'partial', because: 'it has no header, so it was cut off' };
    assert.deepEqual(results[0]!.claims.log, log);
  });

  test('is refused without samples, without scores, invalidated, or of another tool', async () => {
    const log = JSON.parse(readFileSync(fixture('sums.json'), 'utf8'));
    const rejects = (changes: object, message: RegExp) =>
      assert.rejects(readAll('inspect', fileOf('log.json', JSON.stringify({ ...log, ...changes }))), {
        message,
      });
    await rejects({ samples: [] }, /The log has no samples/);
    await rejects(
      { samples: [{ ...log.samples[0], scores: null }] },
      /samples\[0\]: The sample has no score\. Run `inspect score`/,
    );
    await rejects(
      { samples: [{ ...log.samples[0], invalidation: {} }] },
      /samples\[0\]: This sample was invalidated/,
    );
    await rejects({ invalidated: true }, /were invalidated\. Run `inspect eval-retry`/);
    await rejects({ eval: {} }, /not a log of Inspect/);
    await assert.rejects(read('promptfoo.json'), { message: /not a log of Inspect/ });
  });
});
