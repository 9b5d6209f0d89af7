/** What goes into packages: the command `agent-topology` as one file, and the licences of what is bundled. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { withoutUnused } from './without-unused.ts';

const root = join(import.meta.dirname, '../..');

/** The files that pages load, inside the code: the command is one file. */
const withStyles: Plugin = {
  name: 'with-styles',
  setup({ onLoad }) {
    onLoad({ filter: /reading[\\/]asset\.ts$/ }, ({ path }) => {
      const folder = join(dirname(path), 'asset');
      const names = readdirSync(folder).filter(name => /\.(?:css|js|svg)$/.test(name));
      const texts = Object.fromEntries(names.map(name => [name, readFileSync(join(folder, name), 'utf8')]));
      const code = readFileSync(path, 'utf8').replace(
        "readFileSync(join(import.meta.dirname, 'asset', name), 'utf8')",
        () => `(${JSON.stringify(texts)})[name]!`,
      );
      return { loader: 'ts', contents: code };
    });
  },
};

/**
 * Bundles the command `agent-topology` with everything that it needs.
 * @param outfile the path of the file that is written
 * @returns the files that it was made from, by their paths from the root of the project
 */
export async function bundleCommand(outfile: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['scripts/team.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minify: true,
    // Tables of characters take half the room so.
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    plugins: [withoutUnused, withStyles],
    // Packages of CommonJS call it.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
  return Object.keys(metafile.inputs);
}

/** Fields of `package.json` that say what the service and its tests need. */
const ofService = ['dependencies', 'optionalDependencies', 'devDependencies', 'allowScripts'];

/** The `package.json` of the packed command, which brings all that it needs. @param manifest that of the project */
export function commandManifest(manifest: string): string {
  const fields = Object.entries(JSON.parse(manifest)).filter(([name]) => !ofService.includes(name));
  return `${JSON.stringify(Object.fromEntries(fields), null, 2)}\n`;
}

/** The packed command, where the server finds it (docs/task-to-files.md#3). */
export const commandPackage = 'scripts/agent-topology.tgz';

/** What is in the packed command beside its code, from the root of the project. */
const packedFiles = ['LICENSE', 'scripts/verify/recompute.py', 'scripts/verify/vectors.json'];

const readme = `# agent-topology

    npx --yes URL_OF_A_CATALOG/agent-topology.tgz add TEAM --to claude-code --from URL_OF_A_CATALOG

verifies a team and writes it into the project as files of a runtime. \`--help\` lists the other commands.
`;

/**
 * Packs the command, as `npm pack` does: the same bytes from the same sources.
 * @param file where to
 */
export async function packCommand(file: string): Promise<void> {
  const draft = mkdtempSync(join(tmpdir(), 'agent-topology-command-'));
  try {
    const inputs = await bundleCommand(join(draft, 'scripts/agent-topology.mjs'));
    writeFileSync(join(draft, 'scripts/agent-topology.notices.txt'), noticesOf(inputs));
    for (const path of packedFiles) cpSync(join(root, path), join(draft, path), { recursive: true });
    writeFileSync(join(draft, 'README.md'), readme);
    writeFileSync(
      join(draft, 'package.json'),
      commandManifest(readFileSync(join(root, 'package.json'), 'utf8')),
    );
    const words = ['pack', '--silent', '--ignore-scripts'];
    const name = execFileSync('npm', words, { cwd: draft, encoding: 'utf8' }).trim();
    // In one step: a server may read it at any time.
    cpSync(join(draft, name), `${file}.new`);
    renameSync(`${file}.new`, file);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The licences of the packages that files belong to, which ask to be kept with copies. @throws when one has none */
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
