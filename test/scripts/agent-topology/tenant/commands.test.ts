/** `agent-topology tenant …`: what it repeats, what it refuses, and what it tells people. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pendingKey } from '../../../../scripts/agent-topology/tenant/keys.ts';
import { openClient } from '../../../../scripts/runner/client.ts';
import {
  type EvaluationSetting,
  message,
  planOf,
  registerAll,
  serveEvaluations,
  startPlan,
  T,
  tenantId,
} from '../../../support/evaluation.ts';
import { temporaryFolder, write } from '../../../support/folder.ts';
import { type Outcome, program } from '../../../support/program.ts';
import { type Relay, startRelay } from '../../../support/relay.ts';
import { teamCommand } from '../../../support/team-command.ts';
import { formationText, lockText, post, profileText } from '../../../support/tenant.ts';

const ends: (() => unknown)[] = [];
const context = { after: (end: () => unknown) => void ends.push(end) };
const state = temporaryFolder();
let setting: EvaluationSetting;
let relay: Relay;

before(async () => {
  setting = await serveEvaluations(context as never, { dataDir: temporaryFolder(), databaseUrl: undefined });
  relay = await startRelay(context, setting.server.address);
});
after(async () => {
  for (const end of ends) await end();
});

const environment = (): Record<string, string> => ({
  XDG_STATE_HOME: state,
  AGENT_TOPOLOGY_URL: relay.address,
  AGENT_TOPOLOGY_TENANT: tenantId,
  AGENT_TOPOLOGY_TOKEN: setting.tenant.token,
});

/** Runs a tenant command through the relay, which loses what the test says. */
async function tenant(
  words: string[],
  changes: Partial<Relay> = {},
  more: Record<string, string> = {},
): Promise<Outcome> {
  Object.assign(relay, { before: () => undefined, after: (answer: unknown) => answer, ...changes });
  relay.requests.length = 0;
  return teamCommand(['tenant', ...words], { ...environment(), ...more });
}

const keysSent = (): string[] =>
  relay.requests.flatMap(({ headers }) => (headers['idempotency-key'] as string) ?? []);
const pending = (): string[] => readdirSync(join(state, 'agent-topology/requests'));

/** A folder with a formation and its lock, which names it by its file. */
function documents(word: string): string {
  const folder = temporaryFolder();
  write(folder, 'team.md', formationText(word));
  write(folder, 'a-lock.md', lockText('file:team.md', word));
  return folder;
}

