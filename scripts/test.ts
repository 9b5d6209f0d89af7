/** Runs the tests: every `test/**\/*.test.ts`, or those whose path contains one of the words given. */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { constants, hostname, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { prepareLauncher } from '../test/support/launcher.ts';
import { serverVariable, startTestServer } from '../test/support/postgres.ts';
import { bundle, bundleFolder } from './support/bundle.ts';

const memory = '/dev/shm';
const roomIn = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/**
 * Those that take longest, most of it waiting, have a process each. Others share one, since a process takes longer to load the modules
 * of the project than most files take to run.
 */
const long =
  /campaign\.test|regular-expression|outage|scripts\/launch|scripts\/demo|http\/connection|export\/program|operator-secrets|reading\/browser|publish\/kept|tenant\/(?:storage|quick-start|reservation|process)/;
const filesOfProcess = 16;
/** What is made before the tests, and all of them, take at most so long, in milliseconds; they take a fiftieth and a ninth of it. */
const preparationLimit = 300_000;
const limit = 1_800_000;
/** How long it is waited for what was begun when a run ends early. */
const endLimit = 10_000;

const words = process.argv.slice(2);
const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.test.ts'))
  .map(name => join('test', name))
  .filter(name => words.length === 0 || words.some(word => name.includes(word)))
  .sort();
if (files.length === 0) {
  process.stderr.write('No test file matches.\n');
  process.exit(1);
}
// A run of a few files needs readable stacks; the whole suite takes a twentieth less time without source maps.
const hasMaps = words.length > 0;
const folder = join(bundleFolder, `tests-${process.pid}`);
// In memory where there is room: tests write much, and none of it has to last. Servers of databases run as another user.
const place = existsSync(memory) && roomIn(memory) > 4e9 ? memory : tmpdir();
const ownName = `catalog-tests-${hostname()}-`;
removeOfKilled();
const temporary = mkdtempSync(join(place, `${ownName}${process.pid}-`));
chmodSync(temporary, 0o755);
process.env.TMPDIR = temporary;
// esbuild and tsc are programs in Go, which end before it pays that their memory is collected as often as usual.
process.env.GOGC = '400';

/** What ends early when a signal or an error ends the run. */
const stop = new AbortController();
let tests: ChildProcess | undefined;
let ending: NodeJS.Signals | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    ending ??= signal;
    stop.abort(new Error(`Ended by ${signal}.`));
    endTests();
  });
const status = await runAll().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  return 1;
});
process.exit(ending ? 128 + constants.signals[ending] : status);

/** Prepares and runs all, and removes what was made. Returns the exit code. */
async function runAll(): Promise<number> {
  const needs = (pattern: RegExp) => files.some(file => pattern.test(readFileSync(file, 'utf8')));
  // One PostgreSQL serves all files that need one; a file that is run by itself starts its own.
  const server = needs(/support\/(?:postgres|store|ticket)\.ts/) ? startTestServer() : undefined;
  const shared = mkdtempSync(join(temporary, 'shared-'));
  // The launcher makes its bundles once, before tests would do so, several at once.
  const startsServers = needs(/support\/(?:launched|process)\.ts|launchableFolder/);
  // A program that is missing here is bundled where it is wanted.
  const startsPrograms = needs(/support\//);
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(preparationLimit)]);
  const preparation = [
    bundle(entriesOf(files), folder, { hasMaps, isShared: true }),
    startsPrograms ? bundle(programs(), folder, { hasMaps }) : [],
    startsServers ? prepareLauncher(shared, signal) : [],
  ] as const;
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
  try {
    const [postgres, bundles] = await Promise.race([Promise.all([server, ...preparation]), aborted]);
    const env = { [serverVariable]: postgres?.url, TEST_PROGRAMS: folder, TEST_SHARED_FOLDER: shared };
    const code = await runTests(bundles, { ...process.env, ...env });
    if (code !== 0 && !hasMaps && !ending)
      process.stderr.write(
        'Stacks name lines of bundles. `npx tsx scripts/test.ts WORD` names those of the sources.\n',
      );
    return code;
  } finally {
    stop.abort(new Error('The tests have ended.'));
    await Promise.race([Promise.allSettled(preparation), wait(endLimit)]);
    await server?.then(
      each => each.stop(),
      () => {},
    );
    for (const each of [folder, temporary])
      rmSync(each, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** What tests run as programs. */
function programs(): string[] {
  return [
    ...readdirSync('scripts')
      .filter(name => name.endsWith('.ts') && !/^(?:bench|campaign|keep-release|pack|test)\.ts$/.test(name))
      .map(name => join('scripts', name)),
    'build/main.ts',
    'test/support/dying-change.ts',
    'test/support/lock-holder.ts',
    'test/support/measured-server.ts',
  ];
}

/** Runs bundles of tests, in a process group of their own, of which nothing stays. Returns the exit code. */
async function runTests(bundles: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = [
    ...(hasMaps ? ['--enable-source-maps'] : []),
    '--test',
    // More than the two cores of the machines that run this: many tests wait for servers of their own.
    '--test-concurrency=4',
    '--test-reporter=spec',
  ];
  tests = spawn(process.execPath, [...options, ...bundles], { stdio: 'inherit', env, detached: true });
  if (ending) endTests();
  const timer = setTimeout(() => {
    process.stderr.write(`The tests did not end within ${limit / 60_000} minutes.\n`);
    endTests();
  }, limit);
  const code = await new Promise<number>((done, reject) => {
    tests!.once('error', reject);
    tests!.once('exit', each => done(each ?? 1));
  });
  clearTimeout(timer);
  endTests('SIGKILL');
  return code;
}

/** Ends the processes of the tests, those that do not listen after three seconds. */
function endTests(signal: NodeJS.Signals = 'SIGTERM'): void {
  if (!tests?.pid) return;
  try {
    process.kill(-tests.pid, signal);
  } catch {
    // None is left.
    return;
  }
  if (signal !== 'SIGKILL') setTimeout(() => endTests('SIGKILL'), 3000).unref();
}

/** Removes what runs left that were killed before they could. */
function removeOfKilled(): void {
  for (const name of readdirSync(place)) {
    if (!name.startsWith(ownName) || isAlive(parseInt(name.slice(ownName.length), 10))) continue;
    rmSync(join(place, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Writes what processes start with, each with the tests of one long file or of several others, and returns the paths from the root of
 * the project. Node.js starts them by name.
 */
function entriesOf(files: readonly string[]): string[] {
  const groups = files.filter(file => long.test(file)).map(file => [file]);
  const short = files.filter(file => !long.test(file));
  // After every two of the long ones, so that the processors have work while those wait, and at the end.
  for (let at = 2; short.length > 0; at += 3) groups.splice(at, 0, short.splice(0, filesOfProcess));
  mkdirSync(folder, { recursive: true });
  return groups.map((group, number) => {
    const entry = join(folder, `${String(number).padStart(4, '0')}.ts`);
    const tests = group.map(
      file => `describe(${JSON.stringify(file)}, () => import(${JSON.stringify(resolve(file))}));\n`,
    );
    writeFileSync(entry, `import { describe } from 'node:test';\n${tests.join('')}`);
    return relative(join(import.meta.dirname, '..'), entry);
  });
}
