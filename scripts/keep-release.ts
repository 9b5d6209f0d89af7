/**
 * `npx tsx scripts/keep-release.ts VERSION`: keeps the server of this tree and the small catalog that it built as the fixture
 * `test/fixture/release.json.br`, against which the next version tests that both can run at the same time. To be run at each release.
 * The fixture is our own code alone, minified; packages are those of the tree that runs it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { migrations } from '../server/migration/index.ts';
import { exampleContent } from '../test/support/folder.ts';
import { buildInto } from '../test/support/shared.ts';

const root = join(import.meta.dirname, '..');

const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** A package that is data alone cannot be imported as it is. */
const packages = [
  ...Object.keys({ ...dependencies, ...devDependencies }).filter(name => name !== 'tlds'),
  'better-sqlite3-13',
];

/** The server as one file. */
async function serverCode(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'server/main.ts')],
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    external: packages,
  });
  return outputFiles[0]!.text;
}

const distDir = buildInto(exampleContent);
// A server reads the manifest and the packs; every page is also a file for others.
const served = (readdirSync(distDir, { recursive: true }) as string[]).filter(name =>
  /^manifest\.|^packs\/./.test(name),
);
const release = {
  version: process.argv[2],
  last_migration: Math.max(...migrations.map(({ number }) => number)),
  server: await serverCode(),
  dist: Object.fromEntries(served.map(name => [name, readFileSync(join(distDir, name), 'base64')])),
};
writeFileSync(join(root, 'test/fixture/release.json.br'), brotliCompressSync(JSON.stringify(release)));
