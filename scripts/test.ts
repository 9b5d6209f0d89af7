/** Runs the tests: every `test/**\/*.test.ts`, or those whose path contains one of the words given. */
import { spawnSync } from 'node:child_process';
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
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepareLauncher } from '../test/support/launcher.ts';
import { serverVariable, startTestServer } from '../test/support/postgres.ts';
import { bundle, bundleFolder } from './support/bundle.ts';

const memory = '/dev/shm';
const roomIn = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/**
 * Those that take longest, most of it waiting, begin first, so that no processor is idle at the end. They have a process each.
 * Others share one, since a process takes longer to load the modules of the project than most files take to run.
 */
const long =
  /campaign\.test|regular-expression|outage|scripts\/launch|scripts\/demo|http\/connection|export\/program|operator-secrets|reading\/browser|keep\/kept|tenant\/(?:storage|quick-start|reservation|process)/;
const filesOfProcess = 9;

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
  // Most tests end before it pays that V8 optimizes what they run: twelve times the usual budget before that saves a seventh of their time.
  '--interrupt-budget=800000',
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
  'test/support/dying-change.ts',
  'test/support/lock-holder.ts',
  'test/support/measured-server.ts',
];
const bundles = (await bundle([...files, ...programs], folder, hasMaps)).slice(0, files.length);
const [postgres] = await Promise.all([server, launched]);
const env = {
  ...process.env,
  ...(postgres && { [serverVariable]: postgres.url }),
  TEST_PROGRAMS: folder,
  TEST_SHARED_FOLDER: shared,
};
const { status } = spawnSync(process.execPath, [...options, ...entriesOf(bundles)], {
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

/** The files that processes start with, each with the tests of one long file or of several others. Node.js starts them by name. */
function entriesOf(bundles: readonly string[]): string[] {
  const short = bundles.filter(bundle => !long.test(bundle));
  const groups = bundles.filter(bundle => long.test(bundle)).map(bundle => [bundle]);
  while (short.length > 0) groups.push(short.splice(0, filesOfProcess));
  return groups.map((group, number) => {
    const entry = join(folder, `${String(number).padStart(4, '0')}.mjs`);
    const tests = group.map(bundle => {
      const [name, address] = [relative(folder, bundle), pathToFileURL(bundle)].map(text =>
        JSON.stringify(text),
      );
      return `describe(${name}, () => import(${address}));\n`;
    });
    writeFileSync(entry, `import { describe } from 'node:test';\n${tests.join('')}`);
    return entry;
  });
}
