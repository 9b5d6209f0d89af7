/**
 * The permitted workflow of Claude Code: an agent for each role, and a script that a session runs. No catalog may choose what it runs, so
 * the script has to be the one that this version of the command writes for the signed document of the team.
 */
import { z } from 'zod';
import { prose, someOf } from './field.ts';
import type { Permitted } from './form.ts';
import { frontMatterOf } from './read.ts';

const claudeWorkflow: Permitted = {
  versions: ['Claude Code 2.1 workflows'],
  forms: [
    {
      path: '.claude/agents/TEAM-ROLE.md',
      says: '`name`, `description`, `tools` (must be there: those of `claude-code`), `model`, `maxTurns`',
      read: frontMatterOf,
      prose: ['name', 'description', 'body'],
      fields: (_team, name) =>
        z.strictObject({
          name: z.literal(name),
          description: prose,
          tools: someOf(['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'WebFetch', 'WebSearch', 'Write']),
          model: z.enum(['haiku', 'sonnet', 'opus']),
          maxTurns: z.int().min(1).max(1_000_000).optional(),
          body: prose,
        }),
    },
    {
      path: '.claude/workflows/TEAM.js',
      says: 'the program that the command itself writes for the team, byte for byte',
      isProgram: true,
      read: () => ({}),
      prose: [],
      fields: () => z.strictObject({}),
    },
  ],
};

/** By target. */
export const workflows = { 'claude-workflow': claudeWorkflow };
