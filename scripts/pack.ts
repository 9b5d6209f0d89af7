/**
 * What `npm pack` does before and after (`prepack`, `postpack`): it bundles the command `agent-topology` into one file with
 * everything that it needs, and packs it without the dependencies of the service, so that whoever installs it installs nothing
 * else. `package.json` is kept aside meanwhile; a run that was killed is repaired by the next one.
 */
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const [manifest, kept] = [join(root, 'package.json'), join(root, 'package.json.kept')];
const [command, notices] = ['scripts/agent-topology.mjs', 'scripts/agent-topology.notices.txt'];

/** Fields of `package.json` that say what the service and its tests need. */
const ofService = ['dependencies', 'optionalDependencies', 'devDependencies', 'allowScripts'];

async function begin(): Promise<void> {
  restore();
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['scripts/team.ts'],
    outfile: command,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    // Packages of CommonJS call it.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
  writeFileSync(join(root, notices), noticesOf(Object.keys(metafile.inputs)));
  copyFileSync(manifest, kept);
  const fields = Object.entries(JSON.parse(readFileSync(kept, 'utf8')));
  const packed = Object.fromEntries(fields.filter(([name]) => !ofService.includes(name)));
  writeFileSync(manifest, `${JSON.stringify(packed, null, 2)}\n`);
}

function restore(): void {
  if (existsSync(kept)) renameSync(kept, manifest);
  for (const file of [command, notices]) rmSync(join(root, file), { force: true });
}

/** The licences of the packages in the bundle, which ask to be kept with copies. */
function noticesOf(inputs: readonly string[]): string {
  const folders = inputs.map(input => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? '');
  const packages = [...new Set(folders)].filter(folder => folder !== '').sort();
  return packages.map(folder => `${nameIn(folder)}\n\n${licenceIn(join(root, folder))}\n`).join('\n---\n\n');
}

function nameIn(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return `${name} ${version}`;
}

function licenceIn(folder: string): string {
  const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'LICENCE'].find(name =>
    existsSync(join(folder, name)),
  );
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8').trim();
  throw new Error(`${dirname(folder)} has no licence that could be packed.`);
}

if (process.argv[2] === 'end') restore();
else await begin();
