/** `agent-topology add`, `status`, `verify`, `update`, `diff` and `remove`, from a catalog that means well. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import type { StatusChange } from '#document/kind/statuses.ts';
import { exclusively } from '../../../../scripts/agent-topology/team/install/write.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import { program, run } from '../../../support/program.ts';
import { serve } from '../../../support/server.ts';
import { starterPath } from '../../../support/signed-tree.ts';
import { agentFile, command, contentOf, filesOf, teamTree } from '../../../support/team-tree.ts';

const lock = 'agent-topology.lock.yaml';
const lead = '.claude/agents/pair-lead.md';
const start = '.claude/commands/pair.md';
const superseded: StatusChange = {
  path: starterPath('pair'),
  status: 'superseded',
  since: '2026-02-01T00:00:00Z',
  superseded_by: starterPath('pair@1.1.0'),
};
const revoked: StatusChange = {
  path: starterPath('pair'),
  status: 'revoked',
  reason_code: 'unsafe',
  since: '2026-02-02T00:00:00Z',
};
const newer = { ...agentFile('pair-lead', 'Better.'), ...agentFile('pair-judge', 'Judge.') };

const { dist, log } = teamTree();
const both = { pair: filesOf('pair'), 'pair-solo': filesOf('pair-solo') };
/** The same catalog later: the team has a newer version. */
const later = teamTree({ log, teams: { ...both, 'pair@1.1.0': newer }, changes: [superseded] });

/** A project with the team, from the catalog as it first was. */
async function projectWithTeam(): Promise<string> {
  const dir = temporaryFolder();
  const { code, stderr } = await command(dir, 'add', 'pair', '--to', 'claude-code', '--from', dist);
  assert.equal(code, 0, stderr);
  return dir;
}

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
    const said = async (...words: string[]) => {
      const { code, stderr } = await command(dir, ...words);
      assert.equal(code, 2, stderr);
      return stderr;
    };
    const from = ['--from', dist];
    assert.match(
      await said('add', 'pairs', '--to', 'claude-code', ...from),
      /There is no team pairs\. Did you mean `pair`\?/,
    );
    assert.match(
      await said('add', 'pair@9.0.0', '--to', 'claude-code', ...from),
      /no version 9\.0\.0: there are 1\.0\.0 \(active\)/,
    );
    assert.match(
      await said('add', '../pair', '--to', 'claude-code', ...from),
      /is no name of a team: expected NAME/,
    );
    assert.match(
      await said('add', 'pair', '--to', 'emacs', ...from),
      /There is no target emacs: there are claude-code, /,
    );
    assert.match(await said('add', 'pair', '--to', 'codex', ...from), /has no export of .* for codex/);
    assert.match(await said('add', 'pair', '--to', 'claude-code'), /Which catalog\? Set AGENT_TOPOLOGY_URL/);
    assert.match(await said('update', 'pair', ...from), /pair is not installed here; installed: none/);
    assert.deepEqual(contentOf(dir), {});
  });

  test('takes the place of a command that was killed, and finishes what it left', async () => {
    const dir = temporaryFolder();
    const words = ['add', 'pair', '--to', 'claude-code', '--from', dist, '--dir', dir];
    const child = spawn(process.execPath, [await program('scripts/agent-topology/team.ts'), ...words], {
      stdio: 'ignore',
    });
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
      run('scripts/agent-topology/team.ts', [
        'add',
        name,
        '--to',
        'claude-code',
        '--from',
        dist,
        '--dir',
        dir,
      ]);
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

describe('a project', () => {
  test('as it was installed is verified offline, and its status is that of the catalog', async () => {
    const dir = await projectWithTeam();
    const offline = await command(dir, 'verify');
    assert.deepEqual(
      [offline.code, offline.stdout],
      [0, '1 team, 2 files: all as installed, every version in its log.\n'],
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
      [3, 'pair 1.0.0 for claude-code: as installed, its status is not known now\n'],
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
    const child = spawn(process.execPath, [await program('scripts/agent-topology/team.ts'), ...words]);
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
      /^ {2}\.claude\/commands\/pair\.md exists already\nKeep your edits elsewhere, or add --force/m,
    );
    assert.deepEqual(contentOf(dir), { [start]: 'My own.\n' });
  });

  test('is updated to the newest version, of which diff shows the lines before', async () => {
    const dir = await projectWithTeam();
    const { stdout } = await command(dir, 'diff', '--from', later.dist);
    assert.match(
      stdout,
      /^--- a\/\.claude\/agents\/pair-judge\.md\ton disk\n\+\+\+ b\/.*\t1\.1\.0\n@@ -0,0 \+1,\d+ @@\n(?:\+.*\n)+\+Judge\.$/m,
    );
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
    assert.equal(status.stderr, 'error: pair: it was revoked at 2026-02-02T00:00:00Z (unsafe): remove it\n');
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
