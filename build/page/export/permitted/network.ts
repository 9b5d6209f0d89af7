/** The settings that files for networks of agents may make: the model and tools of an agent, and which agents it reaches. */
import { z } from 'zod';
import { inert, prose } from './field.ts';
import type { Permitted } from './form.ts';
import { yamlOf } from './read.ts';

const id = z
  .string()
  .max(200)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'expected lowercase words joined by hyphens');
const tier = z.enum(['small', 'medium', 'large']);
/** A placeholder for the name of a model, which a person fills in. */
const noModel = z
  .string()
  .regex(/^YOUR-(?:SMALL|MEDIUM|LARGE)-MODEL$/, 'expected a place for the name of a model');

/** The schema of a toolset. The list is fixed, and no toolset on it starts programs or reaches other servers. */
const toolset = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('filesystem'),
    tools: z
      .array(
        z.enum([
          ...(['directory_tree', 'edit_file', 'list_directory', 'read_file'] as const),
          ...(['read_multiple_files', 'search_files_content', 'write_file'] as const),
        ]),
      )
      .min(1),
  }),
  z.strictObject({ type: z.literal('shell'), tools: z.tuple([z.literal('shell')]) }),
  z.strictObject({ type: z.literal('fetch'), tools: z.tuple([z.literal('fetch')]) }),
]);

const dockerAgent: Permitted = {
  versions: ['Docker Agent configuration 7'],
  forms: [
    {
      path: 'docker-agent/TEAM.yaml',
      says:
        'descriptions, places for models, and of each agent `model`, `instruction`, the toolsets ' +
        '`filesystem`, `shell` and `fetch`, `sub_agents`, `handoffs`',
      read: yamlOf,
      prose: ['version', 'metadata', 'description', 'instruction'],
      fields: () =>
        z.strictObject({
          version: z.literal('7'),
          metadata: z.strictObject({ description: prose, version: prose }),
          models: z.partialRecord(tier, z.strictObject({ provider: z.literal('openai'), model: noModel })),
          agents: z.record(
            id,
            z.strictObject({
              model: tier,
              description: inert('Docker Agent', 'description'),
              instruction: prose,
              toolsets: z.array(toolset).optional(),
              sub_agents: z.array(id).optional(),
              handoffs: z.array(id).optional(),
            }),
          ),
        }),
    },
  ],
};

/** The permitted files of networks of agents, by target. */
export const networks = { 'docker-agent': dockerAgent };
