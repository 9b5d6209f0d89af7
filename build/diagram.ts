/** Diagrams: the roles and edges of an organisation as Mermaid (decisions, Documents 5). */
import type { Edge } from '#document/kind/topology.ts';

/** Arrows by what passes along them: work, results and verdicts look different. */
const arrows: Record<Edge['kind'], string> = {
  delegates: '-->',
  hands_off: '==>',
  reviews: '-.->',
  reports: '-->',
  votes: '-->',
  reads: '-.->',
};

/** A Mermaid flowchart without its fence. Roles are numbered, since their names may be words of Mermaid. */
export function diagram(roles: readonly { id: string }[], edges: readonly Edge[]): string {
  const names = new Map(roles.map((role, index) => [role.id, `r${index + 1}`]));
  const nodes = roles.map(role => `  ${names.get(role.id)}[${role.id}]`);
  const lines = edges.map(edge => {
    const label = edge.kind.replace('_', ' ');
    return `  ${names.get(edge.from)} ${arrows[edge.kind]}|${label}| ${names.get(edge.to)}`;
  });
  return ['flowchart LR', ...nodes, ...lines].join('\n');
}

/** The diagram as a fenced block. */
export const diagramBlock = (roles: readonly { id: string }[], edges: readonly Edge[]): string =>
  `\`\`\`mermaid\n${diagram(roles, edges)}\n\`\`\``;
