// Makes the bundle of an entry point.
const { mkdirSync, readdirSync, readFileSync, rmSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { writeKept } = require('./kept.cjs');

const root = dirname(dirname(__dirname));

/** The code of a file after its addresses, on its first line. Texts that name `import.meta` stay as they are. */
function withAddresses(code, path) {
  if (!code.includes('import.meta.')) return code;
  const values = { ownUrl: pathToFileURL(path).href, ownFolder: dirname(path) };
  return `const ${Object.entries(values).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)}; ${code}`;
}

/** The address of each file stays that of its source, since some find their neighbours by it. */
const ownAddresses = {
  name: 'own-addresses',
  setup(build) {
    build.onLoad({ filter: /[\\/](?:build|server|scripts)[\\/].*\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: withAddresses(readFileSync(path, 'utf8'), path),
    }));
  },
};

/** Packages with binaries, that find their own files by their address, or that few servers load stay where they are. */
const outside = ['better-sqlite3*', 'pg', 'tsx', 'esbuild', '@viz-js/viz', '@opentelemetry/*'];

/**
 * Makes the bundle of an entry point, and removes those of earlier sources.
 * @param file where to; its folder is made for this user alone
 * @param sources the digest of its sources
 * @param prefix what the names of its bundles begin with
 */
async function bundle({ entry, file, sources, prefix }) {
  const { build, stop } = require('esbuild');
  const result = await build({
    entryPoints: [join(root, entry)],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    write: false,
    legalComments: 'none',
    minifyWhitespace: true,
    lineLimit: 160,
    logLevel: 'silent',
    plugins: [ownAddresses],
    define: { 'import.meta.url': 'ownUrl', 'import.meta.dirname': 'ownFolder' },
    external: outside,
  });
  await stop();
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Another thread or process may have made the same bundle meanwhile.
  const formerly = readdirSync(folder).filter(
    name => name.startsWith(prefix) && !name.startsWith(basename(file)),
  );
  const code = `(function (exports, require, module) {${result.outputFiles[0].text}\n})`;
  writeKept(file, sources, Buffer.from(inAscii(code), 'latin1'));
  for (const name of formerly) rmSync(join(folder, name), { force: true });
}

/**
 * Code without characters beyond ASCII, which esbuild leaves in tagged templates: V8 keeps a text that has any in twice the memory, and
 * Node.js takes longer to read it. What reads the raw text of a template makes a regular expression of it, which knows such escapes too.
 */
const inAscii = code =>
  code.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

module.exports = { bundle };
