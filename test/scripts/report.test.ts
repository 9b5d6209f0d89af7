/** `npm run report`: what it makes of signed evidence and decisions, what it refuses, and that no document acts in it. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type Signer, signBytes } from '#build/proof/signature.ts';
import { sha256Hex } from '#build/text/digest.ts';
import { reportPage } from '../../scripts/report/page.ts';
import { writeReport } from '../../scripts/report/program.ts';
import type { Checked } from '../../scripts/report/proof.ts';
import { recommend } from '../../server/recommend/recommend.ts';
import { testRing } from '../keys.ts';
import {
  type EvaluationSetting,
  forSuite,
  message,
  planOf,
  registerAll,
  runAll,
  serveEvaluations,
  startPlan,
  T,
  tenantId,
} from '../support/evaluation.ts';
import { temporaryFolder, write } from '../support/folder.ts';
import { htmlFaults } from '../support/html.ts';
import { call, type Outcome, run } from '../support/program.ts';
import { send } from '../support/server.ts';
import { digestOf, simulate } from '../support/simulated-evidence.ts';
import { fields, get, post } from '../support/tenant.ts';

const folder = temporaryFolder();
const out = join(folder, 'report.html');

/** Runs the command, which writes to `out`. */
const report = (words: string[], environment: Record<string, string> = {}): Promise<Outcome> =>
  call(writeReport, [...words, '--out', out], environment);

const read = (): string => readFileSync(out, 'utf8');

describe('a report on an evaluation', () => {
  let setting: EvaluationSetting;
  const digests = { decision: '', evidence: '', job: '' };
  const files: Record<string, string> = {};
  forSuite(async context => {
    setting = await serveEvaluations(context, { dataDir: temporaryFolder(), databaseUrl: undefined });
    const { server, tenant } = setting;
    const known = await registerAll(setting, { cases: 40 });
    digests.job = await startPlan(setting, planOf(known));
    await runAll(setting, (lock, name) => lock === known.team || Number(name.slice(5)) % 2 === 0);
    const request = message('recommendation_request', `profile: ${known.profile}`);
    digests.decision = fields(await post(server, `${T}/recommendations`, request, tenant))
      .recommendation as string;
    const page = await get(server, `${T}/evaluations/${digests.job}.md`, tenant);
    digests.evidence = fields(page).snapshot as string;
    for (const name of ['decision', 'evidence'] as const) {
      const route = `${T}/artifacts/sha256/${digests[name].replace('sha256:', '')}`;
      files[name] = await save(`${name}.md`, `${route}.md`);
      files[`${name}-receipt`] = await save(`${name}.signature.md`, `${route}/signature.md`);
    }
    files.job = await save('job.md', `${T}/evaluations/${digests.job}.md`);
    const keys = await send(server, '/trust/keys.md');
    write(folder, 'keys.md', keys.body);
    files.keys = join(folder, 'keys.md');
  });

  async function save(name: string, path: string): Promise<string> {
    const answer = await get(setting.server, path, setting.tenant);
    assert.equal(answer.status, 200, path);
    write(folder, name, answer.body);
    return join(folder, name);
  }

  const environment = () => ({
    AGENT_TOPOLOGY_URL: setting.server.address,
    AGENT_TOPOLOGY_TENANT: tenantId,
    AGENT_TOPOLOGY_TOKEN: setting.tenant.token,
  });
  const given = (...names: string[]) => [...names.map(name => files[name]!), '--keys', files.keys!];

  test('follows one digest to all that it cites, and says first what to do', async () => {
    const words = [digests.decision, '--out', out];
    const { code, stdout, stderr } = await run('scripts/report.ts', words, environment());
    assert.equal(code, 0, stderr);
    assert.match(stdout, /report\.html: 7 signatures verified\./);
    const page = read();
    assert.deepEqual(await htmlFaults(page.replace(/<style>.*?<\/style>/s, '')), []);
    const conclusion = page.indexOf('<h2>Use the team: ');
    assert.ok(conclusion > 0 && conclusion < page.indexOf('<table'), 'before all tables');
    for (const part of [
      'Solo lock',
      'Nightly mending',
      '20 / 20 / 0',
      '+50',
      'exact sign test',
      'class="frontier"',
    ])
      assert.ok(page.includes(part), part);
    assert.doesNotMatch(page, /<script| on\w+=|https?:\/\/(?!127\.0\.0\.1)/);
  });

  test('shows files with their receipts, and a job as what nobody signed', async () => {
    const words = given('evidence', 'evidence-receipt', 'job');
    const { code, stdout, stderr } = await report(words);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /: 1 signature verified\./);
    assert.match(read(), /<h2>A team of up to 3 agents passed more often than One agent\.<\/h2>/);
    assert.match(read(), /not signed: the state of a moment/);
  });

  /** A folder with a document that the service would have signed, its receipt and the keys. */
  function falsified(text: string, receipt: string): string {
    const bytes = Buffer.from(text);
    const signature = Buffer.from(signBytes(bytes, testRing().tenant.active as Signer)).toString('base64');
    const changed = receipt
      .replace(/^digest: .*$/m, `digest: sha256:${sha256Hex(bytes)}`)
      .replace(/^size_bytes: .*$/m, `size_bytes: ${bytes.length}`)
      .replace(/^signature: .*$/m, `signature: ${signature}`);
    write(folder, 'false/evidence.md', bytes);
    write(folder, 'false/evidence.signature.md', changed);
    return join(folder, 'false');
  }

  test('is refused when bytes, receipt, numbers or the pinned key do not agree', async () => {
    write(folder, 'changed.md', readFileSync(files.decision!, 'utf8').replace('recommend\n', 'recommend \n'));
    files.changed = join(folder, 'changed.md');
    const receipt = readFileSync(files['evidence-receipt']!, 'utf8');
    write(
      folder,
      'forged.md',
      receipt.replace(/^(signature: )(.)/m, (_, name, sign) => name + (sign === 'A' ? 'B' : 'A')),
    );
    files.forged = join(folder, 'forged.md');
    files.false = falsified(readFileSync(files.evidence!, 'utf8').replace('wins: 20', 'wins: 19'), receipt);
    const cases: [string[], RegExp][] = [
      [given('false'), /The numbers do not hold\. There is no report\.\n {2}.*pairs/],
      [given('changed', 'decision-receipt'), /has no signature receipt/],
      [given('evidence', 'forged'), /is not proved: The signature does not match .* There is no report\./],
      [
        [...given('evidence', 'evidence-receipt'), '--key', '0'.repeat(16)],
        /is not the one that --key names/,
      ],
    ];
    write(folder, 'report.html', 'the report of before');
    for (const [words, reason] of cases) {
      const { code, stderr } = await report(words);
      assert.equal(code, 1, stderr);
      assert.match(stderr, reason);
      assert.equal(read(), 'the report of before');
    }
  });

  test('ends with 2 for wrong use and says what to give, with 3 when nobody answers', async () => {
    const elsewhere = `http://127.0.0.1:9${T}/artifacts/sha256/${'0'.repeat(64)}.md`;
    const cases: [string[], Record<string, string>, number, RegExp][] = [
      [[], {}, 2, /No document is given\.\nUsage: /],
      [[join(folder, 'none.md')], {}, 2, /none\.md cannot be read \(ENOENT\)/],
      [given('keys'), {}, 2, /A report needs evidence, a recommendation or a job/],
      [[files.evidence!, files['evidence-receipt']!], {}, 2, /Which keys\? Add --keys/],
      [[elsewhere], environment(), 2, /the token is sent to no other service/],
      [[files.evidence!, '--keys', 'http://127.0.0.1:9'], {}, 3, /does not answer/],
    ];
    for (const [words, more, expected, reason] of cases) {
      const { code, stderr } = await report(words, more);
      assert.equal(code, expected, stderr);
      assert.match(stderr, reason);
    }
    assert.ok(existsSync(out));
  });
});

