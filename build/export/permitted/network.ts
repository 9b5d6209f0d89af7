/** What the files of runtimes that take a team as a network may set: which model and tools an agent has, and which others it reaches. */
import { z } from 'zod';
import { inert, prose } from './field.ts';
import type { Permitted } from './form.ts';
import { jsonOf, yamlOf } from './read.ts';

const id = z
  .string()
  .max(200)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'expected lowercase words joined by hyphens');
const tier = z.enum(['small', 'medium', 'large']);
/** A person puts the name of a model in its place. */
const noModel = z
  .string()
  .regex(/^YOUR-(?:SMALL|MEDIUM|LARGE)-MODEL$/, 'expected a place for the name of a model');

/** Each toolset has a fixed meaning. Toolsets that start programs or reach other servers are not allowed. */
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

const reference = z.strictObject({
  $component_ref: z.string().regex(/^(?:role|model|tool):[a-z0-9-]{1,200}$/),
});
const named = { id: z.string().regex(/^(?:role|model|tool|team):[a-z0-9-]{1,200}$/), name: id };
const field = z.strictObject({ title: id, description: prose, type: z.literal('string') });

const agent = {
  ...named,
  component_type: z.literal('Agent'),
  description: prose,
  llm_config: reference,
  system_prompt: prose.refine(text => !text.includes('{{'), 'expected no input'),
  tools: z.array(reference),
  human_in_the_loop: z.boolean(),
};

const components = z.record(
  named.id,
  z.discriminatedUnion('component_type', [
    z.strictObject(agent),
    z.strictObject({ ...named, component_type: z.literal('OpenAiConfig'), model_id: noModel }),
    // A tool that the runtime supplies: other sorts of tools reach servers that the file would name.
    z.strictObject({
      ...named,
      component_type: z.literal('ServerTool'),
      description: prose,
      inputs: z.array(field),
      outputs: z.array(field),
    }),
  ]),
);
const common = { $referenced_components: components, agentspec_version: z.literal('26.2.0') };

const agentSpec: Permitted = {
  versions: ['Open Agent Spec 26.2.0'],
  forms: [
    {
      path: 'agent-spec/TEAM.json',
      says: 'agents, a swarm of them, places for models, and tools that the runtime supplies',
      read: jsonOf,
      prose: [
        ...['id', 'name', 'title', 'description', 'metadata', 'system_prompt', 'component_type'],
        ...['inputs', 'outputs', 'agentspec_version'],
      ],
      fields: () =>
        z.discriminatedUnion('component_type', [
          z.strictObject({ ...agent, ...common }),
          z.strictObject({
            ...named,
            ...common,
            component_type: z.literal('Swarm'),
            description: prose,
            metadata: z.strictObject({ source: prose, version: prose }),
            first_agent: reference,
            relationships: z.array(z.tuple([reference, reference])),
            handoff: z.literal('optional'),
          }),
        ]),
    },
  ],
};

/** By target. */
export const networks = { 'docker-agent': dockerAgent, 'agent-spec': agentSpec };
