// Runs an entry point of the project (`node scripts/launch.cjs build`, `serve`, or `start` for one after the other) from one
// bundled file, which loads several times faster than TypeScript module by module. The bundle is made on demand (`bundle ENTRY FILE`
// does nothing else) and kept in DATA_DIR/code under a digest of the state of every source file, with the code that V8 made of it.
// Files are put in place whole, so that several processes may make them at once. Whenever a bundle cannot be made or kept,
// tsx runs the entry point as it is. A worker thread begins here too, with its entry point as the first of its `argv`. As a module
// of CommonJS it starts sooner: Node.js need not load what reads the other ones.
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { basename, dirname, join, resolve } = require('node:path');
const { pathToFileURL } = require('node:url');
const { constants, Script } = require('node:vm');
const { threadId } = require('node:worker_threads');

const root = dirname(__dirname);
const entries = { build: 'build/main.ts', serve: 'server/main.ts', start: 'server/main.ts' };
if (process.argv[2] === 'start') {
  // In a process of its own, which leaves no memory behind. This one stays what a signal reaches.
  const { status } = spawnSync(process.execPath, [__filename, 'build'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
const isBundling = process.argv[2] === 'bundle';
if (isBundling) process.argv.splice(2, 1);
const entry = entries[process.argv[2]] ?? process.argv[2];
const isServer = entry.startsWith('server');
// A build ends before it pays that V8 optimizes much of it. Six times the usual budget of a function before that saves a tenth of the
// processor time of a build from nothing, whose threads all optimize the same. A server gets faster with what is optimized early.
if (!isServer) require('node:v8').setFlagsFromString('--interrupt-budget=400000');
const folder = join(resolve(process.env.DATA_DIR || './data'), 'code');
const bundlePrefix = `${entry.replaceAll(/[^a-z]/g, '-')}-`;
// The entry point finds its own arguments where they would be without this file.
process.argv.splice(2, 1);
if (isServer) {
  const cluster = require('node:cluster');
  // Worker processes begin here too.
  if (cluster.isPrimary)
    cluster.setupPrimary({ exec: process.argv[1], args: [entry, ...process.argv.slice(2)] });
}

/** A digest of the state of every file that a bundle is made from: name, size and times of change. */
function stateOfSources() {
  const names = [...sourcesIn('build'), ...sourcesIn('server')].sort();
  const states = [...names, 'package-lock.json', 'scripts/launch.cjs'].map(name => {
    const { size, mtimeNs, ctimeNs } = statSync(`${root}/${name}`, { bigint: true });
    return `${name} ${size} ${mtimeNs} ${ctimeNs}\n`;
  });
  const whole = `3 ${root} ${entry} ${process.version}\n${states.join('')}`;
  return createHash('sha256').update(whole).digest('hex').slice(0, 32);
}

/** The sources in a folder and those below it. Node.js does this too, in twice the time, and every start waits for it. */
function sourcesIn(folder) {
  return readdirSync(`${root}/${folder}`, { withFileTypes: true }).flatMap(each => {
    const name = `${folder}/${each.name}`;
    if (each.isDirectory()) return sourcesIn(name);
    return name.endsWith('.ts') ? [name] : [];
  });
}

/** The code of a file after its addresses, on its first line. Texts that name `import.meta` stay as they are. */
function withAddresses(code, path) {
  if (!code.includes('import.meta.')) return code;
  const values = { ownUrl: pathToFileURL(path).href, ownFolder: dirname(path) };
  return `const ${Object.entries(values).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)}; ${code}`;
}

/** The address of each file stays that of its source, since some find their neighbours by it. */
const ownAddresses = {
  name: 'own-addresses',
  setup(build) {
    build.onLoad({ filter: /[\\/](?:build|server)[\\/].*\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: withAddresses(readFileSync(path, 'utf8'), path),
    }));
  },
};

/** Packages with binaries, that find their own files by their address, or that few servers load stay where they are. */
const outside = ['better-sqlite3*', 'pg', 'tsx', 'esbuild', '@viz-js/viz', '@opentelemetry/*'];

/** Makes the bundle, and removes those of earlier sources. */
async function bundle(file) {
  const { build, stop } = require('esbuild');
  const result = await build({
    entryPoints: [join(root, entry)],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    write: false,
    legalComments: 'none',
    minifyWhitespace: true,
    lineLimit: 160,
    logLevel: 'silent',
    plugins: [ownAddresses],
    define: { 'import.meta.url': 'ownUrl', 'import.meta.dirname': 'ownFolder' },
    external: outside,
  });
  await stop();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Another thread or process may have made the same bundle meanwhile.
  const formerly = readdirSync(folder).filter(
    name => name.startsWith(bundlePrefix) && !name.startsWith(basename(file)),
  );
  replaceFile(file, inAscii(`(function (exports, require, module) {${result.outputFiles[0].text}\n})`));
  for (const name of formerly) rmSync(join(folder, name), { force: true });
}

/**
 * Code without characters beyond ASCII, which esbuild leaves in tagged templates: V8 keeps a text that has any in twice the memory, and
 * Node.js takes longer to read it. What reads the raw text of a template makes a regular expression of it, which knows such escapes too.
 */
const inAscii = code =>
  code.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

function replaceFile(file, contents) {
  const draft = `${file}.${process.pid}.${threadId}`;
  writeFileSync(draft, contents);
  renameSync(draft, file);
}

/** The program as a function of a module, or undefined when no bundle can be made or kept. */
function bundled() {
  try {
    const file = join(folder, `${bundlePrefix}${stateOfSources()}.cjs`);
    // In a process of its own: what esbuild's client does to V8 makes a server slower by a sixth, for as long as it runs.
    if (!existsSync(file))
      spawnSync(process.execPath, [__filename, 'bundle', entry, file], { stdio: 'ignore' });
    return compile(file);
  } catch {
    return undefined;
  }
}

/** When the code is kept: by then it holds the functions that a start needs. */
const settledMilliseconds = 3000;
/** The first starts do different things (all from nothing, nothing at all, one edit), so each adds the functions that it needed. */
const maxGeneration = 3;

function compile(filename) {
  const codeFile = generation => `${filename}.code-${generation}`;
  let generation = maxGeneration;
  while (generation > 0 && !existsSync(codeFile(generation))) generation -= 1;
  const cachedData = generation > 0 ? readFileSync(codeFile(generation)) : undefined;
  const script = new Script(readFileSync(filename, 'latin1'), {
    filename,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (script.cachedDataRejected) keepCode(script, codeFile(generation));
  else if (generation < maxGeneration) keepCode(script, codeFile(generation + 1));
  return script.runInThisContext();
}

/** Keeps what V8 made of a program, once: after its start, or at its end when that comes first. */
function keepCode(script, codeFile) {
  const keep = () => {
    clearTimeout(timer);
    process.off('exit', keep);
    try {
      replaceFile(codeFile, script.createCachedData());
    } catch {
      // The next start compiles more of the program again.
    }
  };
  const timer = setTimeout(keep, settledMilliseconds).unref();
  process.once('exit', keep);
}

async function launch() {
  const program = bundled();
  if (program === undefined) {
    const { register } = await import('tsx/esm/api');
    register();
    await import(pathToFileURL(join(root, entry)).href);
  } else {
    const module = { exports: {} };
    program(module.exports, require, module);
  }
}

if (isBundling) bundle(process.argv[2]);
else launch();
