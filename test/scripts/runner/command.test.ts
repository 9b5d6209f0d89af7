/** The reference runner, as people run it, with a scripted command. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Unreachable } from '../../../scripts/runner/client.ts';
import { fill, resultOf } from '../../../scripts/runner/command.ts';
import { Ledger } from '../../../scripts/runner/ledger.ts';
import type { Manner } from '../../../scripts/runner/options.ts';
import { runProgram } from '../../../scripts/runner/process.ts';
import { work } from '../../../scripts/runner/runner.ts';
import {
  type EvaluationSetting,
  evidenceOf,
  message,
  planOf,
  registerAll,
  serveEvaluations,
  startPlan,
  T,
  tenantId,
} from '../../support/evaluation.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { type Outcome, run } from '../../support/program.ts';
import { databases } from '../../support/store.ts';
import { teamCommand } from '../../support/team-command.ts';
import { fields, get, post } from '../../support/tenant.ts';

/** Passes even cases, fails odd ones, breaks on the third, and answers with the model that it was given. */
const script = `
  const [id, model] = process.argv.slice(1);
  const number = Number(id.split('-')[1]);
  if (number === 3) process.exit(1);
  console.log('talk that is not read ' + model);
  const passed = number % 2 === 0;
  console.log(JSON.stringify({ outcome: passed ? 'pass' : 'fail', tests_ran: 2, tests_passed: passed ? 2 : 0,
    input_tokens: model.length, output_tokens: 1 }));
`;

type Way = (words: string[], environment: Record<string, string>) => Promise<Outcome>;
const here: Way = (words, environment) => teamCommand(words, environment);
const asProgram: Way = (words, environment) => run('scripts/team.ts', words, environment);

async function runRunner(
  { server, runner: credential }: EvaluationSetting,
  more: string[],
  command: string[],
  how = here,
): Promise<string> {
  const place = ['tenant', 'run', '--from', server.address, '--tenant', tenantId, '--once'];
  const environment = { XDG_STATE_HOME: temporaryFolder(), AGENT_TOPOLOGY_TOKEN: credential.token };
  const { stdout, stderr } = await how([...place, ...more, '--', ...command], environment);
  return stdout + stderr;
}

const database = databases[0]!;

describe('the reference runner', () => {
  test('claims, executes the command for each case, and submits until nothing is left', async context => {
    const setting = await serveEvaluations(context, await database.place());
    const known = await registerAll(setting, { cases: 4 });
    const job = await startPlan(setting, planOf(known));
    const command = [process.execPath, '-e', script, '{case}', '{model:mender}'];
    const output = await runRunner(setting, [], command, asProgram);
    assert.match(output, /8 runs submitted/);
    const { results } = await evidenceOf(setting, job);
    for (const each of results) {
      assert.deepEqual([each.passes, each.fails, each.errors, each.lost], [2, 1, 1, 0]);
      assert.equal(each.tokens_median, 'claude-sonnet-4-5-20250929'.length + 1);
    }
  });

  test('stops a run whose lease is lost, and submits nothing for it', async context => {
    const setting = await serveEvaluations(context, await database.place());
    const job = await startPlan(setting, planOf(await registerAll(setting, { cases: 1 })));
    const marker = join(temporaryFolder(context), 'started');
    // Not before the command runs, however slow the machine is.
    const cancel = setInterval(() => {
      if (!existsSync(marker)) return;
      clearInterval(cancel);
      void post(
        setting.server,
        `${T}/evaluations/${job}/cancel`,
        message('evaluation_cancel'),
        setting.tenant,
      );
    }, 50);
    const script = `require('node:fs').writeFileSync('${marker}', ''); setTimeout(() => {}, 60000)`;
    const output = await runRunner(setting, ['--heartbeat-seconds', '0.3'], [process.execPath, '-e', script]);
    clearInterval(cancel);
    assert.match(output, /: cancelled\n/);
    assert.match(output, /0 runs submitted/);
  });

  test('ends with a line that says why when its credential is no runner', async context => {
    const setting = await serveEvaluations(context, await database.place());
    const output = await runRunner({ ...setting, runner: setting.tenant }, [], ['true']);
    assert.match(output, /^error: 403: The credential is not one of a runner/);
  });

  test('with a command that nothing could carry out ends before it spoils a run', async context => {
    const setting = await serveEvaluations(context, await database.place());
    const job = await startPlan(setting, planOf(await registerAll(setting, { cases: 1 })));
    const read = async () => fields(await get(setting.server, `${T}/evaluations/${job}.md`, setting.tenant));
    const mistyped = await runRunner(setting, [], ['echo', '{cas}']);
    assert.match(mistyped, /^error: There is no \{cas\}; there are \{case\}, .*\{model:ROLE\}\./);
    assert.equal((await read()).state, 'queued');
    const missing = await runRunner(setting, [], ['/no/such/program']);
    assert.match(missing, /^error: The command \/no\/such\/program cannot be started \(ENOENT\)\./);
    assert.equal((await read()).runs_used, 0);
  });
});

