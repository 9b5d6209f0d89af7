/**
 * `npm run package [-- FOLDER]`: makes `agent-topology-catalog-VERSION.tgz`, which a machine with Node.js runs without anything else:
 *
 *     npx ./agent-topology-catalog-VERSION.tgz start
 *
 * It has the build, the server, the operator, `verify` and the command `agent-topology` as bundles, the content, and the files of
 * `scripts/deploy/`. Libraries that few processes load are files of their own. Node.js has a driver of SQLite since version 22.16; a
 * package that is made with Node.js 20 also has the driver for this version on the platform of this machine.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { searchModule, searchModuleFile } from '../build/page/search-files.ts';
import { builderFile, builderIdentity } from '../build/publish/version.ts';
import { bundleCommand, noticesOf } from './support/packing.ts';

const root = join(import.meta.dirname, '..');

interface Bundle {
  code: Buffer;
  /** The files that it was made from, by their paths from the root of the project. */
  inputs: string[];
}

/** As the launcher makes it. */
const { bundleOf } = createRequire(import.meta.url)(join(root, 'scripts/launch/bundle.cjs')) as {
  bundleOf(entries: readonly string[], minify: 'locals' | 'all'): Promise<Bundle>;
};

/** What the launcher of a package runs, by entry point. All but the server, which is to stay small, have most of their code in common. */
const entries = {
  'server/main.ts': 'server.cjs',
  'build/main.ts': 'commands.cjs',
  'scripts/operator.ts': 'commands.cjs',
  'scripts/verify.ts': 'commands.cjs',
};

/** Libraries that bundles load where they are: OpenTelemetry only when it is configured, pg only for PostgreSQL. */
const libraries = [
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-base',
  '@viz-js/viz',
  'pg',
];
const sqlite = 'better-sqlite3';
/** The version of the interface of Node.js 20, which has no driver of SQLite. */
const withoutDriver = '115';

const binary = 'build/Release/better_sqlite3.node';

/** The driver looks for its binary from the file that loads it, which is another one in a bundle. */
const ownBinary: Plugin = {
  name: 'own-binary',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^bindings$/ }, () => ({ path: 'bindings', namespace: 'own-binary' }));
    onLoad({ filter: /./, namespace: 'own-binary' }, () => ({
      contents: `module.exports = () => require('./${binary}');`,
    }));
  },
};

/** Files that bundles read while they run, from the root of the project. */
const readFiles = [
  ...['build/reading/asset', 'build/source/encoding', 'build/export/workflow'],
  ...['scripts/verify/recompute.py', 'scripts/verify/vectors.json'],
];

/** What is in the package as it is in the project. */
const copied = [
  ...['LICENSE', 'content', 'scripts/deploy', 'scripts/catalog.cjs', 'scripts/launch.cjs'],
  ...['scripts/launch/child.cjs', 'scripts/launch/kept.cjs'],
];

/**
 * Makes the package.
 * @param folder where to
 * @returns its path
 */
async function makePackage(folder: string): Promise<string> {
  const staged = mkdtempSync(join(tmpdir(), 'agent-topology-package-'));
  try {
    const names = process.versions.modules === withoutDriver ? [...libraries, sqlite] : libraries;
    const inputs = [...(await addBundles(staged)), ...(await addLibraries(staged, names))];
    writeFileSync(join(staged, 'NOTICES.txt'), noticesOf(inputs));
    for (const path of [...copied, ...readFiles])
      cpSync(join(root, path), join(staged, path), { recursive: true });
    cpSync(join(root, '.github/CHANGELOG.md'), join(staged, 'CHANGELOG.md'));
    writeFileSync(join(staged, 'README.md'), readme);
    writeFileSync(join(staged, 'package.json'), manifestOf(names));
    mkdirSync(folder, { recursive: true });
    const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
    const name = execFileSync('npm', words, { cwd: staged, encoding: 'utf8' }).trim();
    return join(folder, name);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/** Adds the bundles. Returns the files that they were made from. */
async function addBundles(staged: string): Promise<string[]> {
  const inputs: string[] = [];
  mkdirSync(join(staged, 'code'));
  for (const file of new Set(Object.values(entries))) {
    const names = Object.entries(entries).flatMap(([entry, its]) => (its === file ? [entry] : []));
    const bundle = await bundleOf(names, file === 'server.cjs' ? 'locals' : 'all');
    writeFileSync(join(staged, 'code', file), bundle.code);
    inputs.push(...bundle.inputs);
  }
  writeFileSync(join(staged, 'code/entries.json'), `${JSON.stringify(entries, null, 2)}\n`);
  writeFileSync(join(staged, builderFile), builderIdentity().digest);
  writeFileSync(join(staged, searchModuleFile), searchModule());
  return [...inputs, ...(await bundleCommand(join(staged, 'scripts/agent-topology.mjs')))];
}

/** Adds libraries, each bundled into one file with what it needs. Returns the files that they were made from. */
async function addLibraries(staged: string, names: readonly string[]): Promise<string[]> {
  const inputs: string[] = [];
  for (const name of names) {
    const folder = join(staged, 'node_modules', name);
    const { metafile } = await build({
      absWorkingDir: root,
      stdin: { contents: `module.exports = require('${name}');`, resolveDir: root },
      outfile: join(folder, 'index.js'),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      minify: true,
      charset: 'utf8',
      legalComments: 'none',
      metafile: true,
      logLevel: 'error',
      external: [...names.filter(other => other !== name), 'pg-native', 'cloudflare:sockets', '*.node'],
      plugins: [ownBinary],
    });
    inputs.push(...Object.keys(metafile.inputs).filter(path => !path.includes(':')));
    const { version, license } = installed(name);
    const manifest = { name, version, license, main: 'index.js' };
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  }
  const driver = join('node_modules', sqlite, binary);
  if (names.includes(sqlite)) cpSync(join(root, driver), join(staged, driver), { recursive: true });
  return inputs;
}

const installed = (name: string): { version: string; license: string } =>
  JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));

/** The `package.json` of the package: its libraries are in it, so nothing else is installed. */
function manifestOf(names: readonly string[]): string {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { name, version, description, license, type, engines } = own;
  const bin = {
    'agent-topology-catalog': 'scripts/catalog.cjs',
    'agent-topology': 'scripts/agent-topology.mjs',
  };
  const dependencies = Object.fromEntries(names.map(each => [each, installed(each).version]));
  const packed = { name, version, description, license, type, engines, bin, dependencies };
  return `${JSON.stringify({ ...packed, bundleDependencies: names }, null, 2)}\n`;
}

const readme = `# Agent Topology Catalog

    npx ./agent-topology-catalog-VERSION.tgz start

builds the catalog into \`./dist\`, keeps what must last in \`./data\`, and serves http://localhost:8080/. \`--help\` lists the other
commands. Node.js 20.12 or later is all that it needs; on Node.js 20 without a driver of SQLite for the platform, use 22.16 or later.
The handbook is content/docs/handbook.md; scripts/deploy/ has units of systemd, a Dockerfile, Kubernetes manifests and proxies.
`;

console.log(await makePackage(resolve(process.argv[2] ?? root)));
