/**
 * The workflow of every newest team, run by the newest Claude Code from the registry and by the stand-in of the tests, with the same
 * script in place of a model: both must come to their end, with the same works and edges. Each agent must be offered no tool that its
 * file does not name, and be told its file word for word. `VERSION=2.1.330` takes that version.
 */

import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Result } from '../../build/page/export/workflow/data.ts';
import { install } from '../client/client.ts';
import { runInClaudeCode } from '../runtime/workflow.ts';
import { plainTeams } from '../support/team.ts';
import { Script } from '../support/team-script.ts';
import { play } from '../support/workflow-play.ts';
import type { Campaign } from './campaign.ts';

/** It stays, so that the next run downloads only what is new. */
const root = join(tmpdir(), 'agent-topology-runtimes');

/** Returns the facts that do not depend on which of several agents answers first: edges, works, and whether it ended. */
const factsOf = ({ ending, works, passed }: Result): unknown => [
  ['stop', 'silence'].includes(ending.by),
  new Set(Object.keys(works)),
  new Set(passed.map(({ from, to, kind }) => `${from} ${kind} ${to}`)),
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
      const { result, strange, output } = await runInClaudeCode(team, new Script(team, 'tour'), {
        root,
        folder,
      });
      const expected = await play(team, new Script(team, 'tour'));
      counts.teams += 1;
      counts.agents += result?.spent.agents ?? 0;
      counts.persons += expected.asked;
      counts.strange += strange.length;
      const isSame = result !== undefined && isDeepStrictEqual(factsOf(result), factsOf(expected.result));
      if (!isSame) counts.different += 1;
      const seen = isSame ? JSON.stringify(result.ending) : `${JSON.stringify(result)} ${output.slice(-500)}`;
      say(`${team.name}: ${isSame ? 'alike' : 'different'}, ${[...strange, seen].join('; ')}`);
    }
    return counts;
  },
};
