/** Runs that are the best of several attempts: apart from each other, chosen before they are judged, and counted together. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { BestOf } from '../../../build/document/evaluation/best-of.ts';
import { digestField, sha256Hex } from '../../../build/document/text/digest.ts';
import type { Manner } from '../../../scripts/runner/options.ts';
import { checkSelector, perform } from '../../../scripts/runner/perform.ts';
import {
  evidenceOf,
  message,
  planOf,
  register,
  setEvaluations,
  soloLockText,
  soloText,
  startPlan,
  suiteOf,
  tenantId,
} from '../../support/evaluation.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { given } from '../../support/given.ts';
import { onBothDatabases } from '../../support/store.ts';
import { teamCommand } from '../../support/team-command.ts';
import { fields } from '../../support/tenant.ts';

const majority: BestOf = { attempts: 3, selector: 'majority' };
const by = (select: string): BestOf => ({
  ...{ attempts: 3, selector: 'program', digest: digestField(sha256Hex(readFileSync(select))) },
});

function script(folder: string, name: string, text: string): string {
  writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return join(folder, name);
}

const report = (outcome: string, tokens = 100): string =>
  `echo '{"outcome":"${outcome}","tests_ran":1,"tests_passed":${outcome === 'pass' ? 1 : 0},"input_tokens":${tokens},"output_tokens":10}'`;

/** A manner whose attempts find their number in a file that only the test knows. */
function mannerOf(folder: string, attempt: string, more: Partial<Manner> = {}): Manner {
  const count = join(folder, 'count');
  const command = script(
    folder,
    'attempt',
    `echo x >> ${count}\nn=$(wc -l < ${count} | tr -d ' ')\n${attempt}`,
  );
  return {
    ...{ command: [command], work: [], answer: 'answer.txt', retries: 1, retrySeconds: 0.001 },
    ...{ suites: new Map(), environment: { PATH: process.env.PATH! } },
    checkEnvironment: { PATH: process.env.PATH!, SECRET: 'hidden' },
    ...more,
  };
}

const runOf = (signal = new AbortController().signal) => ({
  ...{ given, values: {}, log: () => {}, signal },
});

const told = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

