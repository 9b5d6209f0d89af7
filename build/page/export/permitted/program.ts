/**
 * The permitted programs: scripts of Claude Code with an agent for each role, and programs of frameworks. No catalog may choose
 * what a program does, so each must be the one that this version of the command writes for the signed document of the team.
 */
import { z } from 'zod';
import { claudeAgent } from './coding-host.ts';
import type { Permitted } from './form.ts';

/**
 * The form of a program of a team. A program makes no setting, and has only such text of the catalog
 * as this version writes into it.
 */
const ownProgram: Omit<Permitted['forms'][number], 'path'> = {
  says: 'what the command itself would write, byte for byte',
  isProgram: true,
  read: () => ({}),
  prose: [],
  fields: () => z.strictObject({}),
};

const claudeWorkflow: Permitted = {
  versions: ['Claude Code 2.1 workflows'],
  forms: [claudeAgent, { ...ownProgram, path: '.claude/workflows/TEAM.js' }],
};

/** Returns the permitted files of a target whose only file is a program. */
const programIn = (folder: string, version: string): Permitted => ({
  versions: [version],
  forms: [{ ...ownProgram, path: `${folder}/TEAM.ts` }],
});

/** The permitted files of targets whose files include a program, by target. */
export const programs = {
  'claude-workflow': claudeWorkflow,
  'openai-agents-js': programIn('openai-agents', '@openai/agents 0.20'),
  'langgraph-js': programIn('langgraph', '@langchain/langgraph 1.7'),
};
