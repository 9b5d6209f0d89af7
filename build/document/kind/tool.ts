/** The tool vocabulary: one document with every tool that roles in the catalog may name. */
import { z } from 'zod';
import { exportTargets } from './export.ts';
import { line, list, slug, uniqueList } from './field.ts';
import { defineKind } from './kind.ts';
import { pagePhrases, situationOf } from './situation.ts';

/** The sorts of access that a tool may have, ordered by how much a mistake can cost, the least first. */
const accesses = ['read', 'write', 'execute', 'network', 'person'] as const;

const calls = uniqueList(
  z
    .string()
    .max(64)
    .regex(/^[A-Za-z][A-Za-z0-9_./-]*$/, 'expected the name that the runtime gives to the tool')
    .meta({ rules: 'letters, digits and `_ . / -`, at most 64 characters' }),
  8,
  1,
).optional();

const names = Object.fromEntries(exportTargets.map(target => [target, calls])) as Record<
  (typeof exportTargets)[number],
  typeof calls
>;

export const tool = defineKind({
  kind: 'tool',
  form: 'page',
  description: 'The tool vocabulary: each tool that roles name, what it reaches, and what runtimes call it.',
  fields: {
    tools: list(
      z.strictObject({
        id: slug.meta({ description: 'The name of the tool in roles.', examples: ['read-files'] }),
        meaning: line(160).meta({ description: 'What a role can do with it.' }),
        access: z.enum(accesses).meta({
          description:
            'read: data it was given access to; write: changes data; execute: runs code; network: reads the open network; person: reaches a person.',
          examples: ['read'],
        }),
        names: z.strictObject(names).meta({
          description:
            'What it is called in each export target (`toolset/tool` in docker-agent); a target without such a tool is left out.',
        }),
      }),
      200,
      1,
    ).meta({ description: 'The tools.' }),
  },
  searchFields: { asked_as: pagePhrases },
  source: {
    layout: 'tools.md',
    facts: ['tools'],
    declares: {
      as: 'tool',
      names: ({ tools }) => tools.map(({ id }) => id),
      file: () => 'tools.md',
      mayBeAbsent: true,
    },
    search: ({ asked_as }) => ({ situations: situationOf(asked_as) }),
  },
});
