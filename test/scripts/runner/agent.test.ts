/** The runner with agents: programs that print what real ones print. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { complaintOn } from '../../../scripts/runner/agent.ts';
import { exhausted } from '../../../scripts/runner/budget.ts';
import { nothing } from '../../../scripts/runner/ledger.ts';
import {
  evidenceOf,
  planOf,
  register,
  setEvaluations,
  startPlan,
  suiteOf,
  tenantId,
} from '../../support/evaluation.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { large, someOf } from '../../support/large.ts';
import { program, run } from '../../support/program.ts';
import { databases } from '../../support/store.ts';
import { teamCommand } from '../../support/team-command.ts';
import { fields } from '../../support/tenant.ts';

const entry = await program('scripts/team.ts');
const fake = join(import.meta.dirname, '../../support/fake-agent.mjs');
const { setting, known, read } = setEvaluations(databases[0]!, { cases: 2 });
let suites: { 1: string; 2: string };
before(async () => {
  suites = { 1: await register(setting, 'suites', suiteTexts[1]), 2: known.suite };
});

/** The suites as they are registered: only their cases may name folders. */
const suiteTexts = { 1: suiteOf(1, 'single'), 2: suiteOf(2) };

/** Cases in a folder, each with a task, and a check that passes the even ones. */
function casesIn(tasks: readonly string[]): string {
  const folder = temporaryFolder();
  for (const [at, task] of tasks.entries()) {
    mkdirSync(join(folder, `case-${at + 1}/files`), { recursive: true });
    writeFileSync(join(folder, `case-${at + 1}/task.md`), task);
    writeFileSync(join(folder, `case-${at + 1}/files/start.txt`), String(at + 1));
  }
  const check = '#!/bin/sh\ntest -f answer.txt || exit 3\ntest $(( $(cat start.txt) % 2 )) = 0\n';
  writeFileSync(join(folder, 'check'), check, { mode: 0o755 });
  for (const cases of [1, 2] as const) writeFileSync(join(folder, `suite-${cases}.md`), suiteTexts[cases]);
  return folder;
}

interface Started {
  child: ChildProcess;
  /** Returns its output so far. */
  output(): string;
  ended: Promise<string>;
}

const placed = (words: readonly string[]): string[] => {
  const place = ['--from', setting.server.address, '--tenant', tenantId];
  return ['tenant', 'run', ...place, '--once', ...words];
};

/** Runs a runner to its end; returns its output. */
async function outputOf(words: readonly string[], environment: Record<string, string>): Promise<string> {
  const variables = { AGENT_TOPOLOGY_TOKEN: setting.runner.token, ...environment };
  const { stdout, stderr } = await teamCommand(placed(words), variables);
  return stdout + stderr;
}

