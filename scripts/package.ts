/**
 * `npm run package [-- FOLDER]`: makes `agent-topology-catalog-VERSION.tgz`, which a machine with Node.js runs without anything else:
 *
 *     npx ./agent-topology-catalog-VERSION.tgz start
 *
 * It has the build, the server, the operator, `verify` and the command `agent-topology` as bundles in `code/`, the content, and the
 * files of `scripts/deploy/`. Node.js has a driver of SQLite since version 24; a package that is made with an earlier one also has
 * the driver for this version on the platform of this machine.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { searchModule, searchModuleFile } from '../build/page/search/search-files.ts';
import { builderFile, builderIdentity } from '../build/publish/version.ts';
import { Refused, told } from './edit/told.ts';
import { bundle, worker } from './support/bundle.ts';
import { commandPackage, noticesOf, packCommand } from './support/packing.ts';

const root = join(import.meta.dirname, '..');

/** The programs of the package: the service, the threads of its build, and the command of consumers. */
const entries = ['scripts/catalog.ts', worker, 'scripts/team.ts'];

/** The packages of the driver of SQLite. */
const driver = ['better-sqlite3', 'bindings', 'file-uri-to-path'];
const ownDriverSince = 24;

/** The files that are copied into the package: those that bundles read while they run, and those for people to read. */
const copied = [
  'build/edition/asset',
  ...['scripts/verify/recompute.py', 'scripts/verify/vectors.json'],
  ...['LICENSE', 'content', 'scripts/deploy'],
];

/**
 * Makes the package.
 * @param folder the folder to write it to
 * @returns the path of the package
 */
async function makePackage(folder: string): Promise<string> {
  const staged = mkdtempSync(join(tmpdir(), 'agent-topology-package-'));
  try {
    const { inputs } = await bundle(entries, join(staged, 'code'), { isPacked: true });
    // A thread begins with a file of tinypool itself, beside the code.
    const isCode = (path: string) => !path.endsWith('.d.ts');
    cpSync(join(root, 'node_modules/tinypool/dist'), join(staged, 'code'), {
      recursive: true,
      filter: isCode,
    });
    const packages = Number(process.versions.node.split('.')[0]) < ownDriverSince ? driver : [];
    for (const name of packages) copyPackage(name, staged);
    const licensed = [...inputs, ...packages.map(name => `node_modules/${name}/index.js`)];
    writeFileSync(join(staged, 'NOTICES.txt'), noticesOf(licensed));
    writeFileSync(join(staged, builderFile), builderIdentity().digest);
    writeFileSync(join(staged, searchModuleFile), searchModule());
    for (const path of copied) cpSync(join(root, path), join(staged, path), { recursive: true });
    await packCommand(join(staged, commandPackage));
    cpSync(join(root, '.github/CHANGELOG.md'), join(staged, 'CHANGELOG.md'));
    writeFileSync(join(staged, 'README.md'), readme);
    writeFileSync(join(staged, 'package.json'), manifestOf(packages));
    mkdirSync(folder, { recursive: true });
    const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
    const name = execFileSync('npm', words, { cwd: staged, encoding: 'utf8' }).trim();
    return join(folder, name);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/** Copies an installed package, without the sources of its binary. */
function copyPackage(name: string, staged: string): void {
  const from = join(root, 'node_modules', name);
  const isWanted = (path: string) =>
    !/^\/(?:deps|src|binding\.gyp|build\/(?!Release(?:$|\/better_sqlite3\.node$)))/.test(
      path.slice(from.length).replaceAll('\\', '/'),
    );
  const to = join(staged, 'node_modules', name);
  cpSync(from, to, { recursive: true, filter: isWanted });
  // Its list of files does not name the binary, which was made here; its scripts would make that binary again when npm installs it.
  const { files: _, scripts: __, ...manifest } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  writeFileSync(join(to, 'package.json'), JSON.stringify(manifest));
}

const installed = (name: string): string =>
  JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;

/** Writes the `package.json` of the package. Libraries are in the package, so nothing else is installed. */
function manifestOf(packages: readonly string[]): string {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { name, version, description, license, type, engines } = own;
  const bin = { 'agent-topology-catalog': 'code/catalog.mjs', 'agent-topology': 'code/team.mjs' };
  const dependencies = Object.fromEntries(packages.map(each => [each, installed(each)]));
  const packed = { name, version, description, license, type, engines, bin, dependencies };
  return `${JSON.stringify({ ...packed, bundleDependencies: packages }, null, 2)}\n`;
}

const readme = `# Agent Topology Catalog

    npx ./agent-topology-catalog-VERSION.tgz start

builds the catalog into \`./dist\`, keeps what must last in \`./data\`, and serves http://localhost:8080/. \`--help\` lists the other
commands. Node.js 20.12 or later is all that it needs; on Node.js 20 without a driver of SQLite for the platform, use 22.16 or later.
The handbook is content/docs/handbook.md; scripts/deploy/ has units of systemd, a Dockerfile, Kubernetes manifests and proxies.
`;

await told(process, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length > 1) throw new Refused('Write: npm run package [-- FOLDER], one folder at most.');
  console.log(await makePackage(resolve(positionals[0] ?? root)));
});
