/** The guides of commands: they run unchanged, one after the other, against the real catalog. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { writeKeyFile } from '#document/proof/key-file.ts';
import type { DatabasePlace } from '../../../server/store/database/database.ts';
import { openStore } from '../../../server/store/store.ts';
import { testRing } from '../../keys.ts';
import { expressionOf, outputsOf, scriptOf, stepsOf } from '../../support/console.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { large } from '../../support/large.ts';
import { tarball } from '../../support/packed.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { program, run } from '../../support/program.ts';
import { serve } from '../../support/server.ts';
import { catalogDist } from '../../support/shared.ts';
import { start } from '../../support/store.ts';
import { issue } from '../../support/tenant.ts';
import { assertUnconfounded, assertUnconfoundedIn } from '../../support/unconfounded.ts';

const root = join(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(join(root, `content/guides/${name}.md`), 'utf8');
const quickStart = read('tenant-quick-start');
const evaluation = read('tenant-evaluation');
const command = read('tenant-command');

const distDir = catalogDist();

/** Runs the commands of a guide in an empty folder that has the packed command, and asserts that each shows what the guide says. */
async function assertShown(
  context: TestContext,
  guide: string,
  environment: Record<string, string>,
): Promise<string> {
  const steps = stepsOf(guide);
  const folder = temporaryFolder(context);
  const packed = await tarball();
  copyFileSync(packed, join(folder, basename(packed)));
  // The commands that `npx` would start, without the time that it takes to look for them.
  const npx = 'npx() { local name=$1; shift; "node_modules/.bin/$name" "$@"; }';
  const script = ['set -eo pipefail', npx, commandsOf(guide), scriptOf(steps)].join('\n');
  const child = spawn('bash', ['-c', script], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, npm_config_cache: join(folder, 'cache'), ...environment },
  });
  const ended = once(child, 'close');
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  assert.equal(code, 0, `${output}\n${errors}`);
  for (const [at, shown] of outputsOf(output).entries()) assert.match(shown, expressionOf(steps[at]!));
  assert.equal(outputsOf(output).length, steps.length);
  const installed = readdirSync(join(folder, 'node_modules')).filter(name => !name.startsWith('.'));
  assert.deepEqual(installed, ['agent-topology']);
  return output;
}

/** A server over the real catalog, with a data folder of its own. Ends with the test. */
async function serveCatalog(context: TestContext, databaseUrl?: string) {
  const dataDir = join(temporaryFolder(context), 'data');
  const server = await serve({ dataDir, databaseUrl, distDir, signingKey: writeKeyFile(testRing()) });
  context.after(() => server.stop());
  return { server, dataDir };
}

/** The tokens of a tenant with every scope, and of a runner. */
async function issueBoth(place: DatabasePlace): Promise<{ TOKEN: string; RUNNER_TOKEN: string }> {
  const store = await openStore(place, start);
  const { token: TOKEN } = await issue(store, 'acme');
  const { token: RUNNER_TOKEN } = await issue(store, 'acme', [], { runner: true });
  await store.close();
  return { TOKEN, RUNNER_TOKEN };
}

const commandsOf = (guide: string): string =>
  [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(match => match[1]!).join('\n');

test('the commands of the guides lead from no credential to a lock, and from there to a recommendation', async context => {
  assert.equal(commandsOf(quickStart).match(/^curl /gm)!.length, 10);
  const { server, dataDir } = await serveCatalog(context);
  // What `npm run --silent operator --` and `npx tsx scripts/team.ts` start, without the time that they take to load it.
  const starts = async (name: string, words: number, file: string, command = '') =>
    `${name}() { shift ${words}; '${process.execPath}' '${await program(file)}' ${command} "$@"; }`;
  const script = [
    'set -eo pipefail',
    await starts('npm', 4, 'scripts/catalog.ts', 'operator'),
    await starts('npx', 2, 'scripts/team.ts'),
    ...[commandsOf(quickStart), commandsOf(evaluation)],
  ].join('\n');
  const child = spawn('bash', ['-c', script], {
    cwd: temporaryFolder(context),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, BASE: server.address },
  });
  const ended = once(child, 'close');
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  assert.equal(code, 0, `${output}\n${errors}`);
  assert.match(output, /^401$/m);
  assert.match(output, /kind: execution_lock_registered/);
  assert.match(output, /^approval: approved\ngrade: confirmatory\nruns: 48$/m);
  assert.match(output, /^state: completed\nsnapshot: sha256:/m);
  assert.match(output, /^decision: recommend\nrecommended: sha256:[0-9a-f]{64}\none_agent: false$/m);
  assert.match(output, /0\.3750 higher than that of one agent .* That proves/);
  assert.match(output, /^kind: adoption_record$/m);
  await assertUnconfounded({ dataDir, databaseUrl: undefined });
});

large(
  'the packed command, in an empty folder, leads from a credential to a recommendation as its guide shows',
  async context => {
    assert.equal(stepsOf(command).filter(step => step.command.includes('agent-topology tenant')).length, 6);
    const { server, dataDir } = await serveCatalog(context);
    const tokens = await issueBoth({ dataDir, databaseUrl: undefined });
    const output = await assertShown(context, command, { BASE: server.address, ...tokens });
    assert.ok(!output.includes(tokens.TOKEN) && !output.includes(tokens.RUNNER_TOKEN));
    await assertUnconfounded({ dataDir, databaseUrl: undefined });
  },
);

large(
  'the packed command leads from logs of Inspect to a recommendation as its guide shows, on PostgreSQL',
  async context => {
    const databaseUrl = await freshDatabase();
    const { server, dataDir } = await serveCatalog(context, databaseUrl);
    const tokens = await issueBoth({ dataDir, databaseUrl });
    const bin = temporaryFolder(context);
    const inspect = `#!/bin/sh\nexec '${process.execPath}' '${root}/test/support/inspect.mjs' "$@"\n`;
    writeFileSync(join(bin, 'inspect'), inspect, { mode: 0o755 });
    const documents = command.replaceAll(/^```console\n[\s\S]*?^```$/gm, '');
    const environment = { PATH: `${bin}:${process.env.PATH}`, BASE: server.address, ...tokens };
    await assertShown(context, `${documents}\n${read('tenant-import')}`, environment);
    await assertUnconfounded({ dataDir, databaseUrl });
  },
);

large(
  'the packed command leads from a task in plain words to files on disk as its guide shows',
  async context => {
    const { server } = await serveCatalog(context);
    await assertShown(context, read('team-command'), { BASE: server.address });
  },
);

large(
  'the first evaluation shows what its guide shows, and keeps the evidence that it quotes',
  async context => {
    const folder = temporaryFolder(context);
    const [evaluate, quote] = stepsOf(read('first-evaluation'));
    const { code, stdout, stderr } = await run(
      'scripts/first-evaluation.ts',
      [],
      { DATA_DIR: join(folder, 'data'), DIST_DIR: distDir, SIGNING_KEY: writeKeyFile(testRing()) },
      folder,
    );
    assert.equal(code, 0, stderr);
    assert.match(stdout, expressionOf(evaluate!));
    const shown = execFileSync('bash', ['-c', quote!.command], { cwd: folder, encoding: 'utf8' });
    assert.match(shown, expressionOf(quote!));
    const kept = readdirSync(join(folder, 'first-evaluation')).filter(name => name.startsWith('evidence-'));
    assertUnconfoundedIn(kept.map(name => readFileSync(join(folder, 'first-evaluation', name), 'utf8')));
  },
);
