/**
 * The workflow of every newest team, run by the newest Claude Code from the registry and by the stand-in of the tests, with the same
 * script in place of a model: both must end alike, with the same agents, and each must see the same works. Each agent must be offered no tool that its
 * file does not name, and be told its file word for word. `VERSION=2.1.330` takes that version.
 */

import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { install } from '../client/client.ts';
import { runInClaudeCode } from '../runtime/workflow.ts';
import { plainTeams } from '../support/team.ts';
import { play, type Turn } from '../support/workflow-play.ts';
import type { Campaign } from './campaign.ts';

/** It stays, so that the next run downloads only what is new. */
const root = join(tmpdir(), 'agent-topology-runtimes');

/** Returns the facts that do not depend on which of several agents answers first: who acted how often, and with which works. */
const factsOf = (ended: string | undefined, turns: readonly Turn[]): unknown => [
  ended,
  turns.map(({ label, seen }) => `${label}: ${Object.keys(seen).sort().join(', ')}`).sort(),
];

export const campaign: Campaign = {
  description: 'the workflow of every team, in the real Claude Code and in the stand-in for it',
  rounds: 100,
  goals: { different: 0, strange: 0 },
  async run({ rounds, say }) {
    mkdirSync(root, { recursive: true });
    const version = process.env.VERSION ?? 'latest';
    const folder = `claude-workflow-${version}`;
    const packages = [`@anthropic-ai/claude-code@${version}`];
    await install({ name: 'Node.js', folder: 'node', packages: ['node@22'], run: async () => ({}) }, root);
    await install({ name: 'Claude Code', folder, packages, run: async () => ({}) }, root);
    const counts = { teams: 0, agents: 0, persons: 0, different: 0, strange: 0 };
    for (const team of plainTeams('newest').slice(0, rounds)) {
      const { result, turns, strange, output } = await runInClaudeCode(team, { root, folder });
      const expected = await play(team);
      counts.teams += 1;
      counts.agents += turns.length;
      counts.persons += expected.asked.length;
      counts.strange += strange.length;
      const facts = factsOf(result?.ended, turns);
      const isSame = isDeepStrictEqual(facts, factsOf(expected.result.ended, expected.turns));
      if (!isSame) counts.different += 1;
      const seen = isSame ? 'done' : `${JSON.stringify(facts)} ${output.slice(-500)}`;
      say(`${team.name}: ${isSame ? 'alike' : 'different'}, ${[...strange, seen].join('; ')}`);
    }
    return counts;
  },
};
