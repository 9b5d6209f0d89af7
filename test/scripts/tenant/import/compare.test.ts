/** Logs that say something else than the plan: they are refused, and what they do not say is unknown in signed evidence. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { machineName } from '../../../../scripts/tenant/import/compare.ts';
import {
  type EvaluationSetting,
  message,
  serveEvaluations,
  T,
  tenantId,
} from '../../../support/evaluation.ts';
import { temporaryFolder, write } from '../../../support/folder.ts';
import {
  armsOf,
  type FileAt,
  importedCases,
  importFolder,
  pair,
  planFile,
  results,
  solo,
  time,
} from '../../../support/imported.ts';
import { caseDigest, type InspectOptions, inspectLog, pinnedModel } from '../../../support/inspect-log.ts';
import type { Outcome } from '../../../support/program.ts';
import { start } from '../../../support/store.ts';
import { teamCommand } from '../../../support/team-command.ts';
import { fields, get } from '../../../support/tenant.ts';

type Fields = Record<string, unknown>;

const ends: (() => unknown)[] = [];
const file: FileAt = importFolder();
let setting: EvaluationSetting;
let environment: Record<string, string>;

before(async () => {
  const context = { after: (end: () => unknown) => void ends.push(end) };
  setting = await serveEvaluations(context as never, { dataDir: temporaryFolder(), databaseUrl: undefined });
  environment = {
    XDG_STATE_HOME: temporaryFolder(),
    AGENT_TOPOLOGY_URL: setting.server.address,
    AGENT_TOPOLOGY_TENANT: tenantId,
    AGENT_TOPOLOGY_TOKEN: setting.tenant.token,
    AGENT_TOPOLOGY_RUNNER_TOKEN: setting.runner.token,
  };
  const question = (name: string, ...lines: string[]) =>
    write(
      '/',
      file(name),
      message(
        'question',
        'title: Is the pair worth it',
        'description: Against one agent.',
        'task_class: coding.bug_fix',
        'suite: file:suite.md',
        'teams: [file:pair-lock.md]',
        'control: file:solo-lock.md',
        ...lines,
      ),
    );
  question(
    'question.md',
    'scorer:',
    `  digest: sha256:${'5c'.repeat(32)}`,
    '  name: match',
    '  threshold: "0.8000"',
  );
});
after(async () => {
  for (const end of ends) await end();
});

/** Scores as the teams pass: 0.9 or 0.3. */
const scoreOf = (passes: (n: number) => boolean) => (n: number) => (passes(n) ? 0.9 : 0.3);

/** Writes a log of each team. @param changes of the log of the pair */
function writeLogs(changes: Partial<InspectOptions> = {}, ofBoth: Partial<InspectOptions> = {}): void {
  write('/', file('solo.json'), inspectLog({ score: scoreOf(solo), ...ofBoth }));
  write('/', file('pair.json'), inspectLog({ score: scoreOf(pair), ...ofBoth, ...changes }));
}

let seed = 100;
/** A plan of the question that is registered before the runs, or of none. */
async function plan(isAsked = true): Promise<string> {
  setting.clock.at = start;
  seed += 1;
  const path = planFile(file, seed, ...(isAsked ? ['question: file:question.md'] : []));
  const documents = ['solo-lock.md', 'pair-lock.md', 'suite.md', ...(isAsked ? ['question.md'] : [])];
  const registered = await teamCommand(['tenant', 'register', ...documents.map(file)], environment);
  assert.equal(registered.code, 0, registered.stderr);
  const planned = await teamCommand(['tenant', 'plan', path], environment);
  assert.equal(planned.code, 0, planned.stderr);
  setting.clock.at = start + 2 * 3600;
  return path;
}

const tenantImport = (path: string, format: string, ending: string, ...more: string[]): Promise<Outcome> => {
  const files = [`solo.${ending}`, `pair.${ending}`] as const;
  const arms = armsOf(file, ...files).flatMap(arm => ['--arm', arm]);
  return teamCommand(
    ['tenant', 'import', format, ...files.map(file), ...arms, '--plan', path, ...more],
    environment,
  );
};

/** A CSV file with one more column of one value. */
const csvWith = (passes: (n: number) => boolean, column: string, value: string): string =>
  results(passes)
    .trim()
    .split('\n')
    .map((row, at) => `${row},${at === 0 ? column : value}`)
    .join('\n');

interface LineOptions {
  score: number;
  is_correct: boolean;
  hash?: string;
}

/** Writes results of both teams as Every Eval Ever, those of the pair as told. */
function writeLines(ofPair: (n: number) => LineOptions): void {
  const linesOf = (of: (n: number) => LineOptions) =>
    Array.from({ length: importedCases }, (_, at) => {
      const { hash = `case ${at + 1}`, ...evaluation } = of(at + 1);
      const common = { schema_version: '0.3.0', evaluation_id: 'e', model_id: `anthropic/${pinnedModel}` };
      const about = { evaluation_name: 'match', sample_id: `case-${at + 1}`, sample_hash: hash };
      return JSON.stringify({ ...common, ...about, evaluation });
    }).join('\n');
  write(
    '/',
    file('solo.jsonl'),
    linesOf(n => ({ score: solo(n) ? 1 : 0, is_correct: solo(n) })),
  );
  write('/', file('pair.jsonl'), linesOf(ofPair));
}