/** A runner as a process of its own, to be killed or stopped. */
function start(words: readonly string[], environment: Record<string, string>): Started {
  const child = spawn(process.execPath, [entry, ...placed(words)], {
    env: { ...process.env, AGENT_TOPOLOGY_TOKEN: setting.runner.token, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', chunk => (output += chunk));
  return { child, output: () => output, ended: once(child, 'close').then(() => output) };
}

/** The options of a run by a fake agent. */
function asAgent(agent: string, cases: string, more: readonly string[] = []): string[] {
  const folders = [
    ...['--task', `${cases}/{case}/task.md`, '--work', `${cases}/{case}/files`],
    ...['--check', `${cases}/check`, '--suite', cases],
  ];
  return ['--agent', agent, ...folders, ...more, '--', process.execPath, fake, agent, cases];
}

let seed = 0;

/** Starts an evaluation of the control and the team on one case or two. */
async function startJob(cases: 1 | 2): Promise<string> {
  seed += 1;
  return startPlan(setting, planOf({ ...known, suite: suites[cases] }, { seed }));
}

const resultsOf = async (job: string) => (await evidenceOf(setting, job)).results;

const asked = (cases: string): string[] =>
  readFileSync(join(cases, 'asked.txt'), 'utf8').trimEnd().split('\n');
const state = () => ({ XDG_STATE_HOME: temporaryFolder() });

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(resolve => setTimeout(resolve, 20));
}

describe('a runner with an agent', () => {
  for (const agent of someOf(['claude', 'codex', 'gemini', 'opencode'], 2))
    test(`${agent} reads tokens, tries again when the model is busy, and lets the check decide`, async () => {
      const job = await startJob(1);
      const cases = casesIn(['Say error 529.']);
      const more = ['--parallel', '2', '--retry-seconds', '0.1'];
      const output = await outputOf(asAgent(agent, cases, more), state());
      assert.match(output, /Trying again in 1 s/);
      assert.match(output, /\n2 runs submitted\. Next: .*\n$/);
      const results = await resultsOf(job);
      assert.deepEqual(
        results.map(({ fails }) => fails),
        [1, 1],
      );
      assert.ok(results.some(each => each.tokens_median === 1000));
      assert.equal(asked(cases).length, 3);
    });

  test('tells whether each run followed its formation', async () => {
    const job = await startJob(1);
    const cases = casesIn(['Say nothing.']);
    await outputOf(asAgent('claude', cases), state());
    const [control, team] = await resultsOf(job);
    // The control is one role, which the session performs; of the team, nobody was started, which is no run of it.
    assert.deepEqual(
      [control!.checked_runs, control!.conforming_runs, control!.conforming_rate],
      [1, 1, '1.0000'],
    );
    assert.deepEqual([team!.checked_runs, team!.conforming_runs, team!.conforming_rate], [1, 0, '0.0000']);
  });

  large('ends at a wrong key without an outcome, and hands the run back', async () => {
    const job = await startJob(1);
    const cases = casesIn(['Say error 401.']);
    const output = await outputOf(asAgent('claude', cases), state());
    assert.match(output, /^error: API Error: 401 .*Nothing was submitted for case-1\.$/m);
    const page = fields(await read(`evaluations/${job}.md`));
    assert.equal(page.runs_used, 0);
    const good = casesIn(['Say nothing.']);
    assert.match(await outputOf(asAgent('claude', good), state()), /2 runs submitted/);
  });

  test('stops before its budget is exceeded, and goes on with a larger one', async () => {
    await startJob(2);
    const cases = casesIn(['Say one.', 'Say two.']);
    const own = state();
    const output = await outputOf(asAgent('claude', cases, ['--max-tokens', '2500']), own);
    assert.match(output, /The budget of 2500 tokens is reached\..*\n2 runs submitted\./);
    assert.match(
      await outputOf(asAgent('claude', cases, ['--max-cost', '0.8']), own),
      /0\.8 US dollars.*\n1 run submitted/,
    );
    assert.match(await outputOf(asAgent('claude', cases, ['--max-cost', '9']), own), /^1 run submitted/m);
    assert.equal(asked(cases).length, 4);
  });

  large('that was killed sends the result that it had, and pays for nothing twice', async () => {
    const job = await startJob(2);
    const cases = casesIn(['Say one.', 'Say slowly.']);
    const own = state();
    const first = start(asAgent('codex', cases, ['--parallel', '4', '--heartbeat-seconds', '1']), own);
    await until(
      () =>
        existsSync(join(cases, 'asked.txt')) &&
        asked(cases).length === 4 &&
        /case-1.*\n.*case-1/.test(first.output()),
    );
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    writeFileSync(join(cases, 'case-2/task.md'), 'Say two.');
    const output = await outputOf(asAgent('codex', cases, ['--parallel', '4']), own);
    assert.match(output, /2 runs that had not ended begin again/);
    assert.match(output, /\n2 runs submitted/);
    assert.equal(asked(cases).filter(task => task === 'Say one.').length, 2);
    for (const each of await resultsOf(job)) assert.equal(each.lost, 0);
    // What the killed runner had started is gone, or it would go on for a minute.
    assert.ok((await first.ended).length > 0);
  });

  large('finishes what is under way at the first Ctrl-C, and hands it back at the second', async () => {
    await startJob(1);
    const cases = casesIn(['Say slowly.']);
    const { child, output, ended } = start(asAgent('codex', cases), state());
    await until(() => existsSync(join(cases, 'asked.txt')));
    child.kill('SIGINT');
    await until(() => output().includes('Press Ctrl-C again'));
    child.kill('SIGINT');
    assert.match(await ended, /\n0 runs submitted/);
    const quick = casesIn(['Say one.']);
    assert.match(await outputOf(asAgent('codex', quick), state()), /2 runs submitted/);
  });

  large('takes its token from standard input, and then shows it to no program', async () => {
    await startJob(1);
    const seen = join(temporaryFolder(), 'seen');
    const look = `cat /proc/$PPID/environ /proc/self/environ >> ${seen}; echo '{"outcome":"pass","tests_ran":1,"tests_passed":1}'`;
    const { PATH = '' } = process.env;
    const words = placed(['--token-stdin', '--', '/bin/sh', '-c', look]);
    const child = spawn(process.execPath, [entry, ...words], {
      env: { PATH, ...state() },
      stdio: ['pipe', 'inherit', 'pipe'],
    });
    child.stdin.end(`${setting.runner.token}\n`);
    assert.match(await text(child.stderr), /2 runs submitted/);
    const environments = readFileSync(seen, 'utf8');
    assert.match(environments, /XDG_STATE_HOME=/);
    assert.doesNotMatch(environments, /atc_/);
    const other = await run('scripts/team.ts', placed(['--token-stdin', '--', 'true']), state());
    assert.match(other.stderr, /--token-stdin: standard input does not hold a token/);
  });

  test('refuses options that do not fit together before it claims anything', async () => {
    const refusal = async (...words: string[]) => outputOf(words, state());
    assert.match(await refusal(), /Add a command after `--`/);
    assert.match(await refusal('--agent', 'codex', '--task', 't'), /needs --check PROGRAM/);
    assert.match(await refusal('--agent', 'codex', '--check', 'c'), /needs --task FILE/);
    assert.match(await refusal('--max-cost', '1', '--', 'true'), /do not state costs/);
    assert.match(await refusal('--work', 'cases/{case}', '--', 'true'), /cases\/\{case\} needs --suite FILE/);
    assert.match(await refusal('--check-env', 'X', '--', 'true'), /needs a check, so add --check/);
    assert.match(
      await refusal('--pass-env', 'AGENT_TOPOLOGY_TOKEN', '--', 'true'),
      /--pass-env AGENT_TOPOLOGY_TOKEN: it holds a token/,
    );
    assert.match(
      await refusal('--pass-env', 'NOT_SET', '--', 'true'),
      /--pass-env NOT_SET: the variable is not set/,
    );
    for (const agent of ['cursor', 'team'])
      assert.match(await refusal('--agent', agent, '--', 'true'), /Expected one of claude, codex/);
    assert.match(await refusal('--parallel', '0', '--', 'true'), /whole number from 1 to 50/);
  });
});

test('a budget leaves room for the runs that are under way', () => {
  const spent = { runs: 10, tokens: 1000, cost: 1 };
  assert.equal(exhausted({ maxTokens: 1250 }, spent, 1), undefined);
  assert.equal(exhausted({ maxTokens: 1250 }, spent, 2), '1250 tokens');
  assert.equal(exhausted({ maxRuns: 12 }, spent, 2), '12 runs');
  assert.equal(exhausted({ maxCost: 0.5 }, spent, 0), '0.5 US dollars');
  assert.equal(exhausted({ maxCost: 0.5 }, nothing, 0), undefined);
});

test('an error of an agent is temporary, hopeless, or tells something of the case', () => {
  const of = (error: string, status?: number) => complaintOn({ error, ...(status && { status }) });
  for (const status of [429, 500, 503, 529]) assert.equal(of('x', status), 'transient');
  assert.equal(of('stream disconnected before completion'), 'transient');
  for (const error of [
    'Invalid API key · Please run /login',
    'Your credit balance is too low',
    'You have hit your usage limit',
  ])
    assert.equal(of(error), 'fatal');
  assert.equal(of('x', 401), 'fatal');
  for (const error of ['error_max_turns', 'The context is too long']) assert.equal(of(error), undefined);
  assert.equal(complaintOn({}), undefined);
});
