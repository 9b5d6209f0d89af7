/** Decisions computed again: each kind of evaluation as a service decided it, then with one number forged at a time. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { connect } from '../../../../scripts/agent-topology/tenant/connection.ts';
import { collect } from '../../../../scripts/agent-topology/tenant/verify.ts';
import { readDocuments } from '../../../../scripts/verify/decision/documents.ts';
import { decisionCommand } from '../../../../scripts/verify/decision/program.ts';
import { verifyDecisions } from '../../../../scripts/verify/decision/verify.ts';
import {
  message,
  planOf,
  type Registered,
  register,
  runAll,
  setEvaluations,
  startPlan,
  suiteOf,
  tenantId,
} from '../../../support/evaluation.ts';
import { temporaryFolder, write } from '../../../support/folder.ts';
import { isLarge, someOf } from '../../../support/large.ts';
import { call, run } from '../../../support/program.ts';
import { noPython, runPython } from '../../../support/python.ts';
import { digestOf } from '../../../support/simulated-evidence.ts';
import { databases } from '../../../support/store.ts';
import { teamCommand } from '../../../support/team-command.ts';
import { fields } from '../../../support/tenant.ts';

const { setting, known, send } = setEvaluations(databases[0]!, { cases: 16 });

const clustered = (word: string): string =>
  message(
    'suite',
    `title: Clustered ${word}`,
    'description: Defects of twelve repositories.',
    'name: clustered',
    'version: 1.0.0',
    'task_class: coding.bug_fix',
    'cases:',
    ...Array.from({ length: 30 }, (_, index) => {
      const cluster = `c${Math.floor(index ** 2 / 76)}`;
      return `  - {id: case-${index + 1}, digest: "${digestOf(`${word} ${index}`)}", cluster: ${cluster}}`;
    }),
  );

/** The same with a suite whose cases nobody has seen. */
const withCases = async (text: string): Promise<Registered> => ({
  ...known,
  suite: await register(setting, 'suites', text),
});

/** The team fails two cases, the control two of three; which ones the seed does not move. */
const passes = (lock: string, id: string): boolean => {
  const number = Number(id.slice(5));
  return lock === known.team ? number % 9 !== 0 : number % 3 === 0;
};

/** Runs a plan, asks for a recommendation, and reads all that it rests on. */
async function decide(plan: string): Promise<Map<string, string>> {
  await startPlan(setting, plan);
  await runAll(setting, passes);
  setting.clock.at += 60;
  return read(await recommendation());
}

async function recommendation(): Promise<string> {
  const question = message('recommendation_request', `profile: ${known.profile}`);
  const answer = await send('recommendations', question, setting.tenant);
  return fields(answer).recommendation as string;
}

const environment = (): Record<string, string> => ({
  AGENT_TOPOLOGY_URL: setting.server.address,
  AGENT_TOPOLOGY_TENANT: tenantId,
  AGENT_TOPOLOGY_TOKEN: setting.tenant.token,
});
const read = (digest: string) => collect(connect({}, environment()), digest);

const verified = (texts: ReadonlyMap<string, string>) => verifyDecisions(readDocuments(texts));
/** Runs the second verifier, which shares no code with this project, on the same documents; returns its exit code and output. */
function recomputed(texts: ReadonlyMap<string, string>): { status: number | null; stdout: string } {
  const folder = temporaryFolder();
  for (const [name, text] of texts) write(folder, name, text);
  return runPython('scripts/verify/recompute.py', folder);
}
const faultsOf = (texts: ReadonlyMap<string, string>): string[] =>
  verified(texts).flatMap(({ faults }) => faults);

/** A number in front matter, with what stands before it on its line. */
const number = /^( *(?:- )?(?:\w+: |- )?"?)(-?\d+(?:\.\d+)?)("?)$/gm;

/** The documents with one number changed, everything that names them by digest changed too, and nothing signed. */
function* forgeries(
  texts: ReadonlyMap<string, string>,
  of: RegExp,
): Generator<[string, Map<string, string>]> {
  for (const [name, text] of texts) {
    if (!of.test(name) || name.includes('signature')) continue;
    for (const match of text.matchAll(number)) {
      const [whole, head = '', digits = '', tail = ''] = match;
      const forged = digits.replace(/\d$/, last => String((Number(last) + 1) % 10));
      const changed =
        text.slice(0, match.index) + head + forged + tail + text.slice(match.index + whole.length);
      const [was, is] = [text, changed].map(each => digestField(sha256Hex(each)));
      const all = [...texts].map(([other, own]): [string, string] => [
        other,
        other === name ? changed : own.replaceAll(was!, is!),
      ]);
      yield [
        `${name.split('-')[0]} ${whole.trim()}`,
        new Map(all.filter(([each]) => !/signature|keys/.test(each))),
      ];
    }
  }
}

/**
 * The fields that the documents do not determine: how the runs ended that did not pass, who ran them, and with repetitions the
 * quantiles of tokens and time. How many agents a lock may have is in its formation.
 */
const undetermined =
  /^evidence (?:(?:tokens|elapsed)_unknown_runs|handed_back|retried|suite_uses_before|runner_credentials|- runs|runs|lost|max_agents|(?:tokens|elapsed)_(?:median|p95)\w*):/;

/** Forges one number of every so many. */
function assertForgeriesFound(texts: ReadonlyMap<string, string>, every: number): void {
  const all = [...forgeries(texts, /^(?:recommendation|evidence)/)].filter((_, index) => index % every === 0);
  for (const [what, forged] of all) if (faultsOf(forged).length === 0) assert.match(what, undetermined);
  assert.ok(all.length > 5, `${all.length} numbers`);
}

