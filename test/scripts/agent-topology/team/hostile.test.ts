/** Catalogs that are away, and projects and lock files that mean harm: `agent-topology` writes nothing, and says why. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testRing } from '../../../keys.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import type { Outcome } from '../../../support/program.ts';
import { agentFile, command, contentOf, filesOf, teamTree } from '../../../support/team-tree.ts';

const { dist } = teamTree();
const add = (dir: string, from: string, ...more: string[]): Promise<Outcome> =>
  command(dir, 'add', 'pair', '--to', 'claude-code', '--from', from, ...more);

/** Asserts that a catalog is refused with an exit code and a message, and that the project stays as it was. */
async function assertRefused(
  from: string,
  code: number,
  expected: RegExp,
  dir = temporaryFolder(),
): Promise<void> {
  const former = contentOf(dir);
  const outcome = await add(dir, from);
  assert.equal(outcome.code, code, outcome.stderr);
  assert.match(outcome.stderr, expected);
  assert.deepEqual(contentOf(dir), former);
}

describe('a catalog', () => {
  test('with another key than the pinned one is refused until a person names that key', async () => {
    const dir = temporaryFolder();
    const { keyId } = testRing(2).publication.active;
    assert.equal((await add(dir, dist)).code, 0);
    const stranger = teamTree({ ring: testRing(2) }).dist;
    await assertRefused(
      stranger,
      1,
      new RegExp(`signed by the key ${keyId}, and this project trusts .* add --key ${keyId}`),
      dir,
    );
    const pinned = await add(temporaryFolder(), stranger, '--key', testRing(1).publication.active.keyId);
    assert.equal(pinned.code, 1);
    assert.match(pinned.stderr, /is signed by the key .*, not by /);
    const named = await add(temporaryFolder(), stranger, '--key', keyId);
    assert.equal(named.code, 0, named.stderr);
    assert.ok(!named.stderr.includes('First use'));
  });

  test('that is away, elsewhere or broken ends with 3, and one that is no catalog says so', async () => {
    await assertRefused(
      'http://127.0.0.1:9',
      3,
      /http:\/\/127\.0\.0\.1:9\/manifest\.json\S* does not answer: .* try again later/,
    );
    await assertRefused(join(temporaryFolder(), 'nowhere'), 3, /There is no folder/);
    await assertRefused(temporaryFolder(), 3, /holds no catalog: it has no manifest\.json/);
    await assertRefused('http://user:secret@127.0.0.1', 2, /The address of a catalog looks like https/);
  });
});

describe('a project', () => {
  test('with links where files would go is left alone, and so is what they lead to', async () => {
    const elsewhere = temporaryFolder();
    const dir = temporaryFolder();
    symlinkSync(elsewhere, join(dir, '.claude'));
    const { code, stderr } = await add(dir, dist);
    assert.deepEqual([code, contentOf(elsewhere)], [1, {}]);
    assert.match(stderr, /^error: \.claude is a symbolic link, and this command writes no file through one/m);
    const second = temporaryFolder();
    mkdirSync(join(second, '.claude/agents'), { recursive: true });
    writeFileSync(join(elsewhere, 'secret'), 'Mine.\n');
    symlinkSync(join(elsewhere, 'secret'), join(second, '.claude/agents/pair-lead.md'));
    assert.match((await add(second, dist, '--force')).stderr, /pair-lead\.md is a symbolic link/);
    assert.deepEqual(contentOf(elsewhere), { secret: 'Mine.\n' });
    const third = temporaryFolder();
    symlinkSync(join(elsewhere, 'secret'), join(third, 'agent-topology.lock.yaml'));
    assert.match((await add(third, dist)).stderr, /agent-topology\.lock\.yaml is a symbolic link/);
    const fourth = temporaryFolder();
    writeFileSync(join(fourth, '.claude'), '');
    assert.match((await add(fourth, dist)).stderr, /\.claude is not a folder\. Move it away/);
  });

  test('with a lock file that names files of others keeps them, and one that is damaged is refused', async () => {
    const dir = temporaryFolder();
    await add(dir, dist);
    const file = join(dir, 'agent-topology.lock.yaml');
    const text = readFileSync(file, 'utf8');
    const said = async (changed: string, ...words: string[]) => {
      writeFileSync(file, changed);
      const { code, stderr } = await command(dir, ...words);
      assert.equal(code, 1, stderr);
      return stderr;
    };
    const harm = text.replace('path: .claude/agents/pair-lead.md', 'path: ../../etc/passwd');
    assert.match(
      await said(harm, 'remove', 'pair', '--force'),
      /is damaged: `teams\.0`: a path is not one of the team/,
    );
    assert.match(await said('teams: [', 'verify'), /agent-topology\.lock\.yaml is damaged: line \d+: /);
    assert.match(
      await said('lock_version: 2\ncatalogs: []\nteams: []\n', 'status'),
      /is damaged: `lock_version`/,
    );
    const other = text.replace(/digest: sha256:[0-9a-f]{64}/, `digest: sha256:${'0'.repeat(64)}`);
    assert.match(
      await said(other, 'verify'),
      /does not show that \/starters\/pair\/1\.0\.0\.md with sha256:0{64} was published/,
    );
    const forged = text.replace(/( {6}checkpoint: \|\n.*\n {8})2\n/, '$13\n');
    assert.notEqual(forged, text);
    assert.match(await said(forged, 'verify'), /the checkpoint in .* is not one of its catalog/);
    assert.match(await said(other, 'status'), /is not in the log of http:\/\/catalog\.test/);
  });

  test('gets no file that belongs to another of its teams', async () => {
    const dir = temporaryFolder();
    const greedy = teamTree({
      teams: { pair: agentFile('pair-solo-lead', 'Mine now.'), 'pair-solo': filesOf('pair-solo') },
    }).dist;
    const { code } = await command(dir, 'add', 'pair-solo', '--to', 'claude-code', '--from', greedy);
    assert.equal(code, 0);
    await assertRefused(greedy, 1, /pair-solo-lead\.md belongs to the team pair-solo/, dir);
  });
});
