/** The drawing of a topology as SVG: what a role is shows in its shape, what passes along an edge in its line. */
import { type Html, html, nothing } from './html.ts';
import { type Layout, labelOf } from './layout.ts';
import { countOf, performerOf, type Topology } from './topology.ts';

const margin = 18;
/** Room for the arrow that leads to the first role. */
const entryRoom = 34;
const legendHeight = 30;

/** What each kind of edge means in the legend. */
const edgeNames: Record<string, string> = {
  delegates: 'delegates',
  hands_off: 'hands off',
  reviews: 'reviews',
  reports: 'reports',
  votes: 'votes',
  reads: 'reads',
};

const performerNames: Record<string, string> = { model: 'agent', program: 'program', person: 'person' };

/** What takes a role, in a word. */
export const performerName = (performer: string): string => performerNames[performer] ?? performer;

/** The drawing, without a style of its own: the style sheet of the page colours it by classes. */
export function drawingOf(topology: Topology, layout: Layout): Html {
  const legend = legendOf(topology);
  const width = Math.max(layout.width + entryRoom + 2 * margin, legend.width + 2 * margin);
  const height = layout.height + 2 * margin + legendHeight;
  const left = margin + entryRoom;
  return html`<svg class="drawing" xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="dt dd" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}"><title id="dt">${titleOf(topology)}</title><desc id="dd">${describe(topology)}</desc><defs>${marker('m', 'M0 0 9 4.5 0 9z')}${marker('o', 'M1 1 8 4.5 1 8', 'open')}</defs><g transform="translate(${left} ${margin})">${layout.edges.map((edge, at) => edgePart(topology.edges[at]!, edge, topology))}${entryPart(topology, layout)}${layout.nodes.map((node, at) => nodePart(topology.roles[at]!, node))}</g><g class="legend" transform="translate(${margin} ${round(height - legendHeight + 4)})">${legend.parts}</g></svg>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;

const marker = (id: string, path: string, style = 'full'): Html =>
  html`<marker id="a${id}" class="head ${style}" viewBox="0 0 9 9" refX="8" refY="4.5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path d="${path}"/></marker>`;

type Node = Layout['nodes'][number];
type Role = Topology['roles'][number];

function nodePart(role: Role, node: Node): Html {
  const performer = performerOf(role);
  const [x, y] = [round(node.x - node.width / 2), round(node.y - node.height / 2)];
  const count = countOf(role);
  const shape = (dx: number, dy: number, name = '') =>
    html`<rect class="${name || 'shape'}" x="${round(x + dx)}" y="${round(y + dy)}" width="${node.width}" height="${node.height}" rx="${performer === 'program' ? 2 : performer === 'person' ? 22 : 9}"/>`;
  const text = html`<text x="${round(node.x + 9)}" y="${round(node.y + 4.5)}" text-anchor="middle">${role.id}${count && html`<tspan class="count" dx="5">${count}</tspan>`}</text>`;
  const behind = count ? html`${shape(7, -7, 'behind')}${shape(3.5, -3.5, 'behind')}` : nothing;
  return html`<g class="node ${performer}">${behind}${shape(0, 0)}${iconOf(performer, x + 12, node.y)}${text}</g>`;
}

/** A sign before the name, so that no colour is needed to tell who takes a role. */
function iconOf(performer: string, x: number, y: number): Html {
  const at = `translate(${round(x)} ${round(y - 6)})`;
  if (performer === 'person')
    return html`<path class="icon" transform="${at}" d="M6 0a3 3 0 1 1 0 6a3 3 0 0 1 0-6M0 12.5c0-3.5 2.5-5 6-5s6 1.5 6 5z"/>`;
  if (performer === 'program')
    return html`<path class="icon line" transform="${at}" d="M4 2 0 6l4 4M8 2l4 4-4 4"/>`;
  return html`<path class="icon" transform="${at}" d="M6 0 7.6 4.4 12 6 7.6 7.6 6 12 4.4 7.6 0 6 4.4 4.4z"/>`;
}

/** The arrow that brings the task. */
function entryPart({ roles, entry_role }: Topology, { nodes }: Layout): Html {
  const at = Math.max(
    0,
    roles.findIndex(({ id }) => id === entry_role),
  );
  const node = nodes[at];
  if (!node) return nothing;
  const x = round(node.x - node.width / 2);
  return html`<g class="entry"><circle cx="${round(x - 30)}" cy="${node.y}" r="4"/><path d="M${round(x - 26)} ${node.y}H${round(x - 2)}" marker-end="url(#am)"/></g>`;
}

function edgePart(
  edge: Topology['edges'][number],
  { points, tip, label }: Layout['edges'][number],
  topology: Topology,
): Html {
  const [start, ...rest] = points;
  const path = `M${start!.join(' ')}C${rest.map(point => point.join(' ')).join(' ')}L${tip.join(' ')}`;
  const rounds = topology.loops?.find(({ id }) => id === edge.loop)?.max_rounds;
  const text = `${labelOf(edge)}${rounds === undefined ? '' : ` ≤${rounds}×`}`;
  const open = edge.kind === 'reports' || edge.kind === 'reads' || edge.kind === 'votes';
  return html`<g class="edge ${edge.kind}"><path d="${path}" marker-end="url(#a${open ? 'o' : 'm'})"/>${label && html`<text x="${label[0]}" y="${round(label[1] + 4)}" text-anchor="middle">${text}</text>`}</g>`;
}

/** One sample of each shape and line that the drawing has. */
function legendOf({ roles, edges }: Topology): { parts: Html[]; width: number } {
  const performers = [...new Set(roles.map(performerOf))];
  const kinds = [...new Set(edges.map(({ kind }) => kind))];
  let x = 0;
  const parts: Html[] = [];
  const put = (sample: Html, name: string) => {
    parts.push(html`<g transform="translate(${round(x)} 0)">${sample}<text x="32" y="12">${name}</text></g>`);
    x += 46 + name.length * 6.3;
  };
  for (const performer of performers) {
    const rx = performer === 'program' ? 1 : performer === 'person' ? 8 : 4;
    put(
      html`<g class="node ${performer}"><rect class="shape" x="1" y="0" width="24" height="16" rx="${rx}"/>${iconOf(performer, 7, 8)}</g>`,
      performerNames[performer] ?? performer,
    );
  }
  for (const kind of kinds) {
    const open = kind === 'reports' || kind === 'reads' || kind === 'votes';
    put(
      html`<g class="edge ${kind}"><path d="M0 8H25" marker-end="url(#a${open ? 'o' : 'm'})"/></g>`,
      edgeNames[kind] ?? kind,
    );
  }
  return { parts, width: x };
}

const titleOf = ({ roles }: Topology): string =>
  roles.length === 1 ? 'A topology of one role' : `A topology of ${roles.length} roles`;

/** The drawing in words. */
export function describe({ roles, edges, entry_role, loops = [] }: Topology): string {
  const names = roles.map(role => `${role.id}${countOf(role)} (${performerNames[performerOf(role)]})`);
  const ways = edges.map(edge => `${edge.from} ${labelOf(edge)} ${edge.to}`);
  const rounds = loops.flatMap(({ id, max_rounds }) =>
    max_rounds ? `${id}: at most ${max_rounds} rounds` : [],
  );
  const first = entry_role ?? roles[0]!.id;
  return [
    `Roles: ${names.join(', ')}.`,
    `Work enters at ${first}.`,
    ...[ways, rounds].filter(list => list.length > 0).map(list => `${list.join('; ')}.`),
  ].join(' ');
}
