/** Runs the tests: every `test/**\/*.test.ts`, or those whose path contains one of the words given. */
import { spawnSync } from 'node:child_process';
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
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
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
  /campaign\.test|regular-expression|outage|scripts\/launch|scripts\/demo|http\/connection|export\/program|operator-secrets|reading\/browser|keep\/kept|tenant\/(?:storage|quick-start|reservation|process)/;
const filesOfProcess = 16;

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
// Who runs a few files looks at their stacks; all of them run in a twentieth less time without maps.
const hasMaps = words.length > 0;
const options = [
  ...(hasMaps ? ['--enable-source-maps'] : []),
  '--test',
  // More than the two cores of the machines that run this: many tests wait for servers of their own.
  '--test-concurrency=4',
  '--test-reporter=spec',
];
const folder = join(bundleFolder, `tests-${process.pid}`);
// In memory where there is room: tests write much, and none of it has to last. Servers of databases run as another user.
const place = existsSync(memory) && roomIn(memory) > 4e9 ? memory : tmpdir();
const temporary = mkdtempSync(join(place, 'catalog-tests-'));
chmodSync(temporary, 0o755);
process.env.TMPDIR = temporary;
// esbuild and tsc are programs in Go, which end before it pays that their memory is collected as often as usual.
process.env.GOGC = '400';
// One PostgreSQL serves all files that need one; a file that is run by itself starts its own.
const needsPostgres = files.some(file =>
  /support\/(?:postgres|store|ticket)\.ts/.test(readFileSync(file, 'utf8')),
);
const server = needsPostgres ? startTestServer() : undefined;
const shared = mkdtempSync(join(temporary, 'shared-'));
// The launcher makes its bundles once, before tests would do so, several at once.
const startsServers = files.some(file =>
  /support\/(?:launched|process)\.ts|launchableFolder/.test(readFileSync(file, 'utf8')),
);
const launched = startsServers ? prepareLauncher(shared) : undefined;
// What tests run as programs.
const programs = [
  ...readdirSync('scripts')
    .filter(name => name.endsWith('.ts') && !/^(?:bench|campaign|keep-release|pack|test)\.ts$/.test(name))
    .map(name => join('scripts', name)),
  'build/main.ts',
  'test/support/dying-change.ts',
  'test/support/lock-holder.ts',
  'test/support/measured-server.ts',
];
const [postgres, bundles] = await Promise.all([
  server,
  bundle(entriesOf(files), folder, { hasMaps, isShared: true }),
  bundle(programs, folder, { hasMaps }),
  launched,
]);
const env = {
  ...process.env,
  ...(postgres && { [serverVariable]: postgres.url }),
  TEST_PROGRAMS: folder,
  TEST_SHARED_FOLDER: shared,
};
const { status } = spawnSync(process.execPath, [...options, ...bundles], {
  stdio: 'inherit',
  env,
});
await postgres?.stop();
if (status !== 0 && !hasMaps)
  process.stderr.write(
    'Stacks name lines of bundles. `npx tsx scripts/test.ts WORD` names those of the sources.\n',
  );
for (const each of [folder, temporary]) rmSync(each, { recursive: true, force: true });
process.exit(status ?? 1);

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
    return relative('.', entry);
  });
}
