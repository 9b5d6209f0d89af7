/** The rules of the house: what may import what, how long code may be, and that the README's map is true. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, test } from 'node:test';

const root = join(import.meta.dirname, '..');

/** The files of the project, as git tracks them or will. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(name => name !== '' && existsSync(join(root, name)));

const code = files.filter(name => /^(?:build|server|scripts|test)\/.*\.ts$/.test(name));

/** What a file imports: project files by their path from the root, packages by their name. */
function importsOf(name: string): string[] {
  const text = readFileSync(join(root, name), 'utf8');
  // A type of Node.js is a shape and reaches nothing.
  const imports =
    /^(?!import type .*'node:)(?:import|export|\}).*?\bfrom '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm;
  return [...text.matchAll(imports)].map(match => resolved(name, (match[1] ?? match[2] ?? match[3])!));
}

/** The file that an import names, by its path from the root; a package by its name. */
function resolved(importer: string, target: string): string {
  if (target.startsWith('#document/')) return target.replace('#document', 'build/document');
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

const isProjectFile = (target: string) => /^(?:build|server|scripts|test)\//.test(target);

describe('imports', () => {
  test('of the document language are itself, Node.js, YAML, zod, the distance of words and the top-level domains', () => {
    const packages = ['js-yaml', 'yaml', 'zod', 'fastest-levenshtein', 'tlds'];
    const pure = (target: string) =>
      target.startsWith('build/document/') ||
      packages.includes(target) ||
      /^node:(?:crypto|path|util|buffer|zlib)$/.test(target);
    assert.deepEqual(strays('build/document/', pure), []);
  });

  test('of the build stay within the build', () => {
    assert.deepEqual(
      strays('build/', target => !isProjectFile(target) || target.startsWith('build/')),
      [],
    );
  });

  test('of the server are the server and the document language', () => {
    const allowed = (target: string) => target.startsWith('server/') || target.startsWith('build/document/');
    assert.deepEqual(
      strays('server/', target => !isProjectFile(target) || allowed(target)),
      [],
    );
  });

  test('of server and build name the document language by its alias in the server', () => {
    const relativePaths = code
      .filter(name => name.startsWith('server/'))
      .filter(name => /from '(?:\.\.\/)+build/.test(readFileSync(join(root, name), 'utf8')));
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
    // The ticket service is what joins the rules of tickets with the store.
    const service = ['server/ticket/service.ts', 'server/ticket/issue.ts', 'server/ticket/redeem.ts'];
    for (const folder of [
      'server/state/',
      'server/ticket/',
      'server/evaluation/',
      'server/evidence/',
      'server/recommend/',
    ]) {
      const impure = (target: string) =>
        /^server\/(?:store|http|mcp)\/|^node:(?:fs|http|net|child_process)/.test(target);
      assert.deepEqual(
        strays(folder, target => !impure(target)).filter(stray => !service.includes(stray.split(' ')[0]!)),
        [],
      );
    }
  });

  test('of the environment are made where its settings are, and by what begins before those are read', () => {
    const readers = code.filter(
      name => name.startsWith('server/') && /process\.env/.test(readFileSync(join(root, name), 'utf8')),
    );
    assert.deepEqual(readers, ['server/catalog/early.ts', 'server/config.ts']);
  });
});

/** What still breaks a rule. These lists may only shrink. */
const exempt = {
  length: [
    'test/server/evaluation/journey.test.ts',
    'test/server/tenant/storage.test.ts',
    'test/support/cost-entry.ts',
    'test/support/evaluation-faults.ts',
  ],
  wide: /^build\/(?:document\/kind|keep)\//,
  dead: /^build\/(?:document\/kind|keep|publish)\//,
};

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

/** What a file takes from other files of the project: each as `FILE NAME`, or `FILE *` where it takes all. */
function takenBy(name: string): string[] {
  const text = readFileSync(join(root, name), 'utf8');
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
  const linesOf = (name: string) => readFileSync(join(root, name), 'utf8').trimEnd().split('\n');

  test('has no file of more than 300 lines', () => {
    const long = sources.filter(name => linesOf(name).length > 300);
    assert.deepEqual(long, exempt.length);
  });

  test('has no line of more than 160 characters, other than a regular expression', () => {
    const held = sources.filter(name => !exempt.wide.test(name));
    const long = held.flatMap(name =>
      linesOf(name).flatMap((line, at) =>
        line.length > 160 && !isPattern(line) ? [`${name}:${at + 1}`] : [],
      ),
    );
    assert.deepEqual(long, []);
  });

  test('exports nothing that no other file imports', () => {
    const taken = new Set(code.flatMap(takenBy));
    const held = code.filter(name => !exempt.dead.test(name) && !name.startsWith('test/campaign/'));
    const dead = held.flatMap(name =>
      taken.has(`${name} *`)
        ? []
        : exportsOf(readFileSync(join(root, name), 'utf8'))
            .filter(each => !taken.has(`${name} ${each}`))
            .map(each => `${name}: ${each}`),
    );
    assert.deepEqual(dead, []);
  });
});

describe('the README', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const map = /## Map\n\n```\n([\s\S]*?)```/.exec(readme)![1]!;

  /** The paths of the map, by its indentation. */
  function mapped(): string[] {
    const parents: string[] = [];
    return map
      .trimEnd()
      .split('\n')
      .map(line => {
        const depth = line.search(/\S/) / 2;
        parents.length = depth;
        parents[depth] = line.trim().split(/\s{2,}/)[0]!;
        return parents.join('');
      });
  }

  test('maps only what exists', () => {
    for (const path of mapped()) {
      assert.ok(existsSync(join(root, path)), path);
      assert.equal(statSync(join(root, path)).isDirectory(), path.endsWith('/'), path);
    }
  });

  test('maps every folder of build and server, and the top', () => {
    const paths = mapped();
    for (const folder of ['', 'build/', 'server/']) {
      const folders = readdirSync(join(root, folder), { withFileTypes: true })
        .filter(entry => entry.isDirectory() && !/^(?:\.|node_modules|dist|data)/.test(entry.name))
        .map(entry => `${folder}${entry.name}/`);
      for (const path of folders) assert.ok(paths.includes(path), `${path} is not on the map`);
    }
  });

  test('names every npm script that people use, and only scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const named = new Set(
      [...readme.matchAll(/npm (?:run (?:--silent )?)?(start|test|[a-z-]+)/g)].map(match => match[1]!),
    );
    named.delete('ci');
    named.delete('registry');
    for (const name of named) assert.ok(name in scripts, name);
    for (const name of Object.keys(scripts)) assert.ok(named.has(name), `${name} is not in the README`);
  });
});

