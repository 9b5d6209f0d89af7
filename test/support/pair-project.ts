/** A project with a team of two roles, and the catalog that it came from, as it was and later. */
import assert from 'node:assert/strict';
import type { StatusChange } from '#document/kind/statuses.ts';
import { temporaryFolder } from './folder.ts';
import { starterPath } from './signed-tree.ts';
import { agentFile, command, filesOf, teamTree } from './team-tree.ts';

export const lock = 'agent-topology.lock.yaml';
export const lead = '.claude/agents/pair-lead.md';
export const start = '.claude/commands/pair.md';
export const superseded: StatusChange = {
  path: starterPath('pair'),
  status: 'superseded',
  since: '2026-02-01T00:00:00Z',
  superseded_by: starterPath('pair@1.1.0'),
};
export const revoked: StatusChange = {
  path: starterPath('pair'),
  status: 'revoked',
  reason_code: 'unsafe',
  since: '2026-02-02T00:00:00Z',
};
export const newer = { ...agentFile('pair-lead', 'Better.'), ...agentFile('pair-judge', 'Judge.') };

export const { dist, log } = teamTree();
export const both = { pair: filesOf('pair'), 'pair-solo': filesOf('pair-solo') };
/** The same catalog later: the team has a newer version. */
export const later = teamTree({ log, teams: { ...both, 'pair@1.1.0': newer }, changes: [superseded] });

/** A project with the team, from the catalog as it first was. */
export async function projectWithTeam(): Promise<string> {
  const dir = temporaryFolder();
  const { code, stderr } = await command(dir, 'add', 'pair', '--to', 'claude-code', '--from', dist);
  assert.equal(code, 0, stderr);
  return dir;
}
