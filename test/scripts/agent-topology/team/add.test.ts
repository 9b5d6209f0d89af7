/** `agent-topology add`, from a catalog that means well. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { exclusively } from '../../../../scripts/agent-topology/team/install/write.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import { dist, later, lead, lock, projectWithTeam, start } from '../../../support/pair-project.ts';
import { program, run } from '../../../support/program.ts';
import { serve } from '../../../support/server.ts';
import { command, contentOf, filesOf } from '../../../support/team-tree.ts';

describe('add', () => {
  test('shows what it verified, writes and loses, and writes the files with a lock file', async context => {
    const server = await serve({ distDir: dist });
    context.after(() => server.stop());
    const dir = temporaryFolder();
    const words = ['add', 'pair', '--to', 'claude-code', '--from', server.address];
    const dry = await command(dir, ...words, '--dry-run');
    assert.deepEqual([dry.code, contentOf(dir)], [0, {}]);
    const { code, stdout, stderr } = await command(dir, ...words);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, `create  ${lead}\ncreate  ${start}\n`);
    assert.match(
      stderr,
      /^You use http:\/\/catalog\.test for the first time, so the first team that you install pins its key [0-9a-f]{16}\./,
    );
    assert.match(
      stderr,
      /^pair 1\.0\.0 \(active\) .* signature of key [0-9a-f]{16} and entry 0 of the log are verified\.$/m,
    );
    assert.match(
      stderr,
      /does not enforce 1 part of the team:\n {2}budget:input_tokens\n {4}Nothing counts it\. The command says so\.$/m,
    );
    const { [lock]: locked = '', ...files } = contentOf(dir);
    assert.deepEqual(files, filesOf('pair'));
    assert.match(locked, /^ {2}- team: pair\n {4}version: 1\.0\.0\n {4}target: claude-code$/m);
    assert.match(locked, /^ {4}status: active$/m);
    const again = await command(dir, ...words);
    assert.equal(again.stdout, `keep    ${lead}\nkeep    ${start}\n`);
    assert.equal(contentOf(dir)[lock], locked);
  });

  test('names the wrong team, version, target or catalog, and what to do', async () => {
    const dir = temporaryFolder();
    for (const [words, expected] of [
      ['add pairs --to claude-code', /There is no team named pairs\. Did you mean `pair`\?/],
      ['add pair@9.0.0 --to claude-code', /no version 9\.0\.0\. Its versions are 1\.0\.0 \(active\)/],
      ['add ../pair --to claude-code', /is not the name of a team\. Write NAME/],
      ['add pair --to emacs', /There is no target emacs\. Add --to with one of claude-code, /],
      ['add pair', /For which runtime\? Add --to with one of .*: agent-topology add pair --to claude-code/],
      ['add pair --to codex', /has no export of .* for codex/],
      ['update pair', /pair is not installed here; installed: none/],
    ] as const) {
      const { code, stderr } = await command(dir, ...words.split(' '), '--from', dist);
      assert.equal(code, 2, stderr);
      assert.match(stderr, expected);
    }
    const nowhere = await command(dir, 'add', 'pair', '--to', 'claude-code');
    assert.equal(nowhere.code, 2);
    assert.match(
      nowhere.stderr,
      /Which catalog\? Add --from URL_OR_FOLDER, such as .*, or set AGENT_TOPOLOGY_URL/,
    );
    assert.deepEqual(contentOf(dir), {});
  });

  test('takes the catalog of the lock file and says so, unless there are several or another is named', async () => {
    const dir = await projectWithTeam();
    const second = await command(dir, 'add', 'pair-solo', '--to', 'claude-code');
    assert.equal(second.code, 0, second.stderr);
    assert.ok(second.stderr.startsWith(`The catalog is ${dist}, which ${lock} names.\n`));
    const named = await command(dir, 'add', 'pair-solo', '--to', 'claude-code', '--from', dist);
    assert.doesNotMatch(named.stderr, /The catalog is/);
    await command(dir, 'update', 'pair', '--from', later.dist);
    const unclear = await command(dir, 'show', 'pair');
    assert.equal(unclear.code, 2);
    assert.match(
      unclear.stderr,
      /Which catalog\? The teams in .* came from .* and .*\. Add --from with one of/,
    );
  });

  test('ends with the command that starts the team', async () => {
    const dir = temporaryFolder();
    const add = ['add', 'pair', '--to', 'claude-code', '--from', dist];
    const { stderr } = await command(dir, ...add);
    assert.ok(
      stderr.endsWith(`\nNext: commit the files and ${lock}, then run\n\n    claude "/pair TASK"\n`),
      stderr,
    );
    const plugin = await command(temporaryFolder(), ...add, '--plugin');
    assert.match(plugin.stderr, /^ {4}claude --plugin-dir claude-plugins\/pair "\/pair:pair TASK"$/m);
    assert.doesNotMatch((await command(dir, ...add, '--dry-run')).stderr, /Next:/);
  });

  test('takes the place of a command that was killed, and finishes what it left', async () => {
    const dir = temporaryFolder();
    const words = ['add', 'pair', '--to', 'claude-code', '--from', dist, '--dir', dir];
    const child = spawn(process.execPath, [await program('scripts/team.ts'), ...words], { stdio: 'ignore' });
    const busy = join(dir, '.agent-topology.busy');
    const killed = setInterval(() => existsSync(busy) && child.kill('SIGKILL'), 1);
    await once(child, 'exit');
    clearInterval(killed);
    const { [lock]: _, ...left } = contentOf(dir);
    for (const [path, text] of Object.entries(left))
      if (path.startsWith('.claude/')) assert.equal(text, filesOf('pair')[path]);
    // What is left when it is killed between two files.
    mkdirSync(join(dir, '.claude/commands'), { recursive: true });
    writeFileSync(join(dir, start), filesOf('pair')[start]!);
    const { code, stderr } = await command(dir, 'add', 'pair', '--to', 'claude-code', '--from', dist);
    assert.equal(code, 0, stderr);
    const { [lock]: __, ...files } = contentOf(dir);
    assert.deepEqual(files, filesOf('pair'));
    assert.equal((await command(dir, 'verify')).code, 0);
  });

  test('waits for another command in the same project, so that both are done', async () => {
    const dir = temporaryFolder();
    const adding = (name: string) =>
      run('scripts/team.ts', ['add', name, '--to', 'claude-code', '--from', dist, '--dir', dir]);
    const outcomes = await Promise.all([adding('pair'), adding('pair-solo')]);
    assert.deepEqual(
      outcomes.map(({ code }) => code),
      [0, 0],
    );
    assert.deepEqual(contentOf(dir)[lock]!.match(/^ {2}- team: .*$/gm), [
      '  - team: pair',
      '  - team: pair-solo',
    ]);
    await exclusively(dir, async () => {
      await assert.rejects(
        exclusively(dir, async () => {}, 1),
        /Another agent-topology \(process \d+ on .*\) is changing this project\./,
      );
    });
  });
});
