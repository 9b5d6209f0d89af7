/** `agent-topology tenant import`: what it sends, what it refuses, and that it sends nothing twice. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { connect, connectRunner } from '../../../../scripts/agent-topology/tenant/connection.ts';
import { type ImportOptions, importResults } from '../../../../scripts/agent-topology/tenant/import.ts';
import type { Failure } from '../../../../scripts/support/failure.ts';
import { T } from '../../../support/evaluation.ts';
import { temporaryFolder, write } from '../../../support/folder.ts';
import { htmlFaults } from '../../../support/html.ts';
import { importScene } from '../../../support/import-scene.ts';
import { armsOf, importedCases, pair, planFile, results, solo, time } from '../../../support/imported.ts';
import { type Outcome, program } from '../../../support/program.ts';
import type { Relay } from '../../../support/relay.ts';
import { start } from '../../../support/store.ts';
import { teamCommand } from '../../../support/team-command.ts';
import { type Fields, fields, get } from '../../../support/tenant.ts';

const scene = importScene();
const { file } = scene;
const words = (...arms: string[]): string[] => arms.flatMap(arm => ['--arm', arm]);
const both = (): string[] => ['csv', file('solo.csv'), file('pair.csv'), ...words(...armsOf(file))];
const tenant = (words: string[]): Promise<Outcome> => scene.tenant(...words);

/** A plan that is registered, with all that it names. Returns its path. */
async function planned(seed: number, ...lines: string[]): Promise<string> {
  const plan = planFile(file, seed, ...lines);
  const documents = [file('solo-lock.md'), file('pair-lock.md'), file('suite.md'), file('profile.md')];
  await scene.allRight(['register', ...documents], ['plan', plan]);
  return plan;
}

const posts = (route = ''): number =>
  scene.relay.requests.filter(({ method, url }) => method === 'POST' && url!.endsWith(route)).length;
const jobIn = (text: string): string => /ev-[0-9a-f]{24}/.exec(text)![0];
const page = async (job: string): Promise<Fields> =>
  fields(await get(scene.setting.server, `${T}/evaluations/${job}.md`, scene.setting.tenant));

