/** The shape of a formation: roles, edges and budget, as starters and formations state them. */
import { z } from 'zod';
import { count, line, slug, uniqueList } from './field.ts';

/** What passes along an edge. */
export const edgeKinds = ['delegates', 'hands_off', 'reviews', 'reports', 'votes', 'reads'] as const;

export const edge = z
  .strictObject({
    from: slug.meta({ description: 'The role that acts.', examples: ['lead'] }),
    to: slug.meta({ description: 'The role that is acted on.', examples: ['worker'] }),
    kind: z.enum(edgeKinds).meta({
      description:
        'delegates: gives a task and awaits its result; hands_off: passes the work on for good; reviews: ' +
        'judges the work of; reports: returns a result to; votes: gives a vote to; reads: reads what the ' +
        'other wrote.',
      examples: ['delegates'],
    }),
  })
  .meta({ examples: ['{from: lead, to: worker, kind: delegates}'] });

/** How strong a model a role needs; `none` is a program without a model. */
const modelTiers = ['none', 'small', 'medium', 'large'] as const;

const role = z.strictObject({
  id: slug.meta({ description: 'The name of the role in edges and headings.', examples: ['reviewer'] }),
  purpose: line(240).meta({ description: 'What the role does and is answerable for.' }),
  model_tier: z.enum(modelTiers).meta({
    description: 'The least model strength that the role needs; `none` is a program without a model.',
    examples: ['medium'],
  }),
  tools: uniqueList(slug, 16).meta({
    description: 'Kinds of tool that the role may use; none: text alone.',
    examples: ['[read-files]'],
  }),
  reads: uniqueList(slug, 16).meta({
    description: 'Named works that the role may read.',
    examples: ['[patch]'],
  }),
  writes: uniqueList(slug, 16).meta({
    description: 'Named works that the role may write.',
    examples: ['[review]'],
  }),
});

const budget = z.strictObject({
  max_agents: count(1000, 'agents').meta({ description: 'Agents that may exist at once.', examples: [4] }),
  max_rounds: count(1000, 'rounds')
    .optional()
    .meta({
      description: 'Times that a cycle of edges may be walked; required when edges form a cycle.',
      examples: [3],
    }),
  input_tokens: count(1e12, 'tokens').meta({
    description: 'Input tokens of one run, all roles together.',
    examples: [400000],
  }),
  output_tokens: count(1e12, 'tokens').meta({
    description: 'Output tokens of one run, all roles together.',
    examples: [60000],
  }),
  elapsed_milliseconds: count(2678400000, 'milliseconds').meta({
    description: 'Wall-clock time of one run.',
    examples: [1800000],
  }),
});

/** The fields that starters and formations share, in their order. */
export const formationFields = {
  entry_role: slug.meta({ description: 'The role that receives the task.', examples: ['lead'] }),
  roles: z.array(role).min(1).max(64).meta({ rules: '1 to 64 items', description: 'Who takes part.' }),
  edges: z.array(edge).max(256).meta({ rules: '0 to 256 items', description: 'Who passes what to whom.' }),
  budget: budget.meta({ description: 'What one run may spend; none of its numbers is 0.' }),
  stop_conditions: uniqueList(line(300), 12).meta({
    rules: '1 to 12 items, none twice',
    description: 'When a run ends, success or not.',
  }),
  checks: uniqueList(line(300), 12, 1).meta({ description: 'What is verified before a result counts.' }),
  falsified_if: line(400).meta({
    description: 'The measurement that would show this formation is not worth its cost.',
  }),
  cautions: uniqueList(line(300), 8).meta({ description: 'What a reader must know before relying on it.' }),
  sources: uniqueList(slug, 20).meta({ description: 'Research records that it rests on.' }),
} as const;

export type Edge = z.infer<typeof edge>;
export type Role = z.infer<typeof role>;
export type Budget = z.infer<typeof budget>;
