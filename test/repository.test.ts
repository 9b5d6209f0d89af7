/** Statements of the repository about itself are true: its map, settings, commands, links, decisions, workflows and versions. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { compare as compareVersions } from 'semver';
import { bundle, bundleFolder, worker } from '../scripts/support/bundle.ts';
import { files, root, textOf } from './support/tracked.ts';

describe('the README and the pages that it leads to', () => {
  const readme = textOf('README.md');
  const commands = textOf('.github/COMMANDS.md');
  const map = /## Map\n\n```\n([\s\S]*?)```/.exec(textOf('.github/MAP.md'))![1]!;

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

  test('shows an agent what the page has that it pictures', () => {
    const [, lines] =
      /An agent reads the same page at `\/patterns\/verifier-gate\.md`:\n\n([\s\S]*?)\n\n/.exec(readme)!;
    const page = textOf('content/patterns/verifier-gate.md').split('\n');
    const shown = lines!.split('\n').map(line => line.slice(4));
    assert.deepEqual(
      shown.filter(line => line !== '…' && !page.includes(line)),
      [],
    );
  });

  test('maps only what exists', () => {
    for (const path of mapped()) {
      assert.ok(existsSync(join(root, path)), path);
      assert.equal(statSync(join(root, path)).isDirectory(), path.endsWith('/'), path);
    }
  });

  test('maps every folder of build, server and scripts, and the top', () => {
    const paths = mapped();
    for (const folder of ['', 'build/', 'server/', 'scripts/']) {
      const folders = readdirSync(join(root, folder), { withFileTypes: true })
        .filter(entry => entry.isDirectory() && !/^(?:\.|node_modules|dist|data)/.test(entry.name))
        .map(entry => `${folder}${entry.name}/`);
      for (const path of folders) assert.ok(paths.includes(path), `${path} is not on the map`);
    }
  });

  test('names every setting that the build and the server read', () => {
    const readers = [
      'build/document/text/environment.ts',
      'build/run/command.ts',
      'server/process/config.ts',
    ];
    const settings = readers.flatMap(name => [...textOf(name).matchAll(/^ {2}([A-Z_]+): /gm)]);
    assert.ok(settings.length > 20);
    const operating = textOf('.github/OPERATING.md');
    for (const [, name] of settings)
      assert.ok(operating.includes(`\`${name}\``), `${name} is not among the settings`);
  });

  test('names every npm script that people use, and only scripts that exist', () => {
    const { scripts } = JSON.parse(textOf('package.json'));
    const named = new Set(
      [...(readme + commands).matchAll(/npm (?:run (?:--silent )?)?(start|test|[a-z-]+)/g)].map(
        match => match[1]!,
      ),
    );
    named.delete('ci');
    named.delete('registry');
    named.delete('pack');
    for (const name of named) assert.ok(name in scripts, name);
    // npm itself runs these.
    const ofPeople = Object.keys(scripts).filter(name => !/^(?:pre|post)(?:pack|build|start)$/.test(name));
    for (const name of ofPeople) assert.ok(named.has(name), `${name} is not among the commands`);
  });

  test('has 120 lines at most, leads to every other page in one click, and names no package that no registry has', () => {
    assert.ok(readme.split('\n').length <= 121);
    for (const page of [
      ...['COMMANDS', 'OPERATING', 'EVALUATING', 'MAP', 'DESIGN', 'CONTRIBUTING', 'SECURITY', 'CHANGELOG'],
    ])
      assert.match(readme, new RegExp(`\\]\\(\\.github/${page}\\.md`), page);
    const packages = [...readme.matchAll(/npx (?:--yes )?(\S+)/g)].map(match => match[1]);
    assert.deepEqual(
      [...new Set(packages)],
      [
        ...['tsx', '@modelcontextprotocol/inspector', 'http://localhost:8080/agent-topology.tgz'],
        'agent-topology',
      ],
    );
    // It is started from the clone.
    assert.ok(Object.hasOwn(JSON.parse(textOf('package.json')).bin, 'agent-topology'));
    assert.deepEqual([...readme.matchAll(/^## .*$/gm)].map(String).slice(0, 2), ['## Run', '## Test']);
  });
});

describe('the repository', () => {
  test('links only to files that exist', () => {
    const pages = ['README.md', ...files.filter(name => /^\.github\/.*\.md$/.test(name))];
    for (const page of pages)
      for (const [, target] of textOf(page).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
        assert.ok(existsSync(join(root, dirname(page), target!)), `${page}: ${target}`);
  });

  test('names only files and folders that exist, to those who want to understand it and to those who want to add to it', () => {
    // Words in capitals and stars stand for names that somebody chooses: the folder of such a file is there.
    const chosen = /(?:NAME|NOUN|NNN|\*)/;
    for (const page of ['.github/DESIGN.md', '.github/CONTRIBUTING.md']) {
      const named = [
        ...textOf(page).matchAll(/`((?:build|server|scripts|test|content|\.github)\/[^`\s]*)`/g),
      ];
      assert.ok(named.length > 25, `${page}: ${named.length} paths`);
      const missing = named
        .map(([, path]) => (chosen.test(path!) ? dirname(path!.slice(0, path!.search(chosen) + 1)) : path!))
        .filter(path => !existsSync(join(root, path)));
      assert.deepEqual(missing, [], page);
    }
  });

  test('has a design of two pages at most, with one picture', () => {
    const design = textOf('.github/DESIGN.md');
    assert.ok(design.split(/\s+/).length < 1000);
    assert.equal(design.match(/^```mermaid$/gm)!.length, 1);
  });

  test('says of every decision what it costs and when to choose again, in less than 60 lines', () => {
    const records = files.filter(name => /^\.github\/decisions\/\d/.test(name));
    assert.ok(records.length >= 10);
    for (const name of records) {
      const text = textOf(name);
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
      const line = textOf(name)
        .split('\n')
        .find(text => foreign.test(text));
      assert.ok(line === undefined || name === 'test/repository.test.ts', `${name}: ${line}`);
    }
  });

  test('pins every action of its workflows to a commit', () => {
    const workflows = files.filter(name => /^\.github\/.*\.ya?ml$/.test(name));
    const used = workflows.flatMap(name => [...textOf(name).matchAll(/^\s*-?\s*uses:\s*(.*)$/gm)]);
    assert.ok(used.length > 0);
    // A workflow of this repository is at the same commit.
    for (const [, action] of used.filter(([, each]) => !each!.startsWith('./')))
      assert.match(action!, /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('installs no package that nothing uses', () => {
    const { dependencies, devDependencies } = JSON.parse(textOf('package.json'));
    // Types are used by what they describe, two by the scripts of the package, and one by `langchain`, which loads it by its name.
    const packages = Object.keys({ ...dependencies, ...devDependencies }).filter(
      name => !/^@types\/|^(?:@biomejs\/biome|typescript|@langchain\/openai)$/.test(name),
    );
    const code = files.filter(name => /\.[cm]?[jt]s$/.test(name)).map(textOf);
    const isIn = (text: string, name: string) => [`'${name}`, `/${name}/`].some(each => text.includes(each));
    const unused = packages.filter(name => !code.some(text => isIn(text, name)));
    assert.deepEqual(unused, []);
  });

  test('runs its commands without the packages that only its development needs', async () => {
    const folder = join(bundleFolder, `repository-test-${process.pid}`);
    const { inputs } = await bundle(['scripts/catalog.ts', 'scripts/team.ts', worker], folder, {
      isPacked: true,
    });
    rmSync(folder, { recursive: true });
    const { packages } = JSON.parse(textOf('package-lock.json')) as {
      packages: Record<string, { dev?: true }>;
    };
    const used = new Set(
      inputs.flatMap(path => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []),
    );
    assert.ok(used.size > 50);
    assert.deepEqual(
      [...used, ...['esbuild', 'tsx'].map(name => `node_modules/${name}`)].filter(
        path => !packages[path] || packages[path].dev,
      ),
      [],
    );
  });

  test('has one version, in the package, in the description of the service and at the top of the changelog', () => {
    const { version } = JSON.parse(textOf('package.json'));
    assert.match(textOf('content/site.md'), new RegExp(`^version: ${version}$`, 'm'));
    assert.equal(JSON.parse(textOf('package-lock.json')).version, version);
    assert.equal(releases()[0], version);
  });

  test('names each release once, the newest first, and how to come from the one before', () => {
    const named = releases();
    assert.deepEqual(named, [...new Set(named)].sort(compareVersions).reverse());
    const handbook = textOf('content/docs/handbook.md');
    for (const [at, release] of named.slice(0, -1).entries())
      assert.ok(handbook.includes(`\n| ${named[at + 1]} | ${release} | `), `no way to ${release}`);
  });
});

/** The releases that the changelog names, from its top. All that it says belongs to one of them. */
function releases(): string[] {
  const headings = [...textOf('.github/CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, heading]) => heading!);
  return headings.map(heading => {
    const [, version] = /^\[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/.exec(heading) ?? [];
    assert.ok(version, `"## ${heading}" names no release with its date`);
    return version;
  });
}
