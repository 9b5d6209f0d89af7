/** `agent-topology status`, `verify`, `update`, `diff` and `remove`, from a catalog that means well. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { temporaryFolder } from '../../../support/folder.ts';
import {
  both,
  dist,
  later,
  lead,
  lock,
  newer,
  projectWithTeam,
  revoked,
  start,
  superseded,
} from '../../../support/pair-project.ts';
import { program } from '../../../support/program.ts';
import { starterPath } from '../../../support/signed-tree.ts';
import { command, contentOf, teamTree } from '../../../support/team-tree.ts';

describe('a project', () => {
  test('as it was installed is verified offline, and its status is that of the catalog', async () => {
    const dir = await projectWithTeam();
    const offline = await command(dir, 'verify');
    assert.deepEqual(
      [offline.code, offline.stdout],
      [0, '1 team, 2 files. All files are as installed, and every version is in its log.\n'],
    );
    const now = await command(dir, 'status');
    assert.deepEqual([now.code, now.stdout], [0, 'pair 1.0.0 for claude-code: as installed, active\n']);
    const then = await command(dir, 'status', '--from', later.dist);
    assert.equal(then.code, 0, then.stderr);
    assert.match(
      then.stdout,
      /as installed, superseded by pair@1\.1\.0; 1\.1\.0 is the newest active version$/m,
    );
    const away = await command(dir, 'status', '--from', join(dir, 'nowhere'));
    assert.deepEqual(
      [away.code, away.stdout],
      [
        3,
        'pair 1.0.0 for claude-code: as installed, its status is unknown, because the catalog did not answer\n',
      ],
    );
  });

  test('with an edited file is reported, and nothing replaces or removes the edit but --force', async () => {
    const dir = await projectWithTeam();
    appendFileSync(join(dir, lead), 'Mine.\n');
    const before = contentOf(dir);
    for (const words of [['verify'], ['status'], ['update', '--from', later.dist], ['remove', 'pair']]) {
      const { code, stderr } = await command(dir, ...words);
      assert.equal(code, 1, words.join(' '));
      assert.match(stderr, /pair-lead\.md was edited/);
    }
    assert.deepEqual(contentOf(dir), before);
    rmSync(join(dir, start));
    assert.match((await command(dir, 'verify')).stderr, /commands\/pair\.md is missing/);
    const forced = await command(dir, 'update', '--force', '--from', dist);
    assert.equal(forced.code, 0, forced.stderr);
    assert.deepEqual(forced.stdout, `replace ${lead}\ncreate  ${start}\n`);
    appendFileSync(join(dir, lead), 'Mine.\n');
    assert.equal((await command(dir, 'remove', 'pair', '--force')).code, 0);
    assert.deepEqual(Object.keys(contentOf(dir)), [lock]);
  });

  test('to which Git gave the line ends of Windows is as it was installed, and can be updated', async () => {
    const dir = await projectWithTeam();
    for (const [path, text] of Object.entries(contentOf(dir)))
      writeFileSync(join(dir, path), text.replaceAll('\n', '\r\n'));
    for (const words of [['verify'], ['diff', '--from', dist], ['update', '--from', later.dist]]) {
      const { code, stdout, stderr } = await command(dir, ...words);
      assert.equal(code, 0, stderr);
      if (words[0] === 'diff') assert.equal(stdout, '');
    }
    assert.deepEqual({ ...contentOf(dir), [lock]: '' }, { ...newer, [lock]: '' });
  });

  test('is changed as a whole when nobody reads what the command prints', async () => {
    const dir = temporaryFolder();
    const words = ['add', 'pair', '--to', 'claude-code', '--from', dist, '--dir', dir];
    const child = spawn(process.execPath, [await program('scripts/team.ts'), ...words]);
    child.stdout.destroy();
    const said = text(child.stderr);
    const [code] = await once(child, 'exit');
    assert.equal(code, 0, await said);
    assert.match(await said, /Next: commit the files/);
  });

  test('in which somebody wrote a file of that name keeps it', async () => {
    const dir = temporaryFolder();
    mkdirSync(join(dir, '.claude/commands'), { recursive: true });
    writeFileSync(join(dir, start), 'My own.\n');
    const { code, stderr } = await command(dir, 'add', 'pair', '--to', 'claude-code', '--from', dist);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^ {2}\.claude\/commands\/pair\.md exists already\nSave your edits elsewhere, or add --force/m,
    );
    assert.deepEqual(contentOf(dir), { [start]: 'My own.\n' });
  });

  test('is updated to the newest version, of which diff shows the lines before', async () => {
    const dir = await projectWithTeam();
    const { stdout } = await command(dir, 'diff', '--from', later.dist);
    assert.match(
      stdout,
      /^--- \/dev\/null\n\+\+\+ b\/\.claude\/agents\/pair-judge\.md\n@@ -0,0 \+1,\d+ @@\n(?:\+.*\n)+\+Judge\.$/m,
    );
    const patched = temporaryFolder();
    cpSync(dir, patched, { recursive: true });
    execFileSync('git', ['apply', '-'], { cwd: patched, input: stdout });
    assert.deepEqual({ ...contentOf(patched), [lock]: '' }, { ...newer, [lock]: '' });
    assert.match((await command(dir, 'diff', '--help')).stdout, /`git apply` can\s+apply:/);
    assert.match(stdout, /^-Start pair, one\.$/m);
    const updated = await command(dir, 'update', 'pair', '--from', later.dist);
    assert.equal(updated.code, 0, updated.stderr);
    assert.deepEqual(
      updated.stdout,
      `replace ${lead}\ncreate  .claude/agents/pair-judge.md\ndelete  ${start}\n`,
    );
    const { [lock]: locked = '', ...files } = contentOf(dir);
    assert.deepEqual(files, newer);
    assert.match(locked, /^ {4}version: 1\.1\.0$/m);
    assert.deepEqual((await command(dir, 'diff', '--from', later.dist)).stdout, '');
  });

  test('is told that a version was revoked, and gets no version with a weaker proof', async () => {
    const gone = teamTree({
      log: later.log,
      teams: { ...both, 'pair@1.1.0': newer },
      changes: [superseded, revoked],
    });
    const dir = await projectWithTeam();
    const status = await command(dir, 'status', '--from', gone.dist);
    assert.equal(status.code, 1);
    assert.equal(
      status.stderr,
      'error: pair: it was revoked at 2026-02-02T00:00:00Z (unsafe), so remove it\n',
    );
    const words = ['add', 'pair@1.0.0', '--to', 'claude-code', '--from', gone.dist];
    const adding = await command(temporaryFolder(), ...words);
    assert.equal(adding.code, 1);
    assert.match(adding.stderr, /pair 1\.0\.0 was revoked .* Nothing was written\./);
    const refused = async (...words: string[]) => {
      const before = contentOf(dir);
      const { code, stderr } = await command(dir, 'update', ...words);
      assert.deepEqual([code, contentOf(dir)], [1, before], stderr);
      return stderr;
    };
    const worse = teamTree({
      log: later.log,
      teams: { ...both, 'pair@1.1.0': newer },
      changes: [
        superseded,
        { path: starterPath('pair@1.1.0'), status: 'deprecated', since: '2026-02-03T00:00:00Z' },
      ],
    });
    assert.match(
      await refused('pair@1.1.0', '--from', worse.dist),
      /it is deprecated, and the installed one was active/,
    );
    assert.match(
      await refused('pair@1.0.0', '--from', gone.dist),
      /it was revoked\. Nothing of it was written\.$/m,
    );
    const elsewhere = teamTree({ baseUrl: 'http://other.test' });
    assert.match(
      await refused('pair', '--from', elsewhere.dist),
      /it is from http:\/\/other\.test, and the installed one from/,
    );
    await command(dir, 'update', '--from', later.dist);
    assert.match(
      await refused('pair@1.0.0', '--from', later.dist),
      /1\.0\.0 is older than 1\.1\.0; it is superseded/,
    );
  });
});
