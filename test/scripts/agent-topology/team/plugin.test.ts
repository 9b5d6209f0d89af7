/** `agent-topology add --plugin`: a team for Claude Code packaged as a plugin. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { targets } from '../../../../build/page/export/index.ts';
import { asPlugin } from '../../../../build/page/export/plugin.ts';
import { readTeam } from '../../../../build/page/program/team.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import { plainTeams } from '../../../support/team.ts';
import { agentFile, command, contentOf, filesOf, teamTree } from '../../../support/team-tree.ts';

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
  assert.match(stderr, /The files set:\n {2}claude-plugins\/pair\/agents\/pair-lead\.md: /);
  assert.doesNotMatch(stderr, /\.claude\//);
  const { [lock]: locked = '', ...files } = contentOf(dir);
  const moved = Object.entries(filesOf('pair')).map(([path, text]) => [
    path.replace('.claude/', 'claude-plugins/pair/'),
    text,
  ]);
  const { 'claude-plugins/pair/.claude-plugin/plugin.json': manifest, ...rest } = files;
  const { name, version, author } = JSON.parse(manifest!);
  assert.deepEqual([name, version, author], ['pair', '1.0.0', { name: 'catalog.test' }]);
  const {
    'claude-plugins/pair/README.md': readme,
    'claude-plugins/pair/plugin.json': portable,
    ...same
  } = rest;
  const { $schema, ...shared } = JSON.parse(portable!);
  assert.equal($schema, 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json');
  assert.deepEqual(shared, JSON.parse(manifest!));
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
  assert.match(elsewhere.stderr, /--plugin works only for claude-code, not for codex\./);
});

test('the command of a plugin names each agent as Claude Code knows it, and its agents keep their bytes', () => {
  const plain = plainTeams('newest').find(({ name }) => name === 'panel-code-review')!;
  const team = readTeam(plain.text, `/${plain.file}`);
  const files = targets
    .find(({ id }) => id === 'claude-code')!
    .files(team, new Map())
    .map(file => ({ ...file, digest: 'sha256:0' }));
  const { name, version, description, source } = team;
  const of = { team: name, version, description, source, catalog: 'http://catalog.test' };
  const plugin = new Map(asPlugin(files, of).map(({ path, text }) => [path, text]));
  const text = plugin.get(`claude-plugins/${name}/commands/${name}.md`)!;
  for (const role of ['reviewer', 'refuter']) {
    assert.ok(text.includes(`the agent \`${name}:${name}-${role}\``), role);
    const agent = files.find(({ path }) => path === `.claude/agents/${name}-${role}.md`)!;
    assert.equal(plugin.get(`claude-plugins/${name}/agents/${name}-${role}.md`), agent.text);
  }
  assert.doesNotMatch(text, /the agent `panel-code-review-/);
});