/** How many evaluations the tenant has started. */
const started = async (): Promise<number> =>
  ((fields(await get(setting.server, `${T}/evaluations/index.md`, setting.tenant)).items as unknown[]) ?? [])
    .length;

async function evidenceOf(stderr: string): Promise<Fields> {
  const job = /ev-[0-9a-f]{24}/.exec(stderr)![0];
  const { snapshot } = fields(await get(setting.server, `${T}/evaluations/${job}.md`, setting.tenant));
  assert.ok(snapshot, stderr);
  const path = `${T}/artifacts/sha256/${String(snapshot).slice(7)}.md`;
  return fields(await get(setting.server, path, setting.tenant));
}

const pairIn = (evidence: Fields): Fields => (evidence.pairs as Fields[])[0]!;

describe('a log that says something else than the plan is refused, and starts nothing', () => {
  let path: string;
  before(async () => {
    path = await plan();
  });

  async function refuse(
    expected: RegExp,
    changes: Partial<InspectOptions>,
    ...more: string[]
  ): Promise<void> {
    const before = await started();
    writeLogs(changes);
    const { code, stderr } = await tenantImport(path, 'inspect', 'json', ...more);
    assert.equal(code, 1, stderr);
    assert.match(stderr, expected);
    assert.equal(await started(), before);
  }

  test('by its model, also where a hidden one does the work', async () => {
    await refuse(
      /pair\.json: samples\[0\]: the log names the model `openai\/gpt-5-2025-08-07`, and \S+pair-lock\.md is pinned to claude-sonnet-4-5-20250929\. Import it for the lock .* \(The same of 29 more\.\)/,
      { model: 'openai/gpt-5-2025-08-07' },
    );
    const hidden = inspectLog({ score: scoreOf(pair), grader: 'openai/gpt-5-2025-08-07' });
    write('/', file('pair.json'), hidden.replace('"grader":', '"worker":'));
    const { code, stderr } = await tenantImport(path, 'inspect', 'json');
    assert.equal(code, 1);
    assert.match(stderr, /the log names the model `openai\/gpt-5-2025-08-07`/);
  });

  test('by its scorer, which is not the one of the question', async () => {
    writeLogs({ scorer: 'includes' });
    const { code, stderr } = await tenantImport(path, 'inspect', 'json');
    assert.equal(code, 2);
    assert.match(stderr, /pair\.json: samples\[0\]: There is no scorer `match`\. Scorers: includes\./);
    writeLogs({}, { scorer: 'includes' });
    const named = await tenantImport(path, 'inspect', 'json', '--scorer', 'includes');
    assert.equal(named.code, 1);
    assert.match(
      named.stderr,
      /solo\.json: samples\[0\]: the log was scored by `includes`, and the question fixed `match`\. Score it by that/,
    );
    write('/', file('pair.csv'), csvWith(pair, 'scorer', 'includes'));
    const csv = await tenantImport(path, 'csv', 'csv');
    assert.equal(csv.code, 1, csv.stderr);
    assert.match(
      csv.stderr,
      /pair\.csv: line 2: the log was scored by `includes`, and the question fixed `match`/,
    );
  });

  test('by its threshold, stated, used, or shown by what it counts as passed', async () => {
    await refuse(
      /--threshold is 0\.25, and the question of the plan fixed 0\.8\. Leave --threshold out/,
      {},
      '--threshold',
      '0.25',
    );
    write('/', file('pair.csv'), csvWith(pair, 'threshold', '0.25'));
    const stated = await tenantImport(path, 'csv', 'csv');
    assert.equal(stated.code, 1);
    assert.match(
      stated.stderr,
      /pair\.csv: line 2: the log says that a score passes from 0\.25 on, and the question from 0\.8 on\. Score it again/,
    );
    writeLines(n => ({ score: 0.3, is_correct: pair(n) }));
    const counted = await tenantImport(path, 'every-eval-ever', 'jsonl', '--started-at', time(start + 3600));
    assert.equal(counted.code, 1);
    assert.match(
      counted.stderr,
      /pair\.jsonl: line 1: the log counts a score of 0\.3 as passed, and by the question a score passes from 0\.8 on/,
    );
  });

  test('by the digest of its cases or suite, and by cases that two logs hold under one name', async () => {
    await refuse(
      /pair\.json: samples\[1\]: the log states sha256:[0-9a-f]{64} for the case `case-2`, which is sha256:[0-9a-f]{64} in the suite: it is another case\..* \(The same of 28 more\.\)/,
      { caseDigest: n => caseDigest(n === 1 ? 1 : n - 1) },
    );
    await refuse(
      /pair\.json: the log says that it is of the suite sha256:(00){32}, and the plan is of sha256:[0-9a-f]{64}\./,
      { metadata: { suite_digest: '00'.repeat(32) } },
    );
    writeLines(n => ({ score: pair(n) ? 1 : 0, is_correct: pair(n), hash: `other ${n}` }));
    const { code, stderr } = await tenantImport(
      path,
      'every-eval-ever',
      'jsonl',
      '--started-at',
      time(start + 3600),
    );
    assert.equal(code, 1);
    assert.match(
      stderr,
      /pair\.jsonl: line 1: the case `case-1` has another `sample_hash` than at \S+solo\.jsonl: line 1/,
    );
  });

  test('by its end: cancelled, failed, under way, or only half of it', async () => {
    for (const status of ['cancelled', 'error', 'started'] as const)
      await refuse(
        new RegExp(`pair\\.json: the log is not complete: its status is \`${status}\`\\. .* add --partial`),
        { status },
      );
    await refuse(/pair\.json: the log is not complete: it holds 20 of 30 samples\./, { samples: 20 });
    // To give up what is missing is no leave to take half a log.
    await refuse(/pair\.json: the log is not complete: it holds 20 of 30/, { samples: 20 }, '--give-up');
    await refuse(
      /pair\.json: the log is not complete: its status is `cancelled`/,
      { status: 'cancelled' },
      '--dry-run',
    );
  });
});