describe('the repository', () => {
  test('links only to files that exist', () => {
    const pages = ['README.md', ...files.filter(name => /^\.github\/.*\.md$/.test(name))];
    for (const page of pages)
      for (const [, target] of readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
        assert.ok(existsSync(join(root, dirname(page), target!)), `${page}: ${target}`);
  });

  test('says of every decision what it costs and when to choose again, in less than 60 lines', () => {
    const records = files.filter(name => /^\.github\/decisions\/\d/.test(name));
    assert.ok(records.length >= 10);
    for (const name of records) {
      const text = readFileSync(join(root, name), 'utf8');
      assert.ok(text.split('\n').length < 60, name);
      for (const part of ['**Context.**', '**Decision.**', '**Cost.**', '**Reconsider**'])
        assert.ok(text.includes(`\n\n${part}`), `${name} has no ${part}`);
    }
  });

  test('speaks of itself alone', () => {
    const foreign = /\.\.\/shared\/|(?<![\w.])\/work\/|\bissue #?\d+\b/i;
    for (const name of files.filter(
      file => /\.(?:ts|md|json|txt|yml|html)$|^\.ci\//.test(file) && file !== 'package-lock.json',
    )) {
      const line = readFileSync(join(root, name), 'utf8')
        .split('\n')
        .find(text => foreign.test(text));
      assert.ok(line === undefined || name === 'test/house.test.ts', `${name}: ${line}`);
    }
  });

  test('pins every action of its workflows to a commit', () => {
    const workflows = files.filter(name => /^\.github\/.*\.ya?ml$/.test(name));
    const used = workflows.flatMap(name => [
      ...readFileSync(join(root, name), 'utf8').matchAll(/^\s*-?\s*uses:\s*(.*)$/gm),
    ]);
    assert.ok(used.length > 0);
    for (const [, action] of used) assert.match(action!, /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('has one version, in the package and in the description of the service', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.match(
      readFileSync(join(root, 'content/site.md'), 'utf8'),
      new RegExp(`^version: ${version}$`, 'm'),
    );
  });
});
