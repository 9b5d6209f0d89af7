/** Draws the roles and edges of an organisation as a Mermaid diagram. */
import type { Edge } from '#document/kind/topology.ts';

/** The arrows by what passes along the edge, so that work, results and verdicts look different. */
const arrows: Record<Edge['kind'], string> = {
  delegates: '-->',
  hands_off: '==>',
  reviews: '-.->',
  reports: '-->',
  votes: '-->',
  reads: '-.->',
};

/** A word that Mermaid may treat as a keyword within a label without quotes. */
const reserved =
  /^(?:end|graph|flowchart|subgraph|direction|default|class|classdef|style|linkstyle|click|href|call|callback)$/;

/**
 * Returns the label of a node, safe for any text: plain words stay as they are, other texts are put in quotes, and each
 * character that could end the label or begin HTML, an entity or Markdown becomes its number (`#34;`).
 */
export function label(text: string): string {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text) && !reserved.test(text)) return text;
  const written = text.replace(/[^\p{L}\p{M}\p{N} .,()-]/gu, sign =>
    /\s/.test(sign) ? ' ' : `#${sign.codePointAt(0)};`,
  );
  return `"${written}"`;
}

/** A role as diagrams draw it. */
interface DrawnRole {
  id: string;
  count?: { min: number; max?: number | undefined } | undefined;
  performed_by?: string | undefined;
}

/** The signs before and after a label, by the performer of the role: an agent, a program, a person. */
const shapes: Record<string, readonly [string, string]> = {
  model: ['[', ']'],
  program: ['[[', ']]'],
  person: ['([', '])'],
};

/** The roles, edges and loops that a diagram shows. */
export interface Drawn {
  roles: readonly DrawnRole[];
  edges: readonly Edge[];
  /** The loops whose bound the diagram writes on their edges; none if absent. */
  loops?: readonly { id: string; max_rounds: number }[] | undefined;
}

/** Writes a Mermaid flowchart without its fence. Roles are numbered, since their names may be Mermaid keywords. */
export function diagram({ roles, edges, loops = [] }: Drawn): string {
  const names = new Map(roles.map((role, index) => [role.id, `r${index + 1}`]));
  const nodes = roles.map(role => {
    const [open, close] = shapes[role.performed_by ?? 'model']!;
    return `  ${names.get(role.id)}${open}${labelOf(role)}${close}`;
  });
  const lines = edges.map(edge => {
    const bound = loops.find(({ id }) => id === edge.loop)?.max_rounds;
    const words = `${edge.kind.replace('_', ' ')}${bound === undefined ? '' : ` ${bound}x`}`;
    return `  ${names.get(edge.from)} ${arrows[edge.kind]}|${words}| ${names.get(edge.to)}`;
  });
  return ['flowchart LR', ...nodes, ...lines].join('\n');
}

/** Returns the label of a role with the number of its agents: `worker x3-6`. */
function labelOf({ id, count }: DrawnRole): string {
  if (!count || (count.min === 1 && count.max === 1)) return label(id);
  const many = count.max === count.min ? String(count.min) : `${count.min}-${count.max ?? ''}`;
  const name = label(id);
  return name.startsWith('"') ? `${name.slice(0, -1)} x${many}"` : `${name} x${many}`;
}
