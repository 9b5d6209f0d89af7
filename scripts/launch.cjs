// Runs an entry point of the project (`node scripts/launch.cjs build`, `serve`, `start` for one after the other, `operator`, `verify`)
// from one bundled file, which loads several times faster than TypeScript module by module. The bundle is made on demand and kept in
// DATA_DIR/code under a digest of its sources, with the code that V8 made of it; both are checked before they run, and made again
// when they are wrong. `bundle ENTRY FOLDER` does nothing but make one. The package that `npm run package` makes has them in `code`, and
// no sources. Whenever a bundle cannot be made or kept, Node.js runs the entry point as it is, without its types. A worker thread
// begins here too, with its entry point as the first of its `argv`. As a module of CommonJS it starts sooner: Node.js need not load
// what reads the other ones.
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { dirname, join, resolve } = require('node:path');
const { pathToFileURL } = require('node:url');
const { constants, Script } = require('node:vm');
const { isMainThread } = require('node:worker_threads');
const { endUntilHandled, runChild } = require('./launch/child.cjs');
const { readKept, whyNotPrivate, writeKept } = require('./launch/kept.cjs');

const root = dirname(__dirname);
const entries = {
  build: 'build/main.ts',
  serve: 'server/main.ts',
  start: 'server/main.ts',
  operator: 'scripts/operator.ts',
  verify: 'scripts/verify.ts',
};
// The entry point finds its own arguments where they would be without this file.
const [command] = process.argv.splice(2, 1);
const name = command === 'bundle' ? process.argv[2] : command;
const entry = entries[name] ?? name;
const isServer = entry.startsWith('server');
const isCommand = entry.startsWith('scripts');
const bundlePrefix = `${entry.replaceAll(/[^a-z]/g, '-')}-`;
/** Where bundles are kept. */
const ownFolder = join(resolve(process.env.DATA_DIR || './data'), 'code');
/** Where root keeps those of commands: what it would make in the DATA_DIR of another user, that user could not replace. */
const installedFolder = join(root, 'node_modules/.cache/agent-topology');
/** The bundles that a package has, by their entry points; undefined where there are sources. */
const packed = existsSync(join(root, 'code/entries.json')) ? require('../code/entries.json') : undefined;
const distDir = resolve(process.env.DIST_DIR || './dist');

/** What makes bundles. */
const makers = ['scripts/launch/bundle.cjs', 'scripts/launch/unused.cjs'];