describe('a decision', () => {
  test('on a fixed size is computed again, number by number', async () => {
    const texts = await decide(planOf(known, { seed: 1 }));
    for (const { faults, isSigned, done } of verified(texts)) {
      assert.deepEqual([faults, isSigned], [[], true]);
      assert.match(done.join(), /every number computed again from 16 cases|decision computed again/);
    }
    assertForgeriesFound(texts, isLarge ? 4 : 16);
    const other = new Map(
      [...texts].map(([name, text]) => [name, text.replace('one_agent: false', 'one_agent: true')]),
    );
    assert.match(faultsOf(other).join(), /`one_agent` is true, but computed again it is false/);
    const partial = new Map([...texts].filter(([name]) => !name.startsWith('evidence')));
    assert.match(faultsOf(partial).join(), /No document here has this digest/);
  });

  test('on several evaluations together is computed again', async () => {
    const fresh = await withCases(suiteOf(16, 'second'));
    const texts = await decide(planOf(fresh, { seed: 2, repetitions: 3 }));
    assert.equal([...texts.keys()].filter(name => /^evidence-\w+\.md$/.test(name)).length, 2);
    assert.deepEqual(faultsOf(texts), []);
    assertForgeriesFound(texts, isLarge ? 9 : 25);
  });

  test('on one that stopped early, on clusters, and on whether the team can be dropped, is computed again', async () => {
    const lines = ['stopping: anytime'];
    const asGood = ['comparison: non_inferiority', 'margin: "0.4000"'];
    for (const [text, changes] of someOf(
      [
        [suiteOf(16, 'third'), { seed: 3, lines }],
        [clustered('fourth'), { seed: 4, lines, repetitions: 2 }],
        [clustered('fifth'), { seed: 5 }],
        [suiteOf(16, 'sixth'), { seed: 6, lines: asGood }],
        [suiteOf(16, 'seventh'), { seed: 7, lines: [...lines, ...asGood] }],
      ] as [string, Parameters<typeof planOf>[1]][],
      2,
    )) {
      const texts = await decide(planOf(await withCases(text), changes));
      assert.deepEqual(faultsOf(texts), []);
      if (noPython) continue;
      const { status, stdout } = recomputed(texts);
      assert.equal(status, 0, stdout);
    }
    assertForgeriesFound(await read(await recommendation()), 41);
  });

  test('is computed again by a program that shares no code, which finds what was changed', {
    skip: noPython,
  }, async () => {
    const texts = await read(await recommendation());
    const changed = (of: RegExp, what: RegExp, by: string) =>
      new Map(
        [...texts]
          .filter(([name]) => !/signature/.test(name))
          .map(([name, text]) => [name, of.test(name) ? text.replace(what, by) : text]),
      );
    for (const [of, what, by, found] of someOf(
      [
        [/^evidence/, /wins: \d+/, 'wins: 3', /`pairs\[0\]\.wins` is 3/],
        [/^evidence/, /pass_rate: "\d\.\d+"/, 'pass_rate: "0.1234"', /`results\[0\]\.pass_rate` is 0\.1234/],
        [/^evidence/, /spends: "\d\.\d+"/, 'spends: "0.040000"', /`method\.spends` is 0\.040000/],
        [/^cases/, /outcomes: \[f/, 'outcomes: [p', /computed again/],
        [
          /^recommendation/,
          /p_adjusted: "\d\.\d+"/,
          'p_adjusted: "0.0001"',
          /p_adjusted` is 0\.0001|is missing/,
        ],
      ] as const,
      2,
    )) {
      const { status, stdout } = recomputed(changed(of, what, by));
      assert.equal(status, 1, stdout);
      assert.match(stdout, found);
    }
    const signed = new Map([...texts].map(([name, text]) => [name, text]));
    const [receipt = ''] = [...signed.keys()].filter(name => /^recommendation.*signature/.test(name));
    signed.set(receipt, signed.get(receipt)!.replace(/signature: ./, 'signature: A'));
    assert.match(recomputed(signed).stdout, /The signature does not fit/);
  });

  test('is verified by one command, from the service and from the files that it kept', async () => {
    const folder = `${temporaryFolder()}/saved`;
    const digest = await recommendation();
    const online = await teamCommand(['tenant', 'verify', digest, '--save', folder], environment());
    assert.equal(online.code, 0, online.stderr);
    assert.match(online.stderr, /Every signature and every number is right\.$/m);
    const offline = await call(decisionCommand, ['decision', folder]);
    assert.equal(offline.code, 0, offline.stdout);
    assert.match(
      offline.stdout,
      /^ok {3}recommendation sha256:\w{64}: signature verified with key \w{16}; decision/m,
    );
    assert.match(offline.stdout, /\nverified\n$/);
    const [id] = /(?<=verified with key )\w{16}/.exec(offline.stdout)!;
    assert.equal((await call(decisionCommand, ['decision', folder, '--key', id])).code, 0);
    const other = await call(decisionCommand, ['decision', folder, '--key', '0'.repeat(16)]);
    assert.deepEqual([other.code, /signature not checked/.test(other.stdout)], [1, true], other.stdout);
    assert.equal((await call(decisionCommand, ['decision', folder, '--keys', id])).code, 2);
    assert.equal((await call(decisionCommand, ['decision', '--key', id])).code, 2);
    // As people start it: the first word says that decisions are meant.
    assert.deepEqual(await run('scripts/catalog.ts', ['verify', 'decision', folder]), offline);
    const nowhere = await call(decisionCommand, ['decision', join(folder, 'nowhere')]);
    assert.equal(nowhere.code, 2);
    assert.match(nowhere.stderr, /nowhere cannot be read \(ENOENT\)\. Name the folder that/);
  });
});
