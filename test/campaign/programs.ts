/** Every newest team, as a program of both frameworks, is started by the line in its own header and runs to the end on a scripted model. */
import { rmSync } from 'node:fs';
import { langgraphJs } from '../../build/export/langgraph-js.ts';
import { openaiAgentsJs } from '../../build/export/openai-agents-js.ts';
import { startModelServer } from '../support/model-server.ts';
import { plainTeams } from '../support/team.ts';
import { programFolder } from '../support/team-program.ts';
import { startTeam } from '../support/team-start.ts';
import type { Campaign } from './campaign.ts';

export const campaign: Campaign = {
  description: 'exported programs, started by the line in their header and run to the end',
  rounds: 1,
  goals: { failed: 0 },
  async run({ say }) {
    const server = await startModelServer();
    const counts = { programs: 0, failed: 0 };
    try {
      for (const target of [openaiAgentsJs, langgraphJs])
        for (const team of plainTeams('newest')) {
          say(`${target.name}: ${team.name}`);
          const { code, stderr } = await startTeam(team, target, server);
          const isDone = code === 0 && /\{"by":"stop"/.test(stderr);
          counts.programs += 1;
          counts.failed += isDone ? 0 : 1;
          if (!isDone) process.stderr.write(`${target.name}: ${team.name} ended with ${code}: ${stderr}\n`);
        }
    } finally {
      server.close();
      rmSync(programFolder, { recursive: true, force: true });
    }
    return counts;
  },
};
