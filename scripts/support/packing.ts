/** What goes into packages: the command `agent-topology` as one file, and the licences of what is bundled. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');

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
    // Packages of CommonJS call it.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
  return Object.keys(metafile.inputs);
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