describe('tenant import', () => {
  test('first shows what fits, what is missing and what would be sent, and sends nothing', async () => {
    scene.setting.clock.at = start + 2 * 3600;
    write('/', file('short.csv'), results(pair, '', 3));
    const plan = await planned(7);
    const words = ['csv', file('solo.csv'), file('short.csv'), '--plan', plan, '--dry-run'];
    const named = armsOf(file, 'solo.csv', 'short.csv').flatMap(arm => ['--arm', arm]);
    const { code, stdout, stderr } = await tenant(['import', ...words, ...named, '--partial']);
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /solo-lock\.md: 30 results fit \(15 pass, 0 partial, 15 fail, 0 error; tokens of 30\)$/m,
    );
    assert.match(
      stdout,
      /^2 runs of the plan have no result:\n {2}case-1, repetition 1, sha256:[0-9a-f]{64}\n {2}case-2, /m,
    );
    assert.match(
      stdout,
      /^58 results would be sent\.\nThe file says that the first run began at 2026-11-21T09:00:01Z. The plan was registered at 2026-11-21T10:00:00Z, which is not earlier, so the evidence is exploratory/m,
    );
    assert.match(stderr, /^Nothing was sent\./m);
    assert.equal(posts(), 0);
  });

  test('starts the plan and sends every result, of which evidence and a recommendation come', async () => {
    scene.setting.clock.at = start;
    const plan = await planned(1);
    scene.setting.clock.at = start + 2 * 3600;
    const words = ['import', ...both(), '--plan', plan];
    const first = await tenant(words);
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stderr, /^60 results sent to ev-[0-9a-f]{24}\.$/m);
    assert.match(first.stderr, /^Evidence: sha256:[0-9a-f]{64}, signature verified/m);
    const asked = await tenant(['recommend', file('profile.md')]);
    assert.match(asked.stdout, /^decision: recommend\n/m);
    const job = jobIn(first.stderr);
    const out = temporaryFolder();
    const evidence = /^Evidence: (sha256:[0-9a-f]{64})/m.exec(first.stderr)![1]!;
    const pages = await tenant(['export', evidence, '--out', out]);
    assert.equal(pages.code, 0, pages.stderr);
    assert.match(pages.stderr, /^5 pages, each from a document whose signature was verified\.$/m);
    const shown = readFileSync(pages.stdout.split('\n')[0]!, 'utf8');
    assert.match(shown, /<h1>.*\bevidence\b/i);
    assert.doesNotMatch(shown, /<script(?! type="application\/ld)| src="| href="\/(?!\/)/);
    assert.deepEqual(await htmlFaults(shown.replace(/<style>.*?<\/style>/s, '')), []);
    const { state, imported_runs, grade } = await page(job);
    assert.deepEqual([state, imported_runs, grade], ['completed', 60, 'confirmatory']);

    const again = await tenant(words);
    assert.equal(again.code, 0, again.stderr);
    assert.ok(again.stderr.includes(`${job} is completed, so nothing was sent again.\n`));
    assert.equal(posts('/runs') + posts('/claims') + posts('/evaluations'), 0);
  });

  test('that was killed goes on once its leases have run out, and sends nothing twice', async () => {
    scene.setting.clock.at = start + 2 * 3600;
    const words = ['import', ...both(), '--plan', await planned(2)];
    let killed = () => {};
    const received = new Promise<void>(resolve => (killed = resolve));
    const lose: Relay['after'] = (answer, { url }) => {
      if (!url!.endsWith('/runs')) return answer;
      killed();
      return undefined;
    };
    Object.assign(scene.relay, { before: () => undefined, after: lose });
    const child = spawn(process.execPath, [await program('scripts/team.ts'), 'tenant', ...words], {
      env: scene.environment,
    });
    await received;
    child.kill('SIGKILL');
    await once(child, 'exit');
    scene.setting.clock.at += 61;
    const again = await tenant(words);
    assert.equal(again.code, 0, again.stderr);
    assert.match(again.stderr, /^\d+ results sent to/m);
    const job = jobIn(again.stderr);
    assert.equal((await page(job)).runs_used, 60);
  });

  test('takes the files of one team now and those of another later, and gives up what will never come', async () => {
    const plan = await planned(3, 'tolerated_loss_percent: 10');
    const one = (name: string, file_ = name) => [
      ...['import', 'csv', file(`${file_}.csv`)],
      ...['--lock', file(`${name}-lock.md`), '--plan', plan],
    ];
    const whole = await tenant(one('solo'));
    assert.equal(whole.code, 1);
    assert.match(
      whole.stderr,
      /30 runs of the plan would have no result\. Leave them to a runner or another import with --partial/,
    );
    assert.equal(posts(), 0);
    const first = await tenant([...one('solo'), '--partial']);
    assert.equal(first.code, 0, first.stderr);
    assert.match(
      first.stderr,
      /^30 results sent to .*\n\d+ runs without a result were handed back.*\nev-\S+ is running: 30 of 60 runs have a result\.$/m,
    );
    const last = await tenant([...one('pair', 'short'), '--give-up']);
    assert.equal(last.code, 0, last.stderr);
    assert.match(last.stderr, /^28 results sent to .*\n2 runs without a result were given up\.$/m);
    const { state, snapshot } = await page(jobIn(last.stderr));
    assert.equal(state, 'completed');
    const path = `${T}/artifacts/sha256/${String(snapshot).slice(7)}.md`;
    const text = await get(scene.setting.server, path, scene.setting.tenant);
    assert.deepEqual(
      (fields(text).results as Fields[]).map(({ lost }) => lost),
      [0, 2],
    );
  });

  test('tells arms apart by their names in one file', async () => {
    const rows = (name: string, passes: (n: number) => boolean) =>
      Array.from(
        { length: importedCases },
        (_, n) => `case-${n + 1},${name},${passes(n + 1) ? 'pass' : 'fail'}`,
      );
    write(
      '/',
      file('all.csv'),
      ['case_id,arm,outcome', ...rows('one', solo), ...rows('two', pair)].join('\n'),
    );
    const words = [
      'import',
      'csv',
      file('all.csv'),
      '--plan',
      await planned(4),
      '--started-at',
      time(start + 1),
    ];
    const named = (...names: string[]) =>
      names.flatMap(name => ['--arm', `${file(name.replace(/=.*/, '-lock.md'))}=${name.replace(/.*=/, '')}`]);
    const unnamed = await tenant([...words, ...named('solo=one')]);
    assert.match(unnamed.stderr, /all\.csv: line 32: `two` belongs to no lock\. Name each lock with --arm/);
    const mixed = await tenant([...words, '--lock', file('solo-lock.md')]);
    assert.match(
      mixed.stderr,
      /all\.csv: line 32: this is a result of `two`, but those before it are of `one`/,
    );
    assert.deepEqual([unnamed.code, mixed.code, posts()], [2, 2, 0]);
    const { code, stderr } = await tenant([...words, ...named('solo=one', 'pair=two')]);
    assert.equal(code, 0, stderr);
    assert.equal((await page(jobIn(stderr))).state, 'completed');
  });

  test('refuses results that do not fit, with file and place, before anything is sent', async () => {
    const plan = await planned(5);
    write('/', file('other.csv'), results(pair, `case-99,pass,1,1,1,${time(start)}`));
    write('/', file('twice.csv'), 'case_id,outcome,repetition\ncase-1,pass,1\ncase-1,fail,1\n');
    write('/', file('untimed.csv'), 'case_id,outcome\ncase-1,pass\n');
    write('/', file('future.csv'), 'case_id,outcome,started_at\ncase-1,pass,2999-01-01T00:00:00Z\n');
    scene.relay.requests.length = 0;
    const connections = {
      tenant: connect({}, scene.environment),
      runner: connectRunner({}, scene.environment),
    };
    const refuse = async (
      name: string,
      exitCode: number,
      expected: RegExp,
      more: Partial<ImportOptions> = {},
    ) => {
      const options = { arm: [], lock: file('pair-lock.md'), plan, ...more };
      const failure = await importResults(connections, 'csv', [file(name)], options).then(
        () => assert.fail(`${name} was sent`),
        error => error as Failure,
      );
      assert.match(failure.message, expected);
      assert.deepEqual([failure.exitCode, posts()], [exitCode, 0], name);
    };
    await refuse(
      'other.csv',
      1,
      /The plan has no run for 1 result[\s\S]*other\.csv: line 32: case-99: its run is not in the plan/,
    );
    await refuse('twice.csv', 1, /twice\.csv: line 3: case-1/, { partial: true });
    await refuse(
      'untimed.csv',
      2,
      /untimed\.csv: line 2: nothing says when this run began\. .*--started-at/,
      { partial: true },
    );
    await refuse(
      'future.csv',
      2,
      /future\.csv: line 2: this run began at 2999-01-01T00:00:00Z, but it is only/,
      {
        partial: true,
      },
    );
    await refuse('nothing.csv', 2, /nothing\.csv/);
    await refuse('pair.csv', 2, /There is no rule `magic`/, { map: 'magic' });
    await refuse('pair.csv', 2, /is not a lock of .*plan-5\.md/, { lock: `sha256:${'0'.repeat(64)}` });
    const { lock: _lock, ...none } = { lock: undefined };
    await refuse('pair.csv', 2, /Name one lock for all files|Whose results/, { ...none, arm: ['x'] });
  });

  test('needs a runner, and says how to name it', async () => {
    const { AGENT_TOPOLOGY_RUNNER_TOKEN: _none, ...without } = scene.environment;
    const { code, stderr } = await teamCommand(
      ['tenant', 'import', ...both(), '--plan', await planned(6)],
      without,
    );
    assert.equal(code, 2);
    assert.match(stderr, /is not one of a runner.*AGENT_TOPOLOGY_RUNNER_TOKEN/);
  });
});
