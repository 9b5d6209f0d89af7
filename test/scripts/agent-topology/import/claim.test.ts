/** Claims of logs beside their results: each is told as it is, and a claim that a log does not make is absent. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { ImportedResult, ReadOptions } from '../../../../scripts/agent-topology/import/result.ts';
import { fileOf, fixture, readAll } from '../../../support/import.ts';
import { inspectLog } from '../../../support/inspect-log.ts';

async function claimsOf(format: string, file: string, options: ReadOptions = {}) {
  const results = await readAll(format, file, options);
  return results.map(({ claims }): ImportedResult['claims'] => claims);
}
const firstOf = async (format: string, text: string, options?: ReadOptions) =>
  (await claimsOf(format, fileOf('log', text), options))[0]!;
const textOf = (name: string): string => readFileSync(fixture(name), 'utf8');
const digest = `sha256:${'0a'.repeat(32)}`;

describe('a log of Inspect says', () => {
  test('how it ended, its models and the scorer that decided, the same from an archive and from JSON', async () => {
    for (const name of ['sums.eval', 'sums.json']) {
      const [first] = await claimsOf('inspect', fixture(name));
      assert.deepEqual(first, { log: { status: 'complete' }, models: ['sums/adder'], scorer: 'match' });
    }
    const named = { scorer: 'quality', threshold: 0.9 };
    assert.equal((await claimsOf('inspect', fixture('scorers.eval'), named))[0]!.scorer, 'quality');
  });

  test('that it was cancelled, failed, is under way, or holds fewer samples than it had', async () => {
    const options = { threshold: 0.5 };
    const because = async (changes: object) => {
      const { log } = await firstOf('inspect', inspectLog({ score: () => 1, ...changes }), options);
      return [log.status, log.because];
    };
    for (const status of ['started', 'cancelled', 'error'])
      assert.deepEqual(await because({ status }), ['partial', `its status is \`${status}\``]);
    assert.deepEqual(await because({ samples: 7 }), ['partial', 'it holds 7 of 30 samples']);
    assert.deepEqual(await because({}), ['complete', undefined]);
  });

  test('which models worked, and leaves out those that it only gives to scorers', async () => {
    const graded = inspectLog({ score: () => 1, grader: 'openai/gpt-4o-2024-08-06' });
    const { models } = await firstOf('inspect', graded, { threshold: 0.5 });
    assert.deepEqual(models, ['anthropic/claude-sonnet-4-5-20250929']);
    const hidden = graded.replace('"grader":', '"critic":');
    assert.equal((await firstOf('inspect', hidden, { threshold: 0.5 })).models.length, 2);
    const none = inspectLog({ score: () => 1, model: 'none/none' });
    assert.deepEqual((await firstOf('inspect', none, { threshold: 0.5 })).models, []);
  });

  test('the digests of suite and case where its metadata states them', async () => {
    const log = inspectLog({
      score: () => 1,
      caseDigest: () => digest,
      metadata: { suite_digest: digest.slice(7).toUpperCase() },
    });
    const claims = await firstOf('inspect', log, { threshold: 0.5 });
    assert.deepEqual([claims.case_digest, claims.log.suite_digest], [digest, digest]);
    const wrong = inspectLog({ score: () => 1, caseDigest: () => 'md5:1' });
    assert.equal((await firstOf('inspect', wrong, { threshold: 0.5 })).case_digest, undefined);
  });
});

describe('results of others say', () => {
  test('in promptfoo the model of a known vendor, the threshold of the test, and that results are missing', async () => {
    const [plain] = await claimsOf('promptfoo', fixture('promptfoo.json'));
    assert.deepEqual(plain, { log: {}, models: [], scorer: 'assertions', passed: true });
    const given = JSON.parse(textOf('promptfoo.json'));
    const changed = structuredClone(given);
    changed.results.results[0].provider.id = 'anthropic:messages:claude-sonnet-4-5-20250929';
    changed.results.results[0].testCase.threshold = 0.8;
    changed.results.results[0].testCase.metadata = { case_digest: digest };
    changed.results.results.pop();
    changed.config.metadata = { suite_digest: digest };
    const because = `it holds ${given.results.results.length - 1} of ${given.results.results.length} results`;
    const [first] = await claimsOf('promptfoo', fileOf('results.json', JSON.stringify(changed)));
    assert.deepEqual(first, {
      log: { status: 'partial', because, suite_digest: digest },
      models: ['claude-sonnet-4-5-20250929'],
      scorer: 'assertions',
      passed: true,
      threshold: 0.8,
      case_digest: digest,
    });
    const withProvider = (id: string) =>
      JSON.stringify({ results: { results: [{ ...given.results.results[0], provider: { id } }] } });
    for (const id of ['file://provider.cjs', 'openai:assistant:asst_1', 'azure:chat:my-deployment', 'exec:x'])
      assert.deepEqual((await firstOf('promptfoo', withProvider(id))).models, []);
  });

  test('in a CSV file what its columns say, and are refused where they cannot mean it', async () => {
    const header = 'case_id,outcome,model,scorer,threshold,case_digest,suite_digest,log_status\n';
    const csv = (row: string) => firstOf('csv', `${header}${row}\n`);
    assert.deepEqual(await csv(`a,pass,m-1.0.0,match,0.5,${digest},${digest},complete`), {
      log: { status: 'complete', suite_digest: digest },
      models: ['m-1.0.0'],
      scorer: 'match',
      threshold: 0.5,
      case_digest: digest,
    });
    assert.deepEqual(await csv('a,pass,,,,,,'), { log: {}, models: [] });
    assert.equal((await csv('a,pass,,,,,,Cancelled')).log.because, 'line 2 has the `log_status` "Cancelled"');
    for (const [row, message] of [
      ['a,pass,,,,,,perhaps', /line 2: `log_status` is "perhaps"\. Write complete or partial/],
      ['a,pass,,,high,,,', /line 2: `threshold` is "high"\. Correct it/],
      ['a,pass,,,,abc,,', /line 2: `case_digest` is "abc"\. Expected sha256:/],
      [
        `a,pass,,,,,${digest},\nb,pass,,,,,sha256:${'1'.repeat(64)},`,
        /line 3: Its rows state several `suite_digest`/,
      ],
    ] as const)
      await assert.rejects(claimsOf('csv', fileOf('r.csv', `${header}${row}\n`)), { message });
  });
});
