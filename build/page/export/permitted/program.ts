/**
 * The permitted programs: scripts of Claude Code with an agent for each role, and programs of frameworks. No catalog may choose what they
 * do, so each has to be the one that this version of the command writes for the signed document of the team.
 */
import { z } from 'zod';
import { claudeAgent } from './coding-host.ts';
import type { Permitted } from './form.ts';

/** A program of a team: it sets nothing, and has no text of the catalog but what this version writes. */
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

/** Returns what is permitted for a target whose only file is a program. */
const programIn = (folder: string, version: string): Permitted => ({
  versions: [version],
  forms: [{ ...ownProgram, path: `${folder}/TEAM.ts` }],
});

/** The permitted files of targets that are programs, by target. */
export const programs = {
  'claude-workflow': claudeWorkflow,
  'openai-agents-js': programIn('openai-agents', '@openai/agents 0.20'),
  'langgraph-js': programIn('langgraph', '@langchain/langgraph 1.7'),
};