describe('what logs say is in signed evidence', () => {
  test('with scorer and threshold as they were used, and unknown where a log is silent', async () => {
    const path = await plan();
    writeLogs({}, { caseDigest, grader: 'openai/gpt-4o-2024-08-06' });
    const shown = await tenantImport(path, 'inspect', 'json', '--dry-run');
    assert.equal(shown.code, 0, shown.stderr);
    const line =
      /^ {2}its logs say: status complete, models same, cases same, scorer match, threshold 0\.8$/m;
    assert.match(shown.stdout, line);
    const { code, stderr } = await tenantImport(path, 'inspect', 'json');
    assert.equal(code, 0, stderr);
    const evidence = await evidenceOf(stderr);
    const known = {
      runs: 30,
      status: 'complete',
      models: 'same',
      cases: 'same',
      scorer: 'match',
      threshold: '0.8',
    };
    assert.deepEqual(
      (evidence.logs as Fields[]).map(({ lock: _, ...rest }) => rest),
      [known, known],
    );
    assert.deepEqual([pairIn(evidence).confounded_by, evidence.grade], [[], 'confirmatory']);
    assert.deepEqual((evidence.scorer as Fields).name, 'match');

    const silent = await plan(false);
    write('/', file('pair.csv'), results(pair));
    const quiet = await tenantImport(silent, 'csv', 'csv');
    assert.equal(quiet.code, 0, quiet.stderr);
    assert.deepEqual(
      ((await evidenceOf(quiet.stderr)).logs as Fields[]).map(({ lock: _, ...rest }) => rest),
      [1, 2].map(() => ({ runs: 30, status: 'unknown', models: 'unknown', cases: 'unknown' })),
    );
  });

  test('and half a log that was let in by --partial marks it', async () => {
    const path = await plan();
    writeLogs({ status: 'cancelled', samples: 20 });
    const first = await tenantImport(path, 'inspect', 'json', '--partial');
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stderr, /is running: 50 of 60 runs have a result/);
    writeLogs();
    const rest = await tenantImport(path, 'inspect', 'json');
    assert.equal(rest.code, 0, rest.stderr);
    const { logs, grade_reasons } = await evidenceOf(rest.stderr);
    assert.deepEqual(
      (logs as Fields[]).map(({ runs, status }) => [runs, status]),
      [
        [30, 'complete'],
        [20, 'partial'],
        [10, 'complete'],
      ],
    );
    assert.ok(
      (grade_reasons as string[]).includes(
        'partial: 20 of the imported runs are of logs that were cancelled, cut off or incomplete.',
      ),
    );
  });

  test('and arms that were scored differently are confounded', async () => {
    const path = await plan(false);
    write('/', file('solo.csv'), csvWith(solo, 'scorer', 'match'));
    write('/', file('pair.csv'), csvWith(pair, 'scorer', 'a lenient judge'));
    const { code, stderr } = await tenantImport(path, 'csv', 'csv');
    write('/', file('solo.csv'), results(solo));
    assert.equal(code, 0, stderr);
    const evidence = await evidenceOf(stderr);
    assert.deepEqual(pairIn(evidence).confounded_by, ['scorer']);
    assert.match(JSON.stringify(evidence.logs), /"scorer":"a-lenient-judge-[0-9a-f]{8}"/);
  });
});

test('the name of a scorer is always one that evidence takes, and keeps two names apart', () => {
  const form = /^[A-Za-z0-9][A-Za-z0-9._:/+-]{0,63}$/;
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 90 }),
      fc.string({ maxLength: 90 }),
      (one, other) => {
        assert.match(machineName(one), form);
        if (one !== other) assert.notEqual(machineName(one), machineName(other));
      },
    ),
    { seed: 34, numRuns: 100 },
  );
});
