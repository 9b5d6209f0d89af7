/** The news of a catalog since a lock file was written, as `agent-topology status` tells it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { StatusChange } from '#document/kind/statuses.ts';
import type { LogEntry } from '#document/proof/log/entry.ts';
import { newsOf } from '../../../../scripts/agent-topology/team/catalog/news.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import { starterPath } from '../../../support/signed-tree.ts';
import { agentFile, command, filesOf, teamTree } from '../../../support/team-tree.ts';

const digest = `sha256:${'0a'.repeat(32)}`;
const kept = (size: number) =>
  `catalog.test/log\n${size}\n${Buffer.alloc(32).toString('base64')}\n\n— k ${Buffer.alloc(68).toString('base64')}\n`;
const published = (name: string): LogEntry => ({
  ...{ type: 'published', path: `/starters/${name}/1.0.0.md`, digest },
  published_at: '2026-01-01T00:00:00Z',
});
const changed = (name: string, status: 'revoked' | 'deprecated' | 'active'): LogEntry => ({
  ...{ type: 'status', path: `/starters/${name}/1.0.0.md`, digest, status },
  ...{ reason_code: 'unsafe', since: '2026-02-01T00:00:00Z' },
});

describe('what is new', () => {
  const entries = [published('old'), published('a'), changed('a', 'deprecated'), changed('b', 'revoked')];

  test('begins after the checkpoint of the lock file, withdrawals first', () => {
    assert.deepEqual(newsOf({ entries }, kept(1), new Set(), 'x'), [
      '2026-02-01 b 1.0.0 revoked (unsafe)',
      '2026-02-01 a 1.0.0 deprecated (unsafe)',
      '2026-01-01 a 1.0.0 published',
    ]);
    assert.deepEqual(newsOf({ entries }, kept(4), new Set(), 'x'), []);
  });

  test("names the project's own teams before others of the same weight", () => {
    const [first] = newsOf({ entries }, kept(1), new Set(['a']), 'x');
    assert.equal(first, '2026-02-01 a 1.0.0 deprecated (unsafe)');
  });

  test('has twenty lines at most, and says where the rest is without what could control a terminal', () => {
    const many = Array.from({ length: 5000 }, (_, at) => published(`team-${at}`));
    const lines = newsOf(
      { entries: [...many, changed('b', 'revoked')] },
      kept(1),
      new Set(),
      'http://a\u001b[2J',
    );
    assert.equal(lines.length, 21);
    assert.match(lines[0]!, /revoked/);
    assert.equal(lines.at(-1), '4980 more: http://a[2J');
  });

  test('is told by the command, which changes nothing', async () => {
    const both = { pair: filesOf('pair'), 'pair-solo': filesOf('pair-solo') };
    const { dist, log } = teamTree();
    const change: StatusChange = {
      ...{ path: starterPath('pair'), status: 'superseded', since: '2026-02-01T00:00:00Z' },
      superseded_by: starterPath('pair@1.1.0'),
    };
    const newer = agentFile('pair-lead', 'Better.');
    const later = teamTree({ log, teams: { ...both, 'pair@1.1.0': newer }, changes: [change] });
    const dir = temporaryFolder();
    await command(dir, 'add', 'pair', '--to', 'claude-code', '--from', dist);
    assert.doesNotMatch((await command(dir, 'status')).stdout, /New in/);
    for (let turn = 0; turn < 2; turn += 1) {
      const { stdout } = await command(dir, 'status', '--from', later.dist);
      const [, ...news] = stdout.trimEnd().split('\n');
      assert.match(news[0]!, /^New in http:\/\/catalog\.test since agent-topology\.lock\.yaml was written:$/);
      assert.equal(news[1], '  2026-02-01 pair 1.0.0 superseded by pair 1.1.0');
      assert.match(news[2]!, /^ {2}\d{4}-\d\d-\d\d pair 1\.1\.0 published$/);
    }
  });
});
