/** An execution lock: a formation with everything that a run needs pinned exactly, so that it can be repeated. */
import { z } from 'zod';
import { digest, line, slug } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { pinnedModelId } from '../kind/model-id.ts';
import { bestOf } from './best-of.ts';

const parameterName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/);

const tool = z.strictObject({
  name: slug.meta({ description: 'The kind of tool, as the role names it.', examples: ['run-tests'] }),
  version: line(64).meta({
    description: 'The exact version of the program or service that provides the tool.',
    examples: ['9.2.1'],
  }),
});

const lockedRole = z.strictObject({
  id: slug.meta({ description: 'The name of the role in the formation.', examples: ['reviewer'] }),
  model_id: pinnedModelId.optional().meta({
    rules: `${pinnedModelId.meta()?.rules}; required, but for a role whose \`model_tier\` is \`none\``,
    description: 'The model, as an exact pin.',
    examples: ['claude-opus-4-5-20251101'],
  }),
  parameters: z
    .record(parameterName, z.union([line(128), z.int(), z.boolean()]))
    .optional()
    .meta({
      rules: 'a mapping of names to texts, whole numbers or booleans; write a fraction as a text',
      description: 'The other parameters with which the model is called.',
      examples: ['{temperature: "0.2", max_output_tokens: 4000}'],
    }),
  tools: z.array(tool).max(16).default([]).meta({
    rules: '0 to 16 items: every tool that the formation gives to the role, and no other',
    description: 'The tools of the role, each with its version.',
  }),
});

export const executionLock = defineKind({
  kind: 'execution_lock',
  form: 'registered',
  description: 'A formation with the model, parameters and tool versions of every role pinned exactly.',
  fields: {
    formation: digest.meta({
      description:
        'The formation or starter that is pinned: an active one of the catalog, or a candidate of the tenant.',
    }),
    roles: z.array(lockedRole).min(1).max(64).meta({
      rules: '1 to 64 items: every role of the formation once',
      description: 'Every role of the formation with its model, parameters and tools.',
    }),
    environment_digest: digest.optional().meta({
      description: 'The environment in which the run happens, such as a container image.',
    }),
    best_of: bestOf.optional().meta({
      rules: 'only where the formation is a single agent (`max_agents` 1)',
      description: 'The attempts of which each run chooses one. Such a control may cost as much as a team.',
    }),
  },
});

export type LockedRole = z.infer<typeof lockedRole>;
export type ExecutionLock = z.infer<typeof executionLock.fields>;
