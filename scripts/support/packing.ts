/** Makes the content of packages: the command `agent-topology` as one file, and the licences of the bundled packages. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from './bundle.ts';

const root = join(import.meta.dirname, '../..');

/** The path of the packed command, where the server finds it (docs/command.md#1). */
export const commandPackage = 'scripts/agent-topology.tgz';

/** The files of the project that the packed command reads, or that people read. */
const packedFiles = [
  ...['LICENSE', 'build/edition/asset'],
  ...['scripts/verify/recompute.py', 'scripts/verify/vectors.json'],
];

const readme = `# agent-topology

    npx --yes URL_OF_A_CATALOG/agent-topology.tgz add TEAM --to claude-code --from URL_OF_A_CATALOG

verifies a team and writes it into the project as files of a runtime. \`--help\` lists the other commands.
`;

/**
 * Packs the command `agent-topology` with everything that it needs, so that it depends on no other package. The same sources give
 * the same bytes.
 * @param file the path to write to
 */
export async function packCommand(file: string): Promise<void> {
  const draft = mkdtempSync(join(tmpdir(), 'agent-topology-command-'));
  try {
    const { inputs } = await bundle(['scripts/team.ts'], join(draft, 'code'), { isPacked: true });
    writeFileSync(join(draft, 'NOTICES.txt'), noticesOf(inputs));
    for (const path of packedFiles) cpSync(join(root, path), join(draft, path), { recursive: true });
    writeFileSync(join(draft, 'README.md'), readme);
    const { version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const bin = { 'agent-topology': 'code/team.mjs' };
    const manifest = { name: 'agent-topology', version, license, type: 'module', engines, bin };
    writeFileSync(join(draft, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    const words = ['pack', '--silent', '--ignore-scripts'];
    const name = execFileSync('npm', words, { cwd: draft, encoding: 'utf8' }).trim();
    // In one step: a server may read it at any time.
    cpSync(join(draft, name), `${file}.new`);
    renameSync(`${file}.new`, file);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Packs the command of this clone, unless it was packed after every source was written. Does nothing if the folder cannot be
 * written.
 */
export async function packCommandIfStale(): Promise<void> {
  const file = join(root, commandPackage);
  const names = ['build', 'scripts', 'server'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
  );
  const writtenAt = (name: string) => statSync(join(root, name)).mtimeMs;
  const packedAt = existsSync(file) ? writtenAt(commandPackage) : 0;
  // A folder is written when something in it is packed.
  const sources = [...names.filter(name => /\.(?:ts|json|css|js|py)$/.test(name)), 'package-lock.json'];
  if (sources.every(name => writtenAt(name) < packedAt)) return;
  try {
    await packCommand(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EROFS') throw error;
    process.stderr.write(`${file} cannot be written, so the service hands out no command (${code}).\n`);
  }
}

/**
 * Returns the licences of the packages to which some files belong, which must accompany copies.
 * @throws Error when a package has none
 */
export function noticesOf(files: readonly string[]): string {
  const folders = files.map(file => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? '');
  const packages = [...new Set(folders)].filter(folder => folder !== '').sort();
  // Many have the same text, word for word, which is there once below the names of all of them.
  const named = new Map<string, string[]>();
  for (const folder of packages) {
    const licence = licenceIn(join(root, folder));
    named.set(licence, [...(named.get(licence) ?? []), nameIn(folder)]);
  }
  return [...named].map(([licence, names]) => `${names.join('\n')}\n\n${licence}\n`).join('\n---\n\n');
}

function nameIn(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return `${name} ${version}`;
}

function licenceIn(folder: string): string {
  const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'LICENCE', 'LICENSE-MIT.txt'].find(name =>
    existsSync(join(folder, name)),
  );
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8').trim();
  // A few packages have no file of their own for it: their README or package.json names it.
  const readme = readdirSync(folder).find(name => /^readme/i.test(name));
  const part =
    readme &&
    /^(?:#+ )?licen[cs]e\s+(?:=+\s+)?(\S[\s\S]*)/im.exec(readFileSync(join(folder, readme), 'utf8'))?.[1];
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (part || license) return (part ?? `${license}, https://spdx.org/licenses/${license}`).trim();
  throw new Error(`${folder} has no licence that could be packed.`);
}
