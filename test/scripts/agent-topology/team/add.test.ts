/** `agent-topology add`, from a catalog that means well. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { exclusively } from '../../../../scripts/agent-topology/team/install/write.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import { dist, lead, lock, start } from '../../../support/pair-project.ts';
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
      /^First use of http:\/\/catalog\.test: the first team that is installed pins its key [0-9a-f]{16}\./,
    );
    assert.match(
      stderr,
      /^pair 1\.0\.0 \(active\) .* signature of key [0-9a-f]{16} and entry 0 of the log verified\.$/m,
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
      ['add pairs --to claude-code', /There is no team pairs\. Did you mean `pair`\?/],
      ['add pair@9.0.0 --to claude-code', /no version 9\.0\.0: there are 1\.0\.0 \(active\)/],
      ['add ../pair --to claude-code', /is no name of a team: expected NAME/],
      ['add pair --to emacs', /There is no target emacs: there are claude-code, /],
      ['add pair --to codex', /has no export of .* for codex/],
      ['update pair', /pair is not installed here; installed: none/],
    ] as const) {
      const { code, stderr } = await command(dir, ...words.split(' '), '--from', dist);
      assert.equal(code, 2, stderr);
      assert.match(stderr, expected);
    }
    const nowhere = await command(dir, 'add', 'pair', '--to', 'claude-code');
    assert.equal(nowhere.code, 2);
    assert.match(nowhere.stderr, /Which catalog\? Set AGENT_TOPOLOGY_URL/);
    assert.deepEqual(contentOf(dir), {});
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
        /Another agent-topology \(process \d+ on .*\) changes this project\./,
      );
    });
  });
});
