/** The packages that exported programs import: as they are installed, or bundled, which Node.js loads several times faster. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { madeOnce } from './shared.ts';

/** The folder of the packages as they are installed. */
export const installedPackages = resolve(import.meta.dirname, '../../node_modules');

/** The packages that programs name, and the one that `langchain` looks for by the name of a model. */
const packages = [
  ...['@openai/agents', 'zod', 'langchain', '@langchain/langgraph'],
  ...['@langchain/langgraph-checkpoint-sqlite', '@langchain/openai'],
];

/** A binary, which stays where it is. */
const binary = 'better-sqlite3';

/** The folder of the same packages, each a bundle. */
export const bundledPackages = (): string => join(madeOnce('frameworks', bundlePackages), 'node_modules');

function bundlePackages(draft: string): void {
  const folder = join(draft, 'node_modules');
  buildSync({
    entryPoints: packages.map(name => ({ in: name, out: `${name}/index` })),
    ...{ absWorkingDir: resolve(installedPackages, '..'), outdir: folder },
    ...{ bundle: true, splitting: true, platform: 'node', format: 'esm', target: 'node20' },
    outExtension: { '.js': '.mjs' },
    external: [binary],
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'error',
  });
  for (const name of packages)
    writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ main: 'index.mjs' }));
  symlinkSync(join(installedPackages, binary), join(folder, binary));
}
