/** `agent-topology add --plugin`: a team for Claude Code packaged as a plugin. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '../../support/folder.ts';
import { agentFile, command, contentOf, filesOf, teamTree } from '../../support/team-tree.ts';

const lock = 'agent-topology.lock.yaml';
const newer = { ...agentFile('pair-lead', 'Better.'), ...agentFile('pair-judge', 'Judge.') };
const { dist, log } = teamTree();
/** The same catalog later: the team has a newer version. */
const later = teamTree({
  log,
  teams: { pair: filesOf('pair'), 'pair-solo': filesOf('pair-solo'), 'pair@1.1.0': newer },
});

test('writes a team for Claude Code as a plugin, which update and remove keep one', async () => {
  const dir = temporaryFolder();
  const words = ['add', 'pair', '--to', 'claude-code', '--from', dist, '--plugin'];
  const { code, stderr } = await command(dir, ...words);
  assert.equal(code, 0, stderr);
  const { [lock]: locked = '', ...files } = contentOf(dir);
  const moved = Object.entries(filesOf('pair')).map(([path, text]) => [
    path.replace('.claude/', 'claude-plugins/pair/'),
    text,
  ]);
  const { 'claude-plugins/pair/.claude-plugin/plugin.json': manifest, ...rest } = files;
  const { name, version, author } = JSON.parse(manifest!);
  assert.deepEqual([name, version, author], ['pair', '1.0.0', { name: 'catalog.test' }]);
  const { 'claude-plugins/pair/README.md': readme, ...same } = rest;
  assert.match(readme!, /`claude --plugin-dir claude-plugins\/pair`/);
  assert.deepEqual(same, Object.fromEntries(moved));
  assert.match(locked, /^ {4}packaging: plugin$/m);
  assert.equal((await command(dir, 'verify')).code, 0);
  const updated = await command(dir, 'update', 'pair', '--from', later.dist);
  assert.equal(updated.code, 0, updated.stderr);
  assert.match(updated.stdout, /^create {2}claude-plugins\/pair\/agents\/pair-judge\.md$/m);
  assert.equal((await command(dir, 'diff', '--from', later.dist)).stdout, '');
  assert.equal((await command(dir, 'remove', 'pair')).code, 0);
  assert.deepEqual(Object.keys(contentOf(dir)), [lock]);
  const elsewhere = await command(dir, ...words.with(3, 'codex'));
  assert.equal(elsewhere.code, 2);
  assert.match(elsewhere.stderr, /--plugin is for claude-code, not for codex\./);
});
