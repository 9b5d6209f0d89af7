/**
 * Runs the tests: every `test/**\/*.test.ts`, or those whose path contains one of the words given. Several files are bundled
 * into a room, and `node --test` runs the rooms: to load the project module by module would take longer than most files take to run.
 */
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
import { serverVariable, startTestServer } from '../test/support/postgres.ts';
import { isAlive } from './support/alive.ts';
import { bundle, bundleFolder, worker } from './support/bundle.ts';

/**
 * The most files of a room, which run one after another. Rooms of files that start programs have fewer than other rooms, since
 * such files take long. To start a room takes about a second of the processor.
 */
const filesOfRoom = { starting: 5, other: 20 };
/**
 * The number of rooms that run at the same time. It exceeds the two cores of the machines that run this, because many tests wait
 * for servers of their own.
 */
const concurrency = 4;
/** The milliseconds after which a test file counts as failed. */
const fileLimit = Number(process.env.TEST_FILE_LIMIT ?? 600_000);
/** The milliseconds for which the process of a room may go on after its last test. */
const lingerLimit = Math.min(fileLimit, 30_000);
/** The most milliseconds to wait for unfinished work when a run ends early. */
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
// Signals are handled before anything is made that has to be removed.
const stop = new AbortController();
let tests: ChildProcess | undefined;
let ending: NodeJS.Signals | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    ending ??= signal;
    stop.abort(new Error(`Ended by ${signal}.`));
    endTests();
  });
const ownName = `catalog-tests-${hostname()}-`;
// In memory where there is room: tests write much, and none of it has to last.
const memory = '/dev/shm';
const place = existsSync(memory) && roomIn(memory) > 4e9 ? memory : tmpdir();
for (const each of [place, bundleFolder]) removeOfKilled(each);
const folder = join(bundleFolder, `${ownName}${process.pid}`);
const temporary = mkdtempSync(join(place, `${ownName}${process.pid}-`));
// Servers of databases run as another user.
chmodSync(temporary, 0o755);
process.env.TMPDIR = temporary;

const status = await runAll().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  return 1;
});
process.exit(ending ? 128 + constants.signals[ending] : status);

/** Bundles and runs all tests, and removes the files that were made. Returns the exit code. */
async function runAll(): Promise<number> {
  const needs = (pattern: RegExp) => files.some(file => pattern.test(readFileSync(file, 'utf8')));
  // One PostgreSQL serves all files that need one; a file that is run by itself starts its own.
  const server = needs(/support\/(?:postgres|store|ticket)\.ts/) ? startTestServer() : undefined;
  const shared = mkdtempSync(join(temporary, 'shared-'));
  const preparation = [
    bundle(writeRooms(), folder, { isShared: true }),
    needs(/support\//) ? bundle(programs(), folder) : undefined,
    // It loads of its commands the one that runs.
    needs(/support\//) ? bundle(['scripts/catalog.ts'], folder, { isShared: true }) : undefined,
  ] as const;
  const aborted = new Promise<never>((_, reject) =>
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true }),
  );
  try {
    const [postgres, rooms] = await Promise.race([Promise.all([server, ...preparation]), aborted]);
    return await runTests(rooms.files, {
      ...process.env,
      // To read the maps takes a tenth of a whole run; of a few files the lines of their sources are wanted.
      ...(words.length > 0 && { NODE_OPTIONS: '--enable-source-maps' }),
      [serverVariable]: postgres?.url,
      TEST_PROGRAMS: folder,
      TEST_SHARED_FOLDER: shared,
    });
  } finally {
    await Promise.race([Promise.allSettled(preparation), wait(endLimit)]);
    // A server that does not stop is killed when this process exits.
    const stopped = server?.then(each => each.stop()).catch(() => {});
    await Promise.race([stopped, wait(endLimit)]);
    for (const each of [folder, temporary])
      rmSync(each, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** Writes the source of each room, and returns the paths. Rooms that start programs, and mostly wait for them, come first. */
function writeRooms(): string[] {
  const startsPrograms = (file: string): boolean =>
    /child_process|campaign\/|support\/(?:program|process|launched|packed|browser|outage|load)\.ts/.test(
      readFileSync(file, 'utf8'),
    );
  const rooms = [
    ...inRooms(files.filter(startsPrograms), filesOfRoom.starting),
    ...inRooms(
      files.filter(file => !startsPrograms(file)),
      filesOfRoom.other,
    ),
  ];
  mkdirSync(folder, { recursive: true });
  return rooms.map((each, index) => {
    const path = join(folder, `room-${index + 100}.ts`);
    writeFileSync(path, sourceOf(each));
    return path;
  });
}

/** Deals files out to as few rooms as hold them, each with its neighbours. */
function inRooms(all: readonly string[], most: number): string[][] {
  const rooms = Math.ceil(all.length / most);
  return Array.from({ length: rooms }, (_, at) => all.slice(at * most, (at + 1) * most));
}

/** Writes the program of a room, which loads each file as a suite when it runs. */
function sourceOf(each: readonly string[]): string {
  return `
import { after, describe, test } from 'node:test';
const left = new Set(${JSON.stringify(each)});
process.on('exit', () => {
  if (left.size === 0) return;
  console.error('These did not run to their end:', ...left);
  process.exitCode = 1;
});
const run = (name: string, load: () => Promise<unknown>) =>
  new Promise<void>(done => {
    describe(name, { timeout: ${fileLimit} }, async () => {
      after(() => {
        left.delete(name);
        done();
      });
      await load().catch(error => void test('can be loaded', () => { throw error; }));
    });
  });
${each.map(file => `await run(${JSON.stringify(file)}, () => import(${JSON.stringify(resolve(file))}));`).join('\n')}
setTimeout(() => {
  console.error('Something that one of these opened was never closed: ${each.join(' ')}');
  process.exit(1);
}, ${lingerLimit}).unref();
`;
}

/** Returns the programs that tests start. */
function programs(): string[] {
  const isRun = (name: string) => !/^(?:bench|campaign|catalog|pack|test)\.ts$/.test(name);
  return [
    ...readdirSync('scripts')
      .filter(name => name.endsWith('.ts') && isRun(name))
      .map(name => join('scripts', name)),
    ...[worker, 'build/main.ts', 'test/support/dying-change.ts', 'test/support/lock-holder.ts'],
    'test/support/measured-server.ts',
  ].filter(name => existsSync(name));
}

/** Runs rooms in a process group of their own, and leaves no process behind. Returns the exit code. */
async function runTests(rooms: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = ['--test', `--test-concurrency=${concurrency}`, '--test-reporter=spec'];
  if (process.stdout.isTTY) env.FORCE_COLOR ??= '1';
  const paths = rooms.map(room => relative('.', room));
  tests = spawn(process.execPath, [...options, ...paths], { stdio: 'inherit', env, detached: true });
  if (ending) endTests();
  const code = await new Promise<number | null>((done, reject) => {
    tests!.once('error', reject);
    tests!.once('exit', done);
  });
  endTests('SIGKILL');
  return code ?? 1;
}

/** Ends the processes of the tests, and kills those that still run after three seconds. */
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

function roomIn(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/** Removes the files of earlier runs that were killed before they could remove them. The names contain the id of the process. */
function removeOfKilled(where: string): void {
  for (const name of existsSync(where) ? readdirSync(where) : []) {
    if (!name.startsWith(ownName) || isAlive(parseInt(name.slice(ownName.length), 10))) continue;
    rmSync(join(where, name), { recursive: true, force: true });
  }
}
