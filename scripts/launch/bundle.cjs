// Makes the bundle of an entry point.
const { mkdirSync, readdirSync, readFileSync, rmSync } = require('node:fs');
const { basename, dirname, join, relative, sep } = require('node:path');
const { writeKept } = require('./kept.cjs');
const { withoutUnused } = require('./unused.cjs');

const root = dirname(dirname(__dirname));

/**
 * The code of a file after its addresses, on its first line, below the root that the launcher hands to the program. Texts that name
 * `import.meta` stay as they are.
 */
function withAddresses(code, path) {
  if (!code.includes('import.meta.')) return code;
  const name = JSON.stringify(relative(root, path).replaceAll(sep, '/'));
  const values = {
    ownUrl: `require('node:url').pathToFileURL(require('node:path').join(ownRoot, ${name})).href`,
    ownFolder: `require('node:path').join(ownRoot, ${name}, '..')`,
  };
  return `const ${Object.entries(values).map(([key, value]) => `${key} = ${value}`)}; ${code}`;
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
const outside = ['better-sqlite3*', 'pg', '@viz-js/viz', '@opentelemetry/*'];

/** The entry point of a bundle with several: a module that runs the one that it is asked for. */
function anyOf(entries) {
  const run = entries.map(
    entry => `${JSON.stringify(entry)}: () => require(${JSON.stringify(`./${entry}`)})`,
  );
  return { stdin: { contents: `({ ${run.join(', ')} })[ownEntry]();`, resolveDir: root } };
}

/**
 * Bundles entry points as one function of a module of CommonJS, the root of the project, and, where there are several, the one to run.
 * @param minify `locals`: functions keep their names, for stacks; `all`: none does, which takes half of the size
 * @returns its code, and the files that it was made from
 */
async function bundleOf(entries, minify = 'none') {
  const { build, stop } = require('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    ...(entries.length === 1 ? { entryPoints: [join(root, entries[0])] } : anyOf(entries)),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    write: false,
    metafile: true,
    legalComments: 'none',
    minifyWhitespace: true,
    minifySyntax: minify !== 'none',
    minifyIdentifiers: minify !== 'none',
    keepNames: minify === 'locals',
    lineLimit: 160,
    logLevel: 'silent',
    plugins: [ownAddresses, withoutUnused],
    define: { 'import.meta.url': 'ownUrl', 'import.meta.dirname': 'ownFolder' },
    external: outside,
  });
  await stop();
  const code = `(function (exports, require, module, ownRoot, ownEntry) {${outputFiles[0].text}\n})`;
  return { code: Buffer.from(inAscii(code), 'latin1'), inputs: Object.keys(metafile.inputs) };
}

/**
 * Makes the bundle of an entry point, and removes those of earlier sources.
 * @param file where to; its folder is made for this user alone
 * @param sources the digest of its sources
 * @param prefix what the names of its bundles begin with
 */
async function bundle({ entry, file, sources, prefix }) {
  const { code } = await bundleOf([entry]);
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Another thread or process may have made the same bundle meanwhile.
  const formerly = readdirSync(folder).filter(
    name => name.startsWith(prefix) && !name.startsWith(basename(file)),
  );
  writeKept(file, sources, code);
  for (const name of formerly) rmSync(join(folder, name), { force: true });
}

/**
 * Code without characters beyond ASCII, which esbuild leaves in tagged templates: V8 keeps a text that has any in twice the memory, and
 * Node.js takes longer to read it. What reads the raw text of a template makes a regular expression of it, which knows such escapes too.
 */
const inAscii = code =>
  code.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

module.exports = { bundle, bundleOf };