describe('a tenant command', () => {
  test('registers documents after those that they name, prints the answers and verifies their signatures', async () => {
    const { code, stdout, stderr } = await tenant(['register', documents('order')]);
    assert.equal(code, 0, stderr);
    const registered = [...stdout.matchAll(/^registered: (\w+)$/gm)].map(match => match[1]);
    assert.deepEqual(registered, ['formation', 'execution_lock']);
    assert.equal(stderr.match(/signature verified with key [0-9a-f]{16}\.$/gm)?.length, 2);
    assert.match(stderr, /^2 documents registered\.\nNext: agent-topology tenant plan PLAN\.md$/m);
    assert.deepEqual(pending(), []);
  });

  test('that was killed before its answer repeats its request under the same key, and only then', async () => {
    const file = join(documents('killed'), 'team.md');
    let answered = () => {};
    const received = new Promise<void>(resolve => (answered = resolve));
    const lose = () => {
      answered();
      return undefined;
    };
    Object.assign(relay, { after: lose, before: () => undefined });
    relay.requests.length = 0;
    const child = spawn(process.execPath, [await program('scripts/team.ts'), 'tenant', 'register', file], {
      env: environment(),
    });
    await received;
    child.kill('SIGKILL');
    await once(child, 'exit');
    const [first] = keysSent();
    assert.equal(pending().length, 1);
    const again = await tenant(['register', file]);
    assert.equal(again.code, 0, again.stderr);
    assert.match(
      again.stderr,
      /^The service did not answer an earlier attempt, so this one repeats it under the same key\.$/m,
    );
    assert.deepEqual(keysSent(), [first]);
    assert.deepEqual(pending(), []);
    await tenant(['register', file]);
    assert.notEqual(keysSent()[0], first);
  });

  test('waits as long as it is told, within bounds, and keeps its key', async () => {
    const busy = (seconds: string, times: number) => {
      let left = times;
      return {
        before: () =>
          left-- > 0
            ? { status: 503, headers: { 'Retry-After': seconds }, body: Buffer.alloc(0) }
            : undefined,
      };
    };
    const file = join(documents('busy'), 'team.md');
    const soon = await tenant(['register', file], busy('0', 2));
    assert.equal(soon.code, 0, soon.stderr);
    assert.equal(keysSent().length, 3);
    assert.equal(new Set(keysSent()).size, 1);
    const late = await tenant(['account'], busy('3600', 1));
    assert.equal(late.code, 3);
    assert.match(
      late.stderr,
      /^error: GET account\.md: 503 .* Run the same command again in 3600 seconds\.$/m,
    );
    const away = openClient('http://127.0.0.1:9', tenantId, setting.tenant.token, async () => {});
    const message = /^http:\/\/127\.0\.0\.1:9 does not answer\. .* nothing is done twice\.$/;
    await assert.rejects(away.get('account.md'), { exitCode: 3, message });
  });

  test('ends with 2 and says where a document is wrong, or what is missing', async () => {
    const folder = temporaryFolder();
    write(folder, 'wrong.md', profileText().replace('min_pass_rate: 90', 'min_pass_rate: 900'));
    write(folder, 'loop.md', lockText('file:loop.md'));
    write(folder, 'lost.md', lockText('file:nothing.md'));
    const said = async (words: string[], more: Record<string, string> = {}) => {
      const { code, stderr } = await tenant(words, {}, more);
      assert.equal(code, 2, stderr);
      return stderr;
    };
    const at = (name: string) => join(folder, name);
    const refusals: [words: string[], expected: RegExp, more?: Record<string, string>][] = [
      [['register', at('wrong.md')], /422 validation_failed[\s\S]*\n {2}line 7, column 1: min_pass_rate: /],
      [['register', at('loop.md')], /loop\.md names itself by `file:`/],
      [['register', folder], /loop\.md names itself/],
      [['register', at('lost.md')], /nothing\.md cannot be read \(ENOENT\)/],
      [['plan', at('wrong.md')], /is workload_profile; expected an evaluation_plan/],
      [['watch', 'job'], /is not the id of an evaluation/],
      [['account', '--from', 'ftp://x'], /ftp:\/\/x is no address of a service, which is like https/],
      [['account'], /Set AGENT_TOPOLOGY_TENANT, or add --tenant ID/, { AGENT_TOPOLOGY_TENANT: '' }],
      [['account'], /AGENT_TOPOLOGY_TOKEN is not set/, { AGENT_TOPOLOGY_TOKEN: '' }],
    ];
    for (const [words, expected, more] of refusals) assert.match(await said(words, more), expected);
    const unknown = `atc_abc_${'s'.repeat(43)}`;
    const refused = await said(['account'], { AGENT_TOPOLOGY_TOKEN: unknown });
    assert.match(refused, /401 unauthenticated/);
    assert.ok(!refused.includes('sss'));
    assert.ok(relay.requests.length === 1);
  });

  test('watches an evaluation, and ends with 1 when it was cancelled', async () => {
    const job = await startPlan(setting, planOf(await registerAll(setting, { cases: 1 })));
    let cancelled: Promise<unknown> | undefined;
    const { code, stdout, stderr } = await tenant(['watch', job, '--every', '1'], {
      after: (answer, { url }) => {
        if (url!.endsWith(`${job}.md`))
          cancelled ??= post(
            setting.server,
            `${T}/evaluations/${job}/cancel`,
            message('evaluation_cancel'),
            setting.tenant,
          );
        return answer;
      },
    });
    await cancelled;
    assert.equal(code, 1, stderr);
    assert.match(
      stderr,
      /^queued: 0 of 2 runs \(0 %\)\ncancelled: 2 of 2 runs \(100 %\)\nerror: ev-\w+ is cancelled\./,
    );
    assert.match(stdout, /^state: cancelled$/m);
  });

  test('prints the account and events as the service gives them', async () => {
    const account = await tenant(['account']);
    assert.match(account.stdout, /^---\nschema: formation\.account\/v0\.1\n/);
    const events = await tenant(['events', '--after', '1', '--limit', '1']);
    assert.match(events.stdout, /^after: 1$/m);
    assert.match(events.stdout, /^ {2}- number: 2$/m);
  });
});

describe('the key of a request', () => {
  const parts = ['http://x', 'acme', 'id', 'formations', 'text'];

  test('is one for the same request until it is forgotten, and is given up when the service would not know it', () => {
    const folder = join(temporaryFolder(), 'keys');
    const now = Date.now();
    const first = pendingKey(folder, parts, now);
    assert.equal(first.isRepeat, false);
    assert.deepEqual(
      [pendingKey(folder, parts, now).key, pendingKey(folder, parts, now).isRepeat],
      [first.key, true],
    );
    assert.notEqual(pendingKey(folder, [...parts, 'more'], now).key, first.key);
    const [file] = readdirSync(folder);
    const monthAgo = now / 1000 - 30 * 24 * 3600;
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), monthAgo, monthAgo);
    assert.notEqual(pendingKey(folder, parts, now).key, first.key);
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '');
    assert.match(pendingKey(folder, parts, now).key, /^[0-9a-f-]{36}$/);
    pendingKey(folder, parts, now).forget();
    assert.ok(file !== undefined && !pendingKey(folder, parts, now).isRepeat);
  });

  test('needs a folder that can be written', () => {
    const folder = join(temporaryFolder(), 'file');
    writeFileSync(folder, '');
    assert.throws(() => pendingKey(folder, parts, 0), /cannot write .* Set XDG_STATE_HOME/);
  });
});
