/** A topology with the fields that drawings need, from the front matter of a pattern, starter or formation. */
import { z } from 'zod';

const role = z.object({
  id: z.string(),
  count: z.object({ min: z.number(), max: z.number().optional() }).optional(),
  performed_by: z.enum(['model', 'program', 'person']).optional(),
  model_tier: z.string().optional(),
});

const edge = z.object({
  from: z.string(),
  to: z.string(),
  kind: z.string(),
  when: z.string().optional(),
  order: z.number().optional(),
  loop: z.string().optional(),
});

const topology = z.object({
  entry_role: z.string().optional(),
  roles: z.array(role).min(1),
  edges: z.array(edge),
  loops: z.array(z.object({ id: z.string(), max_rounds: z.number().optional() })).optional(),
});

export type Topology = z.infer<typeof topology>;

/** Returns the topology in the fields of a document; undefined if the document has none. */
export const topologyIn = (value: unknown): Topology | undefined =>
  // Most documents have no roles, and a schema takes long to refuse.
  typeof value === 'object' && value !== null && 'roles' in value
    ? topology.safeParse(value).data
    : undefined;

/** Returns the performer of a role: the stated one, else `program` for the model tier `none`, else `model`. */
export const performerOf = ({ performed_by, model_tier }: Topology['roles'][number]): string =>
  performed_by ?? (model_tier === 'none' ? 'program' : 'model');

/** Returns the number of agents in a role as text: `×3`, `×3..10`; empty for one. */
export function countOf({ count }: Topology['roles'][number]): string {
  if (!count || (count.min === 1 && (count.max ?? 1) === 1)) return '';
  if (count.max === undefined) return `×${count.min}+`;
  return count.min === count.max ? `×${count.min}` : `×${count.min}..${count.max}`;
}