describe('a run of several attempts', () => {
  test('gives the answer of most, and counts tokens, time and passes of all', async () => {
    const folder = temporaryFolder();
    const attempt = `test -e answer.txt && exit 1
      case $n in 1) echo no > answer.txt; ${report('pass')};; *) echo ' yes ' > answer.txt; ${report('fail')};; esac`;
    const { result } = await perform(mannerOf(folder, attempt), runOf(), majority);
    const { elapsed_milliseconds: elapsed, ...rest } = result;
    assert.deepEqual(rest, {
      ...{ outcome: 'fail', tests_ran: 1, tests_passed: 0, input_tokens: 300, output_tokens: 30 },
      best_of: { attempts: 3, passed: 1 },
    });
    assert.ok(elapsed >= 0);
    assert.equal(told(folder, 'count'), 'x\nx\nx\n');
  });

  test('leaves out attempts that broke, and is an error only if all of them did', async () => {
    const folder = temporaryFolder();
    const two = `test $n = 3 || { echo same > answer.txt; exit 1; }\necho other > answer.txt; ${report('pass')}`;
    const { result } = await perform(mannerOf(folder, two), runOf(), majority);
    assert.deepEqual([result.outcome, result.best_of], ['pass', { attempts: 3, passed: 1 }]);
    // What a broken one took is not known, so neither is the sum.
    assert.equal(result.input_tokens, null);
    const all = await perform(mannerOf(temporaryFolder(), 'exit 1'), runOf(), majority);
    assert.deepEqual([all.result.outcome, all.result.best_of], ['error', { attempts: 3, passed: 0 }]);
  });

  test('tries an attempt again where its error says nothing of the case, and is handed back where that does not help', async () => {
    const folder = temporaryFolder();
    const once = `test $n = 2 && exit 75\necho same > answer.txt; ${report('pass')}`;
    const { result } = await perform(mannerOf(folder, once), runOf(), majority);
    assert.deepEqual(result.best_of, { attempts: 3, passed: 3 });
    assert.equal(told(folder, 'count').length, 8);
    const later = perform(
      mannerOf(temporaryFolder(), 'test $n = 1 || exit 75; echo a > answer.txt'),
      runOf(),
      majority,
    );
    await assert.rejects(later, /It was tried 2 times/);
  });

  test('shows no attempt what another left, and leaves nothing behind', async () => {
    const folder = temporaryFolder();
    const attempt = `ls >> ${folder}/seen; env >> ${folder}/seen; pwd >> ${folder}/places; echo $n > answer.txt; ${report('pass')}`;
    const before = process.env.TMPDIR;
    const own = temporaryFolder();
    process.env.TMPDIR = own;
    try {
      await perform(mannerOf(folder, attempt), runOf(), majority);
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
    assert.doesNotMatch(told(folder, 'seen'), /answer\.txt|ev-0a|SECRET|atc_/);
    const places = told(folder, 'places').trim().split('\n');
    assert.deepEqual([new Set(places).size, places.every(place => place.startsWith(own))], [3, true]);
    assert.deepEqual(readdirSync(own), []);
  });

  test('is chosen by a program that sees what attempts left, and nothing of the check', async () => {
    const folder = temporaryFolder();
    const select = script(
      folder,
      'select',
      `env >> ${folder}/shown; pwd >> ${folder}/shown; echo chosen >> ${folder}/order
      echo "{\\"score\\": $(cat answer.txt), \\"input_tokens\\": 7}"`,
    );
    const check = script(folder, 'check', `echo checked >> ${folder}/order; test $(cat answer.txt) = 5`);
    const attempt = `case $n in 1) echo 4;; 2) echo 9;; *) echo 5;; esac > answer.txt; ${report('pass')}`;
    const { result } = await perform(mannerOf(folder, attempt, { select, check }), runOf(), by(select));
    assert.deepEqual([result.outcome, result.best_of], ['fail', { attempts: 3, passed: 1 }]);
    assert.equal(told(folder, 'order'), `${'chosen\n'.repeat(3)}${'checked\n'.repeat(3)}`);
    assert.doesNotMatch(told(folder, 'shown'), /^(SECRET|CASE|LOCK)=|agent-topology-check-/m);
  });

  test('takes the exit code of that program as a score, and the first where it has none', async () => {
    const folder = temporaryFolder();
    const bestBy = async (text: string) => {
      const select = script(folder, 'select', text);
      const own = temporaryFolder();
      const attempt = `echo $n > answer.txt; test $n = 2 && { ${report('pass')}; exit 0; }; ${report('fail')}`;
      return (await perform(mannerOf(own, attempt, { select }), runOf(), by(select))).result.outcome;
    };
    assert.equal(await bestBy('test $(cat answer.txt) = 2'), 'pass');
    assert.equal(await bestBy('exit 9'), 'fail');
    assert.equal(await bestBy('echo "{\\"score\\": \\"high\\"}"; exit 9'), 'fail');
  });

  test('says before the first attempt what is missing to choose', () => {
    const select = script(temporaryFolder(), 'select', 'true');
    const none = {};
    assert.throws(() => checkSelector(none, { given }, majority), /by majority: add --answer FILE/);
    const program: BestOf = { attempts: 2, selector: 'program', digest: given.lock };
    assert.throws(() => checkSelector(none, { given }, program), /add --select FILE/);
    assert.throws(() => checkSelector({ select }, { given }, program), /is another\. Use the one/);
  });
});

onBothDatabases('a control that is the best of three', database => {
  const { setting, known, send, read } = setEvaluations(database, { cases: 12, percent: 10 });
  let best: string;
  before(async () => {
    const solo = await register(setting, 'formations', soloText('best'));
    const text = soloLockText(solo).replace('roles:', 'best_of: {attempts: 3, selector: majority}\nroles:');
    best = await register(setting, 'execution-locks', text);
  });

  const run = (options: string[], attempt: string) => {
    const place = ['tenant', 'run', '--from', setting.server.address, '--tenant', tenantId, '--once'];
    const variables = {
      AGENT_TOPOLOGY_TOKEN: setting.runner.token,
      XDG_STATE_HOME: temporaryFolder(),
      PATH: process.env.PATH!,
    };
    return teamCommand([...place, ...options, '--', '/bin/sh', '-c', attempt, 'sh', '{lock}'], variables);
  };
  /** A team that takes three times the tokens of one agent and passes, and an agent that does not. */
  const attempt = () =>
    `test $1 = ${best} && echo same > answer.txt
    if test $1 = ${known.team}; then ${report('pass', 3000)}; else ${report('fail', 1000)}; fi`;
  const evidenceAfter = async (plan: string, options: string[] = []) => {
    const id = await startPlan(setting, plan);
    assert.match((await run(options, attempt())).stderr, /24 runs submitted/);
    return evidenceOf(setting, id);
  };
  const decide = async () => {
    const request = message('recommendation_request', `profile: ${known.profile}`);
    return fields(await send('recommendations', request, setting.tenant));
  };

  test('makes a team that takes three times the tokens comparable, as one attempt does not', async () => {
    const plain = await evidenceAfter(planOf(known));
    assert.deepEqual(plain.pairs![0]!.confounded_by, ['budget']);
    const undecided = await decide();
    assert.deepEqual([undecided.answer, undecided.confounded_by], ['undecided', ['budget']]);

    const suite = await register(setting, 'suites', suiteOf(12, 'two'));
    const fair = await evidenceAfter(planOf({ ...known, control: best, suite }), ['--answer', 'answer.txt']);
    const [control, team] = fair.results!;
    assert.deepEqual(control!.best_of, { attempts: 3, selector: 'majority', told: 12, passed: 0 });
    assert.deepEqual([control!.tokens_median, team!.tokens_median], [3030, 3010]);
    assert.equal((control!.budget as Record<string, number>).input_tokens, 1_200_000);
    assert.deepEqual(fair.pairs![0]!.confounded_by, []);
    const decided = await decide();
    assert.deepEqual([decided.answer, decided.recommended], ['team', known.team]);
  });

  test('is refused for a team, and for a lock of several agents', async () => {
    const suite = await register(setting, 'suites', suiteOf(12, 'three'));
    const plan = planOf({ ...known, team: best, suite });
    const refused = await send('evaluation-plans', plan, setting.tenant);
    assert.match(refused.body.toString(), /best of 3 attempts, but it is not the control/);
    const pair = (await read(`artifacts/sha256/${known.team.slice(7)}.md`)).body;
    const several = pair.toString().replace('roles:', 'best_of: {attempts: 3, selector: majority}\nroles:');
    const answer = await send('execution-locks', several, setting.tenant);
    assert.equal(answer.status, 422);
    assert.match(answer.body.toString(), /Only a single agent may be the best of several attempts/);
  });

  test('stops a runner that cannot choose, before it takes a token', async () => {
    const suite = await register(setting, 'suites', suiteOf(12, 'four'));
    const id = await startPlan(setting, planOf({ ...known, control: best, suite }));
    const { stderr } = await run([], attempt());
    assert.match(stderr, /is the best of 3 attempts by majority: add --answer FILE/);
    await send(`evaluations/${id}/cancel`, message('evaluation_cancel'), setting.tenant);
  });
});
