/** Runs the tests: every `test/**\/*.test.ts`, or those whose path contains one of the words given. */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
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
import { serverVariable, startTestServer } from '../test/support/postgres.ts';
import { bundle, bundleFolder } from './support/bundle.ts';
import { nameSources } from './support/source-names.ts';
import { createQueue, lastVariable, queueVariable, type TestQueue } from './support/test-queue.ts';

const memory = '/dev/shm';
const roomIn = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

const worker = 'scripts/support/test-process.ts';
/** There is a process for so many files; most take twice as many, and a few are left for what takes long. */
const filesOfProcess = 8;
/** What is made before the tests, and all of them, take at most so long, in milliseconds; they take a fiftieth and a ninth of it. */
const preparationLimit = 300_000;
const limit = 1_800_000;
/** How long one file may take, and how often that is looked at, in milliseconds. The longest takes a tenth of it. */
const fileLimit = Number(process.env.TEST_FILE_LIMIT ?? 600_000);
const lookInterval = 2000;
/** More processes than the two cores of the machines that run this: many tests wait for servers of their own. */
const concurrency = 4;
/** How long it is waited for what was begun when a run ends early. */
const endLimit = 10_000;

const startsPrograms = (file: string): boolean =>
  /child_process|campaign\/|support\/(?:program|process|launched|packed|browser|outage|load)\.ts/.test(
    readFileSync(file, 'utf8'),
  );

const words = process.argv.slice(2);
const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.test.ts'))
  .map(name => join('test', name))
  .filter(name => words.length === 0 || words.some(word => name.includes(word)))
  // Files that start programs, and mostly wait for them, come first, so that a run does not wait for them at its end.
  .sort((a, b) => Number(startsPrograms(b)) - Number(startsPrograms(a)) || (a < b ? -1 : 1));
if (files.length === 0) {
  process.stderr.write('No test file matches.\n');
  process.exit(1);
}
// Signals are handled before anything is made that has to be removed.
/** What ends early when a signal or an error ends the run. */
const stop = new AbortController();
/** Files whose process was killed. */
const stuck = new Set<string>();
let tests: ChildProcess | undefined;
let ending: NodeJS.Signals | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    ending ??= signal;
    stop.abort(new Error(`Ended by ${signal}.`));
    endTests();
  });
// In memory where there is room: tests write much, and none of it has to last. Servers of databases run as another user.
const place = existsSync(memory) && roomIn(memory) > 4e9 ? memory : tmpdir();
const ownName = `catalog-tests-${hostname()}-`;
removeOfKilled(place, ownName);
removeOfKilled(bundleFolder, ownName);
const folder = join(bundleFolder, `${ownName}${process.pid}`);
const temporary = mkdtempSync(join(place, `${ownName}${process.pid}-`));
chmodSync(temporary, 0o755);
process.env.TMPDIR = temporary;
// esbuild and tsc are programs in Go, which end before it pays that their memory is collected as often as usual.
process.env.GOGC = '400';

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
  // A program that is missing here is bundled where it is wanted.
  const needsPrograms = needs(/support\//);
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(preparationLimit)]);
  const preparation = [
    bundle([worker, ...files.map(file => resolve(file))], folder, { isShared: true }),
    needsPrograms ? bundle(programs(), folder) : [],
    // It loads of its commands the one that runs.
    needsPrograms ? bundle(['scripts/catalog.ts'], folder, { isShared: true }) : [],
  ] as const;
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
  try {
    const [
      postgres,
      {
        files: [program, ...bundles],
      },
    ] = await Promise.race([Promise.all([server, ...preparation]), aborted]);
    const queue = createQueue(temporary, files, bundles);
    return await runTests(processesOf(program!), queue, {
      ...process.env,
      [serverVariable]: postgres?.url,
      TEST_PROGRAMS: folder,
      TEST_SHARED_FOLDER: shared,
      [queueVariable]: queue.folder,
    });
  } finally {
    stop.abort(new Error('The tests have ended.'));
    await Promise.race([Promise.allSettled(preparation), wait(endLimit)]);
    // A server that does not stop is killed when this process exits.
    const stopped = server?.then(each => each.stop()).catch(() => {});
    await Promise.race([stopped, wait(endLimit)]);
    for (const each of [folder, temporary])
      rmSync(each, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** What tests run as programs. */
function programs(): string[] {
  return [
    ...readdirSync('scripts')
      .filter(name => name.endsWith('.ts') && !/^(?:bench|campaign|catalog|pack|test)\.ts$/.test(name))
      .map(name => join('scripts', name)),
    'build/main.ts',
    'test/support/dying-change.ts',
    'test/support/lock-holder.ts',
    'test/support/measured-server.ts',
  ];
}

/** Runs processes of tests, in a group of their own, of which nothing stays. Returns the exit code. */
async function runTests(
  processes: readonly string[],
  queue: TestQueue,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const options = ['--test', `--test-concurrency=${concurrency}`, '--test-reporter=spec'];
  if (process.stdout.isTTY) env.FORCE_COLOR ??= '1';
  tests = spawn(process.execPath, [...options, ...processes], {
    stdio: ['inherit', 'pipe', 'inherit'],
    env,
    detached: true,
  });
  const written = nameSources(tests.stdout!, process.stdout, folder);
  if (ending) endTests();
  const looks = setInterval(() => endStuck(queue), lookInterval);
  const timer = setTimeout(() => {
    process.stderr.write(`The tests did not end within ${limit / 60_000} minutes.\n`);
    endTests();
  }, limit);
  const code = await new Promise<number>((done, reject) => {
    tests!.once('error', reject);
    tests!.once('exit', each => done(each ?? 1));
  });
  clearInterval(looks);
  clearTimeout(timer);
  endTests('SIGKILL');
  await written;
  const left = queue.unfinished();
  if (left.length > 0 && !ending) process.stderr.write(`These did not run to their end: ${left.join(' ')}\n`);
  return left.length > 0 ? code || 1 : code;
}

/** Kills processes whose test file takes too long, or that stay when all have ended, and names the files. */
function endStuck(queue: TestQueue): void {
  for (const { files: ran, pid } of queue.lingering(fileLimit / 10)) {
    process.stderr.write(`Something that one of these opened was never closed: ${ran.join(' ')}\n`);
    kill(pid);
  }
  for (const { file, pid } of queue.running(fileLimit)) {
    if (!stuck.has(file))
      process.stderr.write(`${file} did not end within ${fileLimit / 1000} seconds and was killed.\n`);
    stuck.add(file);
    kill(pid);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
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

/** Removes what runs left that were killed before they could: their number follows the prefix of the name. */
function removeOfKilled(place: string, prefix: string): void {
  for (const name of existsSync(place) ? readdirSync(place) : []) {
    if (!name.startsWith(prefix) || isAlive(parseInt(name.slice(prefix.length), 10))) continue;
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

/** Paths under which the processes start: Node.js runs a file once, so each has a link of its own to the same program. */
function processesOf(program: string): string[] {
  const count = Math.min(files.length, concurrency + Math.ceil(files.length / filesOfProcess));
  return Array.from({ length: count }, (_, number) => {
    const path = join(folder, `process-${number}.mjs`);
    const isLast = number >= count - concurrency;
    writeFileSync(
      path,
      `process.env.${lastVariable} = '${isLast ? 1 : ''}'; await import(${JSON.stringify(program)});\n`,
    );
    return relative(join(import.meta.dirname, '..'), path);
  });
}
