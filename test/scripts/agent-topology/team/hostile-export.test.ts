/** Exports that their catalog signed and that mean harm all the same: none of them is installed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Catalog } from '../../../../scripts/agent-topology/team/catalog/catalog.ts';
import { readExport } from '../../../../scripts/agent-topology/team/catalog/export.ts';
import { readCatalogLog } from '../../../../scripts/agent-topology/team/catalog/log.ts';
import { openSource } from '../../../../scripts/agent-topology/team/catalog/source.ts';
import { findVersion, proveVersion } from '../../../../scripts/agent-topology/team/catalog/version.ts';
import { wantedOf } from '../../../../scripts/agent-topology/team/install/change.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import { agentFile, command, contentOf, filesOf, teamTree } from '../../../support/team-tree.ts';

/** Reads the export of the team as `add` does; returns the files and settings it asks for. */
async function exportOf(from: string) {
  const catalog = await Catalog.open(openSource(from));
  const catalogLog = await readCatalogLog(catalog, undefined);
  const state = findVersion(catalogLog, { team: 'pair', version: undefined });
  const proved = await proveVersion(catalog, catalogLog, state);
  const { files } = await readExport(catalog, proved, 'claude-code');
  return wantedOf(files, { team: 'pair', target: 'claude-code' });
}

describe('an export that its catalog signed', () => {
  const files = (path: string) => ({ teams: { pair: { ...filesOf('pair'), [path]: 'Harm.\n' } } });
  const cases: [string, Parameters<typeof teamTree>[0], RegExp][] = [
    ['leaves the project', files('../harm.md'), /`files\.2\.path`: expected a relative path/],
    ['names an absolute path', files('/tmp/pair.md'), /`files\.2\.path`: expected a relative path/],
    [
      'names a folder twice over',
      files('.claude/agents/../../pair.md'),
      /`files\.2\.path`: expected a relative path/,
    ],
    ['has a backslash', files('..\\pair.md'), /`files\.2\.path`: expected a relative path/],
    [
      'writes a hook of Git',
      files('.git/hooks/pre-commit'),
      /\.git\/hooks\/pre-commit, which the team pair may not have/,
    ],
    [
      'writes settings of the runtime',
      files('.claude/settings.json'),
      /\.claude\/settings\.json, which the team pair may not have/,
    ],
    ['writes a file that is not named after it', files('.claude/agents/reviewer.md'), /may not have/],
    ['writes a file at the top', files('pair.md'), /pair\.md, which the team pair may not have/],
    ['lists a file twice', { lie: fields => fields.files.push(fields.files[0]!) }, /lists a file twice/],
    [
      'is of another version',
      {
        lie: fields => {
          fields.source = '/starters/pair-solo/1.0.0.md';
        },
      },
      /is the export of \/starters\/pair-solo/,
    ],
    [
      'is of other bytes',
      {
        lie: fields => {
          fields.source_digest = `sha256:${'0'.repeat(64)}`;
        },
      },
      /not of \/starters\/pair\/1\.0\.0\.md with sha256:/,
    ],
    [
      'states another digest',
      {
        lie: fields => {
          fields.files[0]!.digest = `sha256:${'0'.repeat(64)}`;
        },
      },
      /does not have the digest that the page states/,
    ],
    [
      'holds no such file',
      {
        lie: fields => {
          fields.files[0]!.path = '.claude/agents/pair-other.md';
        },
      },
      /lists the file .*pair-other\.md and does not hold it/,
    ],
    [
      'has a huge file',
      { teams: { pair: { ...filesOf('pair'), '.claude/agents/pair-x.md': `${'x'.repeat(1_100_000)}\n` } } },
      /has 1100001 bytes, more than 1048576/,
    ],
  ];
  for (const [what, options, expected] of cases)
    test(`is refused when it ${what}`, () =>
      assert.rejects(exportOf(teamTree(options).dist), { name: 'Failure', exitCode: 1, message: expected }));

  test('is refused when it has the file of another team', async () => {
    const dir = temporaryFolder();
    const greedy = teamTree({
      teams: { pair: agentFile('pair-solo-lead', 'Mine now.'), 'pair-solo': filesOf('pair-solo') },
    });
    assert.equal(
      (await command(dir, 'add', 'pair-solo', '--to', 'claude-code', '--from', greedy.dist)).code,
      0,
    );
    const former = contentOf(dir);
    const { code, stderr } = await command(dir, 'add', 'pair', '--to', 'claude-code', '--from', greedy.dist);
    assert.equal(code, 1);
    assert.match(stderr, /pair-solo-lead\.md belongs to the team pair-solo/);
    assert.deepEqual(contentOf(dir), former);
  });
});
