/** The package: what `npm run package` makes runs on a machine that has Node.js and nothing of the project, and does the same. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { writeKeyFile } from '#document/proof/key-file.ts';
import { freePort } from '../../scripts/support/port.ts';
import { testRing } from '../keys.ts';
import { catalogFile } from '../support/catalog-file.ts';
import { exampleContent, temporaryFolder } from '../support/folder.ts';
import { large } from '../support/large.ts';
import { watched } from '../support/launched.ts';
import { packageFile, packageFolder } from '../support/package.ts';
import { passage } from '../support/passage.ts';
import { freshDatabase } from '../support/postgres.ts';
import { run } from '../support/program.ts';
import { baseUrl } from '../support/shared.ts';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    statSync(join(folder, name)).isFile(),
  );

/** The command of the package, in a folder that has nothing else. */
function command(script = 'catalog.mjs') {
  const cwd = temporaryFolder();
  const settings = { CONTENT_DIR: exampleContent, BASE_URL: baseUrl, SIGNING_KEY: writeKeyFile(testRing()) };
  const env = { PATH: process.env.PATH, ...settings };
  const words = [join(packageFolder(), 'code', script)];
  const run = (...more: string[]) =>
    spawnSync(process.execPath, [...words, ...more], { cwd, env, encoding: 'utf8' });
  return { cwd, env, words, run };
}

large('it is named after its version, has at most 20 MB, and brings all that it depends on', () => {
  const folder = packageFolder();
  const { name, version, dependencies, bundleDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  assert.equal(version, JSON.parse(readFileSync('package.json', 'utf8')).version);
  assert.equal(basename(packageFile()), `${name}-${version}.tgz`);
  assert.deepEqual(bundleDependencies, Object.keys(dependencies));
  for (const each of bundleDependencies) {
    const manifest = readFileSync(join(folder, 'node_modules', each, 'package.json'), 'utf8');
    // npm would run them, and make the driver again from sources that are not there.
    assert.equal(JSON.parse(manifest).scripts, undefined, each);
  }
  const files = filesIn(folder);
  const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  assert.ok(bytes <= 20_000_000, `${bytes} bytes`);
  const sources = files.filter(file => /^(?!node_modules\/).*\.ts$/.test(file));
  assert.deepEqual(sources, []);
});

test('its commands build, serve, operate and verify, and OpenTelemetry is loaded when it is configured', async context => {
  const { cwd, env, words, run } = command();
  const port = await freePort();
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
  const child = spawn(process.execPath, [...words, 'start'], {
    cwd,
    env: { ...env, ...tracing, PORT: String(port) },
  });
  context.after(() => child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => said.includes('serving http') && resolve());
    child.once('exit', () => reject(new Error(said)));
  });
  const created = run('operator', 'tenant', 'create', 'acme');
  assert.match(created.stdout, /^tenant: acme$/m, created.stderr);
  const words2 = ['--tenant', 'acme', '--scopes', 'artifacts:read', '--invited'];
  const [, credential = ''] = /^token: "?([^"\n]+)/m.exec(
    run('operator', 'credential', 'issue', ...words2).stdout,
  )!;
  assert.ok(
    (await passage({ address: `http://127.0.0.1:${port}`, path: '/patterns/gate.md', credential })) > 7,
  );
  const ended = new Promise(resolve => child.once('close', resolve));
  child.kill('SIGTERM');
  assert.equal(await ended, 0, said);
  const verified = run('verify', 'dist');
  assert.equal(verified.status, 0, verified.stdout + verified.stderr);
  // The manifest names the builder, which is the same one.
  const same = spawnSync(process.execPath, [catalogFile, 'build'], {
    env: { ...env, DATA_DIR: join(cwd, 'data'), DIST_DIR: join(cwd, 'dist') },
    encoding: 'utf8',
  });
  assert.match(same.stdout, /\(0 files are new or changed\)/, same.stdout + same.stderr);
});

// test/scripts/catalog.test.ts does the same with a clone.
large('it builds and serves on PostgreSQL with all its folders elsewhere', async context => {
  const { cwd, env, words } = command();
  const port = await freePort();
  const child = spawn(process.execPath, [...words, 'start'], {
    env: {
      ...env,
      ...{ DATABASE_URL: await freshDatabase(), DATA_DIR: join(cwd, 'data'), DIST_DIR: join(cwd, 'dist') },
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const server = watched(context, child, port);
  await server.until(/The catalog is at http:\/\/catalog\.test\//);
  assert.equal((await fetch(`${server.address}/readyz?strict`)).status, 200, server.output());
  assert.doesNotMatch(server.output(), /ERR_|warning|slower/);
});

test('it says what it can do, and refuses other words', () => {
  const { run } = command();
  assert.match(run('--help').stdout, /^Usage: agent-topology-catalog COMMAND\n/);
  assert.equal(run().stdout, run('--help').stdout);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  assert.equal(run('--version').stdout, `${version}\n`);
  const { status, stderr } = run('sevre');
  assert.equal(status, 2);
  assert.match(stderr, /^There is no command "sevre"\.\n/);
});

test('it has the command agent-topology', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  assert.equal(command('team.mjs').run('--version').stdout, `${version}\n`);
});

test('an option that the command does not know is refused, and makes no package', async () => {
  const { code, stdout, stderr } = await run('scripts/package.ts', ['--help']);
  assert.match(stderr, /^Unknown option '--help'/);
  assert.deepEqual([code, stdout], [2, '']);
});
