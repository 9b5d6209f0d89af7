/** The settings that files may make for hosts that read agents as texts with a few fields. */
import { z } from 'zod';
import { inert, prose } from './field.ts';
import type { Permitted } from './form.ts';
import { frontMatterOf } from './read.ts';

const named = ['name', 'description', 'body'] as const;

const cursor: Permitted = {
  versions: ['Cursor 2.4'],
  forms: [
    {
      path: '.cursor/agents/TEAM-ROLE.md',
      says: '`name`, `description`, `model: "inherit"`, `readonly`',
      read: frontMatterOf,
      prose: named,
      fields: (_team, name) =>
        z.strictObject({
          ...{ name: z.literal(name), description: prose, body: prose },
          ...{ model: z.literal('inherit'), readonly: z.boolean() },
        }),
    },
    {
      path: '.cursor/skills/TEAM/SKILL.md',
      says: '`name`, `description`, `disable-model-invocation: true`',
      read: frontMatterOf,
      prose: named,
      fields: team =>
        z.strictObject({
          ...{ name: z.literal(team), description: prose, body: inert('Claude Code', 'skill') },
          'disable-model-invocation': z.literal(true),
        }),
    },
  ],
};

const prompts: Permitted = {
  versions: ['Markdown'],
  forms: [
    {
      path: 'prompts/TEAM.md',
      says: '`name`',
      read: frontMatterOf,
      prose: ['description', 'body'],
      fields: team => z.strictObject({ name: z.literal(team), description: prose, body: prose }),
    },
  ],
};

/** The permitted files of hosts that read only texts, by target. */
export const textHosts = { cursor, prompts };
