/** Logs that say something else than the plan: they are refused, and what they do not say is unknown in signed evidence. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { compareLogs, machineName } from '../../../../../scripts/agent-topology/tenant/import/compare.ts';
import type { Target } from '../../../../../scripts/agent-topology/tenant/import/target.ts';
import { csvWith, importScene } from '../../../../support/import-scene.ts';
import { pair, results, solo } from '../../../../support/imported.ts';
import { caseDigest, type InspectOptions, inspectLog } from '../../../../support/inspect-log.ts';

const scene = importScene();
/** Scores as the pair passes: 0.9 or 0.3. */
const score = (n: number): number => (pair(n) ? 0.9 : 0.3);

describe('a log that says something else than the plan is refused, and starts nothing', () => {
  let path: string;
  before(async () => {
    path = await scene.plan();
  });
  const gpt = 'openai/gpt-5-2025-08-07';
  const named =
    /pair\.json: samples\[0\]: the log names the model `openai\/gpt-5-2025-08-07`, but \S+pair-lock\.md is pinned to claude-sonnet-4-5-20250929\. Import it for the lock .* \(The same is true of 29 more\.\)/;
  const half = /pair\.json: the log is not complete, because it holds 20 of 30 samples\./;
  const ended = /pair\.json: the log is not complete, because its status is `cancelled`\. .* add --partial/;
  const shifted = (n: number) => caseDigest(n === 1 ? 1 : n - 1);

  const logs: [what: string, changes: Partial<InspectOptions>, expected: RegExp, ...more: string[]][] = [
    ['its model', { model: gpt }, named],
    [
      'a threshold that was asked for',
      {},
      /--threshold is 0\.25, but the question of the plan fixed 0\.8\. Leave --threshold out/,
      '--threshold',
      '0.25',
    ],
    [
      'the digest of a case',
      { caseDigest: shifted },
      /pair\.json: samples\[1\]: the log states sha256:[0-9a-f]{64} for the case `case-2`, but the suite has sha256:[0-9a-f]{64}, so it is another case\..* \(The same is true of 28 more\.\)/,
    ],
    [
      'the digest of its suite',
      { metadata: { suite_digest: '00'.repeat(32) } },
      /pair\.json: the log is for the suite sha256:(00){32}, but the plan is for sha256:[0-9a-f]{64}\./,
    ],
    ['that it was cancelled', { status: 'cancelled' }, ended],
    ['that it was cancelled, in a dry run', { status: 'cancelled' }, ended, '--dry-run'],
    ['that it is one half', { samples: 20 }, half],
    ['that it is one half, where the rest is given up', { samples: 20 }, half, '--give-up'],
  ];
  for (const [what, changes, expected, ...more] of logs)
    test(`by ${what}`, async () => {
      const before = await scene.started();
      scene.writeLogs(changes);
      const { code, stderr } = await scene.import(path, 'inspect', 'json', ...more);
      assert.equal(code, 1, stderr);
      assert.match(stderr, expected);
      assert.equal(await scene.started(), before);
    });

  test('by a hidden model that does the work', async () => {
    scene.writeLogs();
    const hidden = inspectLog({ score, grader: gpt });
    scene.write('pair.json', hidden.replace('"grader":', '"worker":'));
    const { code, stderr } = await scene.import(path, 'inspect', 'json');
    assert.equal(code, 1);
    assert.match(stderr, /the log names the model `openai\/gpt-5-2025-08-07`/);
  });

  test('by its scorer, which is not the one of the question', async () => {
    scene.writeLogs({ scorer: 'includes' });
    const { code, stderr } = await scene.import(path, 'inspect', 'json');
    assert.equal(code, 2);
    assert.match(stderr, /pair\.json: samples\[0\]: There is no scorer `match`\. Scorers: includes\./);
    scene.writeLogs({}, { scorer: 'includes' });
    const other = await scene.import(path, 'inspect', 'json', '--scorer', 'includes');
    assert.equal(other.code, 1);
    assert.match(
      other.stderr,
      /solo\.json: samples\[0\]: `includes` scored the log, but the question fixed `match`\. Score it with that/,
    );
  });

  for (const [column, value, expected] of [
    ['scorer', 'includes', /line 2: `includes` scored the log, but the question fixed `match`/],
    [
      'threshold',
      '0.25',
      /line 2: the log says that a score passes from 0\.25 on, but the question from 0\.8 on\. Score it again/,
    ],
  ] as const)
    test(`by the column ${column} of a table`, async () => {
      scene.write('pair.csv', csvWith(pair, column, value));
      const { code, stderr } = await scene.import(path, 'csv', 'csv');
      assert.equal(code, 1, stderr);
      assert.match(stderr, expected);
    });
});

