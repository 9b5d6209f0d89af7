/** The rules of the house: what may import what, how long code may be, and that all of it is used. */
import assert from 'node:assert/strict';
import { dirname, join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { files, root, textOf } from './support/tracked.ts';

const code = files.filter(name => /^(?:build|server|scripts|test)\/.*\.ts$/.test(name));

/** Lists the imports of a file: project files by their path from the root, packages by their name. */
function importsOf(name: string): string[] {
  const text = textOf(name);
  // A type of Node.js is a shape and reaches nothing.
  const imports =
    /^(?!import type .*'node:)(?:import|export|\}).*?\bfrom '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm;
  return [...text.matchAll(imports)].map(match => resolved(name, (match[1] ?? match[2] ?? match[3])!));
}

/** The file that an import names, by its path from the root; a package by its name. */
function resolved(importer: string, target: string): string {
  if (target.startsWith('#')) return `build/${target.slice(1)}`;
  return target.startsWith('.') ? relative(root, join(root, dirname(importer), target)) : target;
}

/** Imports of files under a folder that are not allowed, as `file → import`. */
function strays(folder: string, allowed: (target: string) => boolean): string[] {
  return code
    .filter(name => name.startsWith(folder))
    .flatMap(name =>
      importsOf(name)
        .filter(target => !allowed(target))
        .map(target => `${name} → ${target}`),
    );
}

/** The language of documents, which the build, the server and the commands share, with the ranking of search. */
const inLanguage = (target: string) =>
  /^build\/(?:document\/(?!proof\/disk\/)|edition\/search\/)/.test(target);

/** The renderer of the reading edition, which the build, the server and the verifier share. */
const inRenderer = (target: string) => target.startsWith('build/edition/');

const isProjectFile = (target: string) => /^(?:build|server|scripts|test)\//.test(target);

describe('imports', () => {
  test('of the document language are itself, Node.js, YAML, zod, the distance of words and the top-level domains', () => {
    const packages = [
      ...['csv-parse/sync', 'js-yaml', 'zod', 'fastest-levenshtein', 'tlds', 'minisearch'],
      'minisearch/SearchableMap',
    ];
    const pure = (target: string) =>
      inLanguage(target) ||
      packages.includes(target) ||
      /^node:(?:crypto|path|util|buffer|zlib)$/.test(target);
    const found = [...strays('build/document/', pure), ...strays('build/edition/search/', pure)];
    assert.deepEqual(
      found.filter(stray => inLanguage(stray)),
      [],
    );
  });

  test('of the build stay within the build', () => {
    assert.deepEqual(
      strays('build/', target => !isProjectFile(target) || target.startsWith('build/')),
      [],
    );
  });

  test('of the reading edition are itself, the document language, and libraries that need no files', () => {
    const pure = (target: string) =>
      inRenderer(target) ||
      inLanguage(target) ||
      /^(?:zod|semver|schema-dts|@viz-js\/viz|unified|unist-util-visit|hast|mdast|(?:remark|rehype)-[a-z]+)$/.test(
        target,
      ) ||
      /^node:(?:crypto|module)$/.test(target);
    const assets = 'build/edition/asset.ts';
    assert.deepEqual(
      strays('build/edition/', pure).filter(
        stray => !stray.startsWith(assets) && !stray.startsWith('build/edition/search/'),
      ),
      [],
    );
  });

  test('of the server are the server, the document language and the reading edition', () => {
    const allowed = (target: string) =>
      inLanguage(target) || inRenderer(target) || target.startsWith('server/');
    assert.deepEqual(
      strays('server/', target => !isProjectFile(target) || allowed(target)),
      [],
    );
  });

  test('of the server name the document language and the reading edition by their alias', () => {
    const relativePaths = code
      .filter(name => name.startsWith('server/'))
      .filter(name => /from '(?:\.\.\/)+build/.test(textOf(name)));
    assert.deepEqual(relativePaths, []);
  });

  test('never lead to scripts, but from scripts and tests', () => {
    for (const folder of ['build/', 'server/'])
      assert.deepEqual(
        strays(folder, target => !target.startsWith('scripts/')),
        [],
      );
  });

  test('of state, tickets, evaluations and recommendations are pure: no store, no HTTP, no files', () => {
    for (const folder of ['server/support/state/', 'server/ticket/rule/', 'server/evidence/']) {
      const impure = (target: string) =>
        /^server\/(?:api|store|ticket\/store|http|mcp)\/|^node:(?:fs|http|net|child_process)/.test(target);
      assert.deepEqual(
        strays(folder, target => !impure(target)),
        [],
      );
    }
  });

  test('of evidence and recommendations reach no ticket, report or adoption', () => {
    const foreign = (target: string) =>
      /^server\/(?:ticket|tenant)\/|^build\/document\/message\/(?:use-receipt|adoption)/.test(target);
    assert.deepEqual(
      strays('server/evidence/', target => !foreign(target)),
      [],
    );
  });

  test('of statistics are numbers alone: no document, no other room, no library', () => {
    const own = (target: string) =>
      target.startsWith('build/document/statistics/') || target === 'node:crypto';
    assert.deepEqual(strays('build/document/statistics/', own), []);
  });

  test('of the environment are made where its settings are, and nowhere else', () => {
    const readers = code.filter(name => name.startsWith('server/') && /process\.env/.test(textOf(name)));
    assert.deepEqual(readers, ['server/process/config.ts']);
  });
});

/** Whether a line is one regular expression, which cannot be broken. */
const isPattern = (line: string) => /^\s*\/[^/*]/.test(line);

/** The names that a file exports, other than by default. */
function exportsOf(text: string): string[] {
  const declared =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|class|function\*?|interface|type|enum) (\w+)/gm;
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names]) =>
    names!.split(','),
  );
  return [
    ...[...text.matchAll(declared)].map(([, name]) => name!),
    ...listed.map(each => /(\w+)\s*$/.exec(each)?.[1] ?? '').filter(name => name !== ''),
  ];
}