describe('the page of a report', () => {
  const alike = {
    cases: 30,
    locks: [
      { name: 'solo', agents: 1 },
      { name: 'team', agents: 3 },
    ],
  };
  const evidence = simulate({
    cases: alike.cases,
    locks: alike.locks.map(each => ({ ...each, passes: at => at % 3 > 0 })),
  });
  const decision = recommend({
    profile: { digest: digestOf('profile'), task_class: 'coding.bug_fix', min_pass_rate: 90 },
    evidence: [evidence],
    standing: new Map(),
    now: '2026-11-22T08:00:00Z',
  });
  const checked = (kind: string, digest: string, value: object): Checked => ({
    ...{ name: digest, kind, digest, bytes: new Uint8Array(), value: { title: kind, ...value } },
    signature: { keyId: '0123456789abcdef', signedAt: '2026-11-22T08:00:00Z' },
  });
  const page = (...documents: Checked[]) =>
    reportPage({ documents, keysFrom: 'keys.md', pins: [], computed: [] });

  test('says that no candidate fits and why, and that evidence of equals shows no difference', () => {
    const found = page(checked('recommendation', digestOf('decision'), decision));
    assert.match(found, /<h2>None of the 2 evaluated candidates fits this workload\.<\/h2>/);
    assert.match(found, /passes too rarely/);
    assert.match(
      page(checked('evidence_snapshot', evidence.digest, evidence.snapshot)),
      /<h2>No team is shown to pass more often than One agent\.<\/h2>/,
    );
  });

  test('escapes whatever a document says, under a policy that lets nothing act', async () => {
    const hostile = '</style></title><script>alert(1)</script><img src=x onerror="alert(1)">\u2028]]>';
    const found = page(
      checked('evidence_snapshot', evidence.digest, {
        ...evidence.snapshot,
        intervention: hostile,
        title: hostile,
      }),
      checked('recommendation', digestOf('decision'), { ...decision, reasons: [hostile, '`<b>`'] }),
      checked('execution_lock', digestOf('solo'), { title: hostile }),
    );
    const tags = found.replaceAll(/"[^"]*"/g, '""');
    assert.doesNotMatch(tags, /<script|<img|<b>|<[^>]+ (?:style|on\w+)=/);
    assert.equal(found.match(/<\/style>/g)?.length, 1);
    assert.match(
      found,
      /http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[\w+/]+='"/,
    );
    assert.deepEqual(await htmlFaults(found.replace(/<style>.*?<\/style>/s, '')), []);
  });
});