test('a score that the log counts as passed and the question does not is told', () => {
  const claims = { log: {}, models: [], scorer: 'assertions', passed: true };
  const result = { file: 'pair.json', place: '', case_id: 'a', outcome: 'fail', score: 0.3, claims } as const;
  const matched = [{ ...result, suite_case: 'a', repetition: 1 }];
  const none = { missing: [], unfit: [] };
  const scorer = { digest: 'd', name: 'assertions', threshold: '0.8' };
  const { differences } = compareLogs(
    [{ ...none, matched, arm: { lock: 'l', shown: 'l', what: undefined } }],
    { models: new Map([['l', []]]), cases: new Map(), scorer } as unknown as Target,
    { threshold: 0.8 },
  );
  assert.match(
    differences[0]!,
    /^pair\.json: the log counts a score of 0\.3 as passed, but by the question a score passes from 0\.8 on/,
  );
});

describe('what logs say is in signed evidence', () => {
  test('with scorer and threshold as they were used, and unknown where a log is silent', async () => {
    const path = await scene.plan();
    scene.writeLogs({}, { caseDigest, grader: 'openai/gpt-4o-2024-08-06' });
    const shown = await scene.import(path, 'inspect', 'json', '--dry-run');
    assert.equal(shown.code, 0, shown.stderr);
    const line =
      /^ {2}its logs say: status complete, models same, cases same, scorer match, threshold 0\.8$/m;
    assert.match(shown.stdout, line);
    const { code, stderr } = await scene.import(path, 'inspect', 'json');
    assert.equal(code, 0, stderr);
    const evidence = await scene.evidenceOf(stderr);
    const known = {
      ...{ runs: 30, status: 'complete', models: 'same', cases: 'same', scorer: 'match', threshold: '0.8' },
    };
    assert.deepEqual(
      evidence.logs.map(({ lock: _, ...rest }) => rest),
      [known, known],
    );
    assert.deepEqual([evidence.pairs[0]!.confounded_by, evidence.grade], [[], 'confirmatory']);
    assert.deepEqual((evidence.scorer as { name: string }).name, 'match');

    const silent = await scene.plan(false);
    scene.write('pair.csv', results(pair));
    const quiet = await scene.import(silent, 'csv', 'csv');
    assert.equal(quiet.code, 0, quiet.stderr);
    assert.deepEqual(
      (await scene.evidenceOf(quiet.stderr)).logs.map(({ lock: _, ...rest }) => rest),
      [1, 2].map(() => ({ runs: 30, status: 'unknown', models: 'unknown', cases: 'unknown' })),
    );
  });

  test('and half a log that was let in by --partial marks it', async () => {
    const path = await scene.plan();
    scene.writeLogs({ status: 'cancelled', samples: 20 });
    const first = await scene.import(path, 'inspect', 'json', '--partial');
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stderr, /is running: 50 of 60 runs have a result/);
    scene.writeLogs();
    const rest = await scene.import(path, 'inspect', 'json');
    assert.equal(rest.code, 0, rest.stderr);
    const { logs, grade_reasons } = await scene.evidenceOf(rest.stderr);
    assert.deepEqual(
      logs.map(({ runs, status }) => [runs, status]),
      [
        [30, 'complete'],
        [20, 'partial'],
        [10, 'complete'],
      ],
    );
    assert.ok(
      (grade_reasons as string[]).includes(
        'partial: 20 of the imported runs come from logs that were cancelled, cut off or incomplete.',
      ),
    );
  });

  test('and arms that were scored differently are confounded', async () => {
    const path = await scene.plan(false);
    scene.write('solo.csv', csvWith(solo, 'scorer', 'match'));
    scene.write('pair.csv', csvWith(pair, 'scorer', 'a lenient judge'));
    const { code, stderr } = await scene.import(path, 'csv', 'csv');
    scene.write('solo.csv', results(solo));
    assert.equal(code, 0, stderr);
    const evidence = await scene.evidenceOf(stderr);
    assert.deepEqual(evidence.pairs[0]!.confounded_by, ['scorer']);
    assert.match(JSON.stringify(evidence.logs), /"scorer":"a-lenient-judge-[0-9a-f]{8}"/);
  });
});

test('the name of a scorer is always one that evidence takes, and keeps two names apart', () => {
  const form = /^[A-Za-z0-9][A-Za-z0-9._:/+-]{0,63}$/;
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 90 }), fc.string({ maxLength: 90 }), (one, other) => {
      assert.match(machineName(one), form);
      if (one !== other) assert.notEqual(machineName(one), machineName(other));
    }),
    { seed: 34, numRuns: 100 },
  );
});
