/** Patches of a stranger: applied, tried and merged, or refused whole. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { temporaryFolder } from '../../support/folder.ts';
import { verbCaller } from '../../support/verb.ts';

const node = process.execPath;
const check = [
  node,
  '-e',
  "process.exit(require('fs').readFileSync('a.txt', 'utf8').includes('two') ? 0 : 1)",
];

const tested = { commands: { tests: check } };

/** A repository with one file and one commit. */
function repository(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.txt'), 'one\n');
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], { cwd: folder });
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'Begin');
  // A hook of the repository would run with every commit.
  writeFileSync(join(folder, '.git/hooks/pre-commit'), '#!/bin/sh\ntouch ../hooked hooked\n', {
    mode: 0o755,
  });
  return folder;
}

const change = (path: string, from: string, to: string) =>
  `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${from}\n+${to}\n`;
const creation = (path: string, mode = '100644') =>
  `diff --git a/${path} b/${path}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+/etc/passwd\n`;

describe('apply_patch', () => {
  test('changes what the patch says, and nothing when it does not fit', async () => {
    const call = verbCaller(repository());
    await assert.rejects(call('apply_patch', { diff: change('a.txt', 'three', 'two') }), /does not apply/);
    assert.deepEqual(await call('apply_patch', { diff: change('a.txt', 'one', 'two') }), {
      applied: true,
      files: ['a.txt'],
    });
  });

  test('says whether a patch applies without applying it, also in a folder that is no repository', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.txt'), 'one\n');
    assert.equal(
      (await verbCaller(folder)('apply_patch', { diff: change('a.txt', 'one', 'two'), check: true })).applied,
      false,
    );
    assert.equal(readFileSync(join(folder, 'a.txt'), 'utf8'), 'one\n');
    await verbCaller(folder)('apply_patch', { diff: change('a.txt', 'one', 'two') });
    assert.equal(readFileSync(join(folder, 'a.txt'), 'utf8'), 'two\n');
  });

  const folder = repository();
  symlinkSync('/tmp', join(folder, 'out'));
  const refused: [string, string, RegExp][] = [
    ['a path that leads out', change('../x', 'a', 'b'), /leads out/],
    ['an absolute path', '--- /etc/passwd\n+++ /etc/passwd\n@@ -1 +1 @@\n-a\n+b\n', /not relative/],
    ['a hook of git', creation('.git/hooks/pre-push', '100755'), /belongs to git/],
    ['a link', creation('link', '120000'), /makes a link/],
    ['a submodule', creation('module', '160000'), /makes a link, a submodule/],
    ['a path through a link', creation('out/x'), /through a symbolic link/],
    ['a rename', 'diff --git a/a.txt b/b.txt\nrename from a.txt\nrename to ../b.txt\n', /renames/],
    [
      'two names in a header',
      `diff --git a/a.txt b/b.txt\n${change('a.txt', 'one', 'two')}`,
      /cannot be read/,
    ],
    ['a path in quotes', '--- "a/\\056\\056/x"\n+++ "b/\\056\\056/x"\n@@ -1 +1 @@\n-a\n+b\n', /in quotes/],
    ['a binary file', 'diff --git a/x b/x\nGIT binary patch\nliteral 1\n', /binary/],
    ['no patch', 'Please apply.', /names no file/],
  ];
  for (const [what, diff, message] of refused)
    test(`refuses ${what}`, () =>
      assert.rejects(verbCaller(folder)('apply_patch', { diff }), { name: 'Refused', message }));

  test('refuses files beside those of the task, and tests where they may not change', async () => {
    const diff = change('a.txt', 'one', 'two');
    await assert.rejects(
      verbCaller(folder)('apply_patch', { diff, files: ['b.txt'] }),
      /not among the files of its task/,
    );
    await assert.rejects(
      verbCaller(folder)('apply_patch', { diff: creation('src/a.test.ts'), no_tests: true }),
      /test file/,
    );
    assert.equal(readFileSync(join(folder, 'a.txt'), 'utf8'), 'one\n');
  });
});

describe('try_patch', () => {
  test('runs the command with and without the change, and leaves the folder as it is', async () => {
    const folder = repository();
    const call = verbCaller(folder, tested);
    assert.equal((await call('try_patch', { command: 'tests' })).passed, false);
    assert.equal(
      (await call('try_patch', { command: 'tests', diff: change('a.txt', 'one', 'two') })).passed,
      true,
    );
    assert.equal(
      (await call('try_patch', { command: 'tests', add: [{ path: 'a.txt', text: 'two' }] })).passed,
      true,
    );
    assert.equal(readFileSync(join(folder, 'a.txt'), 'utf8'), 'one\n');
    await assert.rejects(
      call('try_patch', { command: 'tests', add: [{ path: '../x', text: '' }] }),
      /leads out/,
    );
  });

  test('runs what a person configured alone', async () => {
    await assert.rejects(
      verbCaller(repository())('try_patch', { command: 'rm -rf /' }),
      /No command may run here/,
    );
    await assert.rejects(
      verbCaller(repository(), tested)('run_tests', { command: 'toString' }),
      /There are: tests/,
    );
    const { code } = await verbCaller(repository(), tested)('run_tests', { command: 'tests' });
    assert.equal(code, 1);
  });
});

describe('merge', () => {
  test('commits a green patch, and returns a red one, a conflict and one outside its files', async () => {
    const folder = repository();
    const call = verbCaller(folder, tested);
    const merge = (from: string, to: string, files = ['a.txt']) =>
      call('merge', { task: 't1', command: 'tests', files, diff: change('a.txt', from, to) });
    assert.equal((await merge('one', 'three')).why, 'red');
    assert.equal((await merge('nine', 'two')).why, 'conflict');
    await assert.rejects(merge('one', 'two', ['b.txt']), /not among the files/);
    assert.equal((await merge('one', 'two')).result, 'merged');
    assert.equal(readFileSync(join(folder, 'a.txt'), 'utf8'), 'two\n');
    const log = execFileSync('git', ['log', '--format=%s'], { cwd: folder, encoding: 'utf8' });
    assert.equal(log, 't1\nBegin\n');
    assert.ok(!existsSync(join(folder, 'hooked')));
  });

  test('needs a clean work tree, and a repository', async () => {
    const folder = repository();
    writeFileSync(join(folder, 'a.txt'), 'mine\n');
    const input = { task: 't', command: 'tests', files: ['a.txt'], diff: change('a.txt', 'one', 'two') };
    await assert.rejects(verbCaller(folder, tested)('merge', input), /clean work tree/);
    await assert.rejects(verbCaller(temporaryFolder(), tested)('merge', input), /top of a git repository/);
  });
});
