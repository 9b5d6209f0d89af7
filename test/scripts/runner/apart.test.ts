/** The barrier between a runner and the programs that it starts, and the part of their files that reaches the check. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { copyAnswer, removeFolder, TooMuch } from '../../../scripts/runner/answer.ts';
import { placeOf } from '../../../scripts/runner/command.ts';
import { checkNames, childEnvironment } from '../../../scripts/runner/environment.ts';
import type { Manner } from '../../../scripts/runner/options.ts';
import { perform } from '../../../scripts/runner/perform.ts';
import { runProgram } from '../../../scripts/runner/process.ts';
import { checkCase, readSuites } from '../../../scripts/runner/suites.ts';
import { suiteOf } from '../../support/evaluation.ts';
import { temporaryFolder, write } from '../../support/folder.ts';
import { given } from '../../support/given.ts';
import { digestOf } from '../../support/simulated-evidence.ts';

const { signal } = new AbortController();
const token = `atc_0a1b2c_${'s'.repeat(43)}`;

describe('the environment of a program', () => {
  test('has the usual variables and those that were named, and never a token', () => {
    const variables = {
      ...{
        ...{ PATH: '/bin', HOME: '/home/a', LC_ALL: 'C', ANTHROPIC_API_KEY: 'k', OTHER: 'x' },
        NEITHER: undefined,
      },
      ...{ AGENT_TOPOLOGY_TOKEN: token, RUNNER_TOKEN: token, TERM: `xterm ${token}` },
    };
    assert.deepEqual(childEnvironment(variables, ['OTHER', 'RUNNER_TOKEN']), {
      ...{ PATH: '/bin', HOME: '/home/a', LC_ALL: 'C', OTHER: 'x' },
    });
  });

  test('is refused a token under any name, and a variable that is not set', () => {
    const check = (name: string, value?: string) => () => checkNames({ [name]: value }, [name], '--pass-env');
    assert.throws(check('AGENT_TOPOLOGY_TOKEN', 'x'), /--pass-env AGENT_TOPOLOGY_TOKEN: it holds a token/);
    assert.throws(check('MINE', `Bearer ${token}`), /--pass-env MINE: it holds a token/);
    assert.throws(check('MINE'), /--pass-env MINE: the variable is not set/);
    check('MINE', 'x')();
  });
});

describe('a path with placeholders', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'cases/case-1'), { recursive: true });
  mkdirSync(join(folder, 'secrets'));
  symlinkSync('../secrets', join(folder, 'cases/case-2'));

  test('stays in the folder before the first of them, links included', () => {
    const of = (id: string, template = `${folder}/cases/{case}`) => placeOf(template, { case: id });
    assert.equal(of('case-1'), join(folder, 'cases/case-1'));
    assert.equal(of('case-3'), join(folder, 'cases/case-3'));
    for (const id of ['..', '../secrets', 'case-1/../../secrets', 'case-2', ''])
      assert.throws(() => of(id), /leads out of .*cases\. Name the folder itself/, id);
    assert.throws(() => of('x/../../secrets', `${folder}/cases/x-{case}`), /leads out of/);
  });

  test('is needed where the person wrote it alone', () => {
    assert.equal(placeOf(join(folder, 'cases/../secrets'), {}), join(folder, 'cases/../secrets'));
  });
});

describe('a suite on this machine', () => {
  const folder = temporaryFolder();
  write(folder, 'suite.md', suiteOf(2));
  write(folder, 'notes.md', 'No document.');

  test('says which cases there are', () => {
    const suites = readSuites([folder]);
    const run = { ...given, suite: [...suites.keys()][0]!, case_digest: digestOf('case 0') };
    checkCase(suites, run);
    checkCase(new Map(), given);
    assert.throws(
      () => checkCase(suites, { ...run, case: 'secrets' }),
      /a case secrets that its suite does not list/,
    );
    assert.throws(() => checkCase(suites, { ...run, case: 'case-2' }), /lists with another digest/);
    assert.throws(() => checkCase(suites, { ...run, suite: given.suite }), /which no --suite names/);
  });

  test('is named by a file that is one', () => {
    assert.throws(() => readSuites([join(folder, 'notes.md')]), /there is no suite/);
    assert.throws(() => readSuites([join(folder, 'none.md')]), /cannot be read \(ENOENT\)/);
  });
});

describe('what an agent leaves', () => {
  test('is copied without links out of it, pipes, and what cannot be read', async () => {
    const [from, to, other] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    write(from, 'a/answer.txt', 'right');
    chmodSync(join(from, 'a/answer.txt'), 0o755);
    write(other, 'expected.txt', 'right');
    symlinkSync('a/answer.txt', join(from, 'within'));
    symlinkSync(join(other, 'expected.txt'), join(from, 'absolute'));
    symlinkSync('../../expected.txt', join(from, 'a/relative'));
    symlinkSync('/usr/bin/env', join(from, 'given'));
    symlinkSync('/usr/bin/env', join(other, 'given'));
    linkSync(join(from, 'a/answer.txt'), join(from, 'hard'));
    await runProgram(['mkfifo', join(from, 'pipe')], { signal, environment: { PATH: process.env.PATH! } });
    copyAnswer(from, to, [other]);
    assert.deepEqual(readdirSync(to, { recursive: true }).sort(), [
      'a',
      'a/answer.txt',
      'given',
      'hard',
      'within',
    ]);
    assert.equal(lstatSync(join(to, 'a/answer.txt')).mode & 0o777, 0o755);
    assert.notEqual(lstatSync(join(to, 'hard')).ino, lstatSync(join(from, 'hard')).ino);
  });

  test('is not copied when it is too much, however little of it is on the disk', () => {
    const [from, to] = [temporaryFolder(), temporaryFolder()];
    writeFileSync(join(from, 'sparse'), '');
    truncateSync(join(from, 'sparse'), 1e12);
    assert.throws(() => copyAnswer(from, to, []), TooMuch);
    assert.deepEqual(readdirSync(to), []);
  });

  test('is removed also when its rights were taken away', () => {
    const folder = mkdtempSync(join(tmpdir(), 'catalog-'));
    mkdirSync(join(folder, 'a/b'), { recursive: true });
    writeFileSync(join(folder, 'a/b/c'), '');
    chmodSync(join(folder, 'a'), 0);
    removeFolder(folder);
    assert.ok(!existsSync(folder));
  });

  test('is not changed by what the agent left running, in its group or out of it', async () => {
    const folder = temporaryFolder();
    const later = `sleep 0.3; echo late >> ${folder}/late`;
    const program = `(${later}) & setsid sh -c '${later}' & echo started`;
    const environment = { PATH: process.env.PATH! };
    const { tail } = await runProgram(['/bin/sh', '-c', program], { folder, environment, signal });
    assert.equal(tail, 'started\n');
    await new Promise(resolve => setTimeout(resolve, 600));
    assert.ok(!existsSync(join(folder, 'late')));
  });
});

test('the check of an answer runs in another folder and environment, and sees no key of the agent', async () => {
  const folder = temporaryFolder();
  const work = join(folder, 'work');
  mkdirSync(work);
  const spied = (name: string) => readFileSync(join(folder, name), 'utf8');
  const script = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return join(folder, name);
  };
  const check = script('check', `env > ${folder}/checked; pwd >> ${folder}/checked; cat answer.txt`);
  const path = { PATH: process.env.PATH! };
  const manner: Manner = {
    command: ['/bin/sh', '-c', `env > ${folder}/played; pwd >> ${folder}/played; echo made > answer.txt`],
    ...{ work: [work], check, retries: 0, retrySeconds: 0.001, suites: new Map() },
    environment: { ...path, MODEL_KEY: 'secret' },
    checkEnvironment: path,
  };
  const run = { given, values: {}, log: () => {}, signal };
  const { result } = await perform(manner, run);
  assert.equal(result.outcome, 'pass');
  assert.match(spied('played'), /MODEL_KEY=secret[\s\S]*agent-topology-run-/);
  assert.match(spied('checked'), /CASE=case-1[\s\S]*agent-topology-check-/);
  assert.doesNotMatch(spied('checked'), /MODEL_KEY|agent-topology-run-|HOME=/);
});