/** Lists the names that a file imports from other files of the project: each as `FILE NAME`, or `FILE *` where it takes all. */
function takenBy(name: string): string[] {
  const text = textOf(name);
  const clauses =
    /(?:^|\n)(?:import|export)(?: type)? (\{[^}]*\}|\*[^;]*?|\w+(?:, \{[^}]*\})?) from '([^']+)'/g;
  const stated = [...text.matchAll(clauses)].flatMap(([, clause, target]) => {
    const file = resolved(name, target!);
    if (!clause!.includes('{')) return [`${file} *`];
    const names = clause!.slice(clause!.indexOf('{') + 1, clause!.indexOf('}')).split(',');
    return names.map(each => `${file} ${/^\s*(?:type )?(\w+)/.exec(each)?.[1]}`);
  });
  const loaded = [...text.matchAll(/import\(\s*'([^']+)'/g)].map(
    ([, target]) => `${resolved(name, target!)} *`,
  );
  return [...stated, ...loaded];
}

describe('the code', () => {
  const sources = files.filter(name => /^(?:build|server|scripts|test)\/.*\.(?:ts|mjs|cjs)$/.test(name));
  const linesOf = (name: string) => textOf(name).trimEnd().split('\n');

  test('has no file of more than 300 lines', () => {
    const long = sources.filter(name => linesOf(name).length > 300);
    assert.deepEqual(long, []);
  });

  test('has no line of more than 160 characters, other than a regular expression', () => {
    const long = sources.flatMap(name =>
      linesOf(name).flatMap((line, at) =>
        line.length > 160 && !isPattern(line) ? [`${name}:${at + 1}`] : [],
      ),
    );
    assert.deepEqual(long, []);
  });

  test('exports nothing that no other file imports', () => {
    const taken = new Set(code.flatMap(takenBy));
    const held = code.filter(name => !name.startsWith('test/campaign/'));
    const dead = held.flatMap(name =>
      taken.has(`${name} *`)
        ? []
        : exportsOf(textOf(name))
            .filter(each => !taken.has(`${name} ${each}`))
            .map(each => `${name}: ${each}`),
    );
    assert.deepEqual(dead, []);
  });
});