/** A digest of all that a bundle is made from, apart from packages, for which the lock file stands. */
function digestOfSources() {
  const hash = createHash('sha256').update(`6 ${root} ${entry} ${process.version}\n`);
  const folders = ['build', 'server', ...(isCommand ? ['scripts'] : [])];
  const names = [...folders.flatMap(sourcesIn), ...makers].sort();
  for (const name of ['package-lock.json', ...names]) {
    const bytes = readFileSync(`${root}/${name}`);
    hash.update(`${name} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex').slice(0, 32);
}

/** The sources in a folder and those below it. Node.js does this too, in twice the time, and every start waits for it. */
function sourcesIn(folder) {
  return readdirSync(`${root}/${folder}`, { withFileTypes: true }).flatMap(each => {
    const name = `${folder}/${each.name}`;
    if (each.isDirectory()) return sourcesIn(name);
    return name.endsWith('.ts') ? [name] : [];
  });
}

/** The program as a function of a module, or undefined when no bundle can be made or kept. */
async function bundled() {
  if (packed) return fromPackage(packed[entry]);
  const sources = digestOfSources();
  const file = `${bundlePrefix}${sources}.cjs`;
  const folder = isCommand && process.getuid?.() === 0 ? installedFolder : ownFolder;
  const why = whyNotPrivate(folder, true);
  if (why !== undefined) return withoutBundle(why);
  const own = join(folder, file);
  const kept = readKept(own, sources);
  if (kept) return compile(kept, own, file);
  if (!hasPackage('esbuild')) return withoutBundle('esbuild, which `npm ci` installs, is missing');
  // In a process of its own: what esbuild's client does to V8 makes a server slower by a sixth, for as long as it runs.
  await runChild([__filename, 'bundle', entry, folder], 'ignore');
  const made = readKept(own, sources);
  return made ? compile(made, own, file) : withoutBundle('esbuild made none');
}

/** The bundle of a package, which is as good as this file. Commands keep nothing: root may run them for another user. */
function fromPackage(file) {
  const keeps = !isCommand && whyNotPrivate(ownFolder, true) === undefined;
  const bundle = readFileSync(join(root, 'code', file));
  return compile(bundle, keeps ? join(ownFolder, file) : undefined, join(root, 'code', file));
}

function hasPackage(name) {
  try {
    return require.resolve(name) !== undefined;
  } catch {
    return false;
  }
}

/** Says why a start takes longer than it should. */
function withoutBundle(why) {
  if (isMainThread && !isCommand)
    process.stderr.write(`${entry} runs without its bundle and starts four times slower: ${why}.\n`);
}

/** When the code is kept: by then it holds the functions that a start needs. */
const settledMilliseconds = 3000;

/**
 * Compiles a bundle with the code that V8 made of it before.
 * @param file beside which the code is kept; absent: it is not
 */
function compile(bundle, file, filename) {
  const source = file && createHash('sha256').update(bundle).digest('hex');
  const codeFile = file && `${file}.code`;
  const cachedData = codeFile && readKept(codeFile, source);
  const script = new Script(bundle.latin1Slice(), {
    filename: file ?? filename,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (codeFile && (cachedData === undefined || script.cachedDataRejected)) keepCode(script, codeFile, source);
  return script.runInThisContext();
}

/** Keeps what V8 made of a program, once: after its start, or at its end when that comes first. */
function keepCode(script, codeFile, source) {
  const keep = () => {
    clearTimeout(timer);
    process.off('exit', keep);
    try {
      writeKept(codeFile, source, script.createCachedData());
    } catch {
      // The next start compiles more of the program again.
    }
  };
  const timer = setTimeout(keep, settledMilliseconds).unref();
  process.once('exit', keep);
}

async function run() {
  const program = await bundled();
  if (program === undefined) {
    // Since version 22.18 Node.js does it itself.
    if (!process.features.typescript)
      require('node:module').register(pathToFileURL(join(__dirname, 'launch/types.mjs')));
    await import(pathToFileURL(join(root, entry)).href);
  } else {
    const module = { exports: {} };
    program(module.exports, require, module, root, entry);
  }
}

/** How long it may take to remove what a build left, in milliseconds: a container is killed after ten seconds. */
const tidyingLimit = 5000;

/** Removes what a build left in `dist` that was ended, if it had begun. */
function tidy() {
  if (existsSync(join(distDir, '.build-lock-owner')))
    spawnSync(process.execPath, [__filename, 'build', '--tidy'], { stdio: 'ignore', timeout: tidyingLimit });
}

async function launch() {
  if (command === 'bundle') {
    const sources = digestOfSources();
    const file = join(resolve(process.argv[3]), `${bundlePrefix}${sources}.cjs`);
    return require('./launch/bundle.cjs').bundle({ entry, file, sources, prefix: bundlePrefix });
  }
  if (command === 'start') {
    // In a process of its own, which leaves no memory behind. This one stays what a signal reaches.
    const code = await runChild([__filename, 'build'], 'inherit', tidy);
    if (code !== 0 && !existsSync(join(distDir, 'manifest.json'))) process.exit(code);
    if (code !== 0) process.stderr.write('The build failed. The catalog that was built before is served.\n');
  }
  // A build is busy to its end, so as the first process of a container it would hear no signal.
  if (entry === entries.build && process.pid === 1 && isMainThread)
    process.exit(await runChild([__filename, command, ...process.argv.slice(2)], 'inherit', tidy));
  if (isServer) listen();
  // A build ends before it pays that V8 optimizes much of it. Six times the usual budget of a function before that saves a tenth of the
  // processor time of a build from nothing, whose threads all optimize the same. A server gets faster with what is optimized early. Later
  // versions of V8 do not know the flag, and say so.
  else if (process.version.startsWith('v20.'))
    require('node:v8').setFlagsFromString('--interrupt-budget=400000');
  await run();
}

/** Makes ready for signals, and for worker processes, which begin here too. */
function listen() {
  endUntilHandled();
  const cluster = require('node:cluster');
  if (cluster.isPrimary) cluster.setupPrimary({ exec: __filename, args: [entry, ...process.argv.slice(2)] });
}

launch();