describe('a runner whose service is away', () => {
  const nothing = {
    status: 200,
    headers: { 'retry-after': '0' },
    body: Buffer.from(message('assignment_batch', 'assignments: []')),
  };
  const manner: Manner = {
    ...{ command: ['true'], work: [], retries: 0, retrySeconds: 0.001 },
    ...{ suites: new Map(), environment: {}, checkEnvironment: {} },
  };
  const awayFirst = (once: boolean) => {
    const finish = new AbortController();
    const lines: string[] = [];
    let asked = 0;
    const post = async () => {
      asked += 1;
      if (asked === 1) throw new Unreachable('http://localhost does not answer.');
      finish.abort();
      return nothing;
    };
    const options = {
      client: { post, get: post },
      documents: { lockOf: async () => ({ roles: [] }), declaredBy: async () => undefined },
      ledger: new Ledger(temporaryFolder()),
      manner,
      settings: { parallel: 1, once, heartbeatSeconds: 1 },
      log: (line: string) => void lines.push(line),
      finish: finish.signal,
      stop: new AbortController().signal,
    };
    return { options, lines, asked: () => asked };
  };

  test('says so and continues asking', async () => {
    const { options, lines, asked } = awayFirst(false);
    assert.equal(await work(options), 0);
    assert.deepEqual([lines, asked()], [['http://localhost does not answer.'], 2]);
  });

  test('ends when it was to end without work', async () => {
    await assert.rejects(work(awayFirst(true).options), Unreachable);
  });
});

describe('the command of a runner', () => {
  const { signal } = new AbortController();

  test('gets its placeholders as single arguments, and an unknown one is named', () => {
    assert.deepEqual(fill(['a', '{case}; rm x'], { case: 'c 1' }), ['a', 'c 1; rm x']);
    assert.throws(
      () => fill(['{model:chef}'], { 'model:cook': 'x' }),
      /no \{model:chef\}; there are \{model:cook\}/,
    );
  });

  test('that says nothing or nonsense is an error', async () => {
    const node = async (code: string) =>
      resultOf(await runProgram([process.execPath, '-e', code], { signal }));
    assert.equal((await node('')).outcome, 'error');
    assert.equal((await node('console.log("{no json")')).outcome, 'error');
    assert.equal((await node('console.log(JSON.stringify({ outcome: "great" }))')).outcome, 'error');
  });

  test('that does not know its tokens leaves them unknown', async () => {
    const said = '{"outcome":"fail","tests_ran":1,"tests_passed":0}';
    const finished = await runProgram([process.execPath, '-e', `console.log('${said}')`], { signal });
    const { input_tokens, outcome } = resultOf(finished);
    assert.deepEqual([outcome, input_tokens], ['fail', null]);
  });
});
