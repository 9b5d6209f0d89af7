/** Diagrams: the roles and edges of an organisation as Mermaid (docs/formations.md#6). */
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

/** Words that Mermaid may treat as keywords within a label without quotes. */
const reserved =
  /^(?:end|graph|flowchart|subgraph|direction|default|class|classdef|style|linkstyle|click|href|call|callback)$/;

/**
 * The label of a node, safe for any text: plain words are left as they are, and everything else is in quotes, where
 * a character that could end the label or begin HTML, an entity or Markdown is written as its number (`#34;`).
 */
export function label(text: string): string {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text) && !reserved.test(text)) return text;
  const written = text.replace(/[^\p{L}\p{M}\p{N} .,()-]/gu, sign =>
    /\s/.test(sign) ? ' ' : `#${sign.codePointAt(0)};`,
  );
  return `"${written}"`;
}

/** A Mermaid flowchart without its fence. Roles are numbered, since their names may be Mermaid keywords. */
export function diagram(roles: readonly { id: string }[], edges: readonly Edge[]): string {
  const names = new Map(roles.map((role, index) => [role.id, `r${index + 1}`]));
  const nodes = roles.map(role => `  ${names.get(role.id)}[${label(role.id)}]`);
  const lines = edges.map(edge => {
    const label = edge.kind.replace('_', ' ');
    return `  ${names.get(edge.from)} ${arrows[edge.kind]}|${label}| ${names.get(edge.to)}`;
  });
  return ['flowchart LR', ...nodes, ...lines].join('\n');
}
