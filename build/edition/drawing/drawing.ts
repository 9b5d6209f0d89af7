/**
 * The drawing of a topology as SVG. The shape of a role shows who performs it, and the line of an
 * edge shows what passes along it.
 */
import { capitalized, plural } from '#document/text/plain-text.ts';
import { type Html, html, nothing } from '../html/html.ts';
import type { Column } from './column.ts';
import type { Layout } from './layout.ts';
import { clauseOf, numbersOf, type Step } from './step.ts';
import { countOf, performerOf, type Topology } from './topology.ts';

type Node = Layout['nodes'][number];
type Role = Topology['roles'][number];
type Edge = Topology['edges'][number];

const margin = 16;
/** The room, in pixels, for the arrow that leads to the first role. */
const entryRoom = 34;
const legendRow = 26;
/** The width, in pixels, from which the legend continues in another row, unless the drawing is wider. */
const legendWidth = 420;

/** The greatest width, in pixels, at which a drawing stays readable on the screen of a phone. A wider drawing scrolls. */
const maxShrunk = 520;

const performerNames: Record<string, string> = { model: 'agent', program: 'program', person: 'person' };

/** Returns the word for what performs a role: `agent`, `program` or `person`. */
export const performerName = (performer: string): string => performerNames[performer] ?? performer;

/**
 * Draws a topology without a style: the style sheet of the page colours it by classes. Each edge has the number of its step.
 * @param steps the steps whose texts a drawing in a file of its own lists
 */
export function drawingOf(topology: Topology, layout: Layout, steps: readonly Step[] = []): Html {
  const { isDown } = layout;
  const numbers = numbersOf(topology);
  const legend = legendOf(topology, Math.max(legendWidth, layout.width));
  const width = round(Math.max(layout.width + (isDown ? 0 : entryRoom), legend.width) + 2 * margin);
  const bodyHeight = layout.height + (isDown ? entryRoom : 0);
  const lines = linesOfSteps(steps, width);
  const stepsHeight = lines.length > 0 ? lines.length * stepHeight + margin : 0;
  const height = round(bodyHeight + 3 * margin + legend.height + stepsHeight);
  const left = isDown ? (width - layout.width) / 2 : margin + entryRoom;
  const top = margin + (isDown ? entryRoom : 0);
  return html`
    <svg class="drawing${width > maxShrunk ? ' wide' : ''}" xmlns="http://www.w3.org/2000/svg" role="img"
      aria-labelledby="Drawing-title Drawing-words"${sizes(width, height)}>
      <title id="Drawing-title">${titleOf(topology)}</title>
      <desc id="Drawing-words">${describe(topology)}</desc>
      <defs>${marker('m', 'M0 0 9 4.5 0 9z')}${marker('o', 'M1 1 8 4.5 1 8', 'open')}</defs>
      <g transform="translate(${round(left)} ${round(top)})">
        ${layout.edges.map((edge, at) => edgePart(topology.edges[at]!, edge, numbers[at]!))}
        ${entryPart(topology, layout)}
        ${layout.nodes.map((node, at) => nodePart(topology.roles[at]!, node))}
      </g>
      <g class="legend" transform="translate(${margin} ${round(bodyHeight + 2 * margin)})">${legend.parts}</g>
      ${lines.length > 0 && stepsPart(lines, round(bodyHeight + 3 * margin + legend.height))}
    </svg>`;
}

const stepHeight = 18;
const stepCharacter = 6.8;

/** Draws the lines that explain the numbers of edges, from the height `y` down. */
const stepsPart = (lines: readonly string[], y: number): Html => html`
  <g class="legend" transform="translate(${margin} ${y})">
    ${lines.map((line, at) => html`<text y="${(at + 1) * stepHeight - 6}">${line}</text>`)}
  </g>`;

/** Breaks steps into lines that fit the width of a drawing. All lines of a step but the first are indented. */
function linesOfSteps(steps: readonly Step[], width: number): string[] {
  const most = Math.max(40, Math.floor((width - 2 * margin) / stepCharacter));
  return steps.flatMap(({ number, text }) => {
    const lines = [`${number}.`];
    for (const word of text.split(' ')) {
      if (lines.at(-1)!.length + word.length >= most) lines.push(`\u2003${word}`);
      else lines[lines.length - 1] += ` ${word}`;
    }
    return lines;
  });
}

/** Draws a topology in one column, for narrow screens. Its ids differ from those of the wide drawing on the same page. */
export function columnDrawing(topology: Topology, column: Column): Html {
  const numbers = numbersOf(topology);
  const legend = legendOf(topology, Math.max(columnWidth, column.width), 'c');
  const width = round(Math.max(column.width, legend.width) + 4);
  const height = round(column.height + legend.height + entryRoom + 2 * margin);
  const entry = column.nodes[entryAt(topology)]!;
  const arrow = { ...column, isDown: true, edges: [] };
  return html`
    <svg class="drawing tall" xmlns="http://www.w3.org/2000/svg" role="img"
      aria-labelledby="Column-title Column-words"${sizes(width, height)}>
      <title id="Column-title">${titleOf(topology)}</title>
      <desc id="Column-words">${describe(topology)}</desc>
      <defs>${marker('cm', 'M0 0 9 4.5 0 9z')}${marker('co', 'M1 1 8 4.5 1 8', 'open')}</defs>
      <g transform="translate(${round((width - column.width) / 2)} ${entryRoom})">
        ${column.edges.map(({ points, number }, at) => {
          const { kind } = topology.edges[at]!;
          const path = points.map(point => point.map(round).join(' ')).join('L');
          return html`
            <g class="edge ${kind}" data-step="${numbers[at]}">
              <path d="M${path}" marker-end="${headOf(kind, 'c')}"/>${badge(numbers[at]!, number)}
            </g>`;
        })}
        ${entry && entryPart(topology, arrow, 'cm')}
        ${column.nodes.map((node, at) => nodePart(topology.roles[at]!, node))}
      </g>
      <g class="legend" transform="translate(2 ${round(column.height + entryRoom + margin)})">${legend.parts}</g>
    </svg>`;
}

/** The width, in pixels, that a column may have on the narrowest screen. */
const columnWidth = 290;

/** Draws the number of a step in a circle at a point. */
const badge = (number: number, [x, y]: readonly [number, number]): Html =>
  html`<circle cx="${round(x)}" cy="${round(y)}" r="10"/><text x="${round(x)}" y="${round(y + 4.3)}" text-anchor="middle">${number}</text>`;

/** Returns the attributes of an SVG element that state its size. */
export const sizes = (width: number, height: number): Html =>
  html` viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;

const round = (value: number): number => Math.round(value * 10) / 10;

const marker = (id: string, path: string, style = 'full'): Html =>
  html`
    <marker id="Head-${id}" class="head ${style}" viewBox="0 0 9 9" refX="8" refY="4.5" markerWidth="9"
      markerHeight="9" markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path d="${path}"/></marker>`;

const radii: Record<string, number> = { model: 9, program: 2, person: 22 };

function nodePart(role: Role, node: Node): Html {
  const performer = performerOf(role);
  const [x, y] = [round(node.x - node.width / 2), round(node.y - node.height / 2)];
  const count = countOf(role);
  const size = html`width="${node.width}" height="${node.height}" rx="${radii[performer]}"`;
  const shape = (shift: number, name: string) =>
    html`<rect class="${name}" x="${round(x + shift)}" y="${round(y - shift)}" ${size}/>`;
  return html`
    <g class="node ${performer}">
      ${count && [shape(7, 'behind'), shape(3.5, 'behind')]}
      ${shape(0, 'shape')}
      ${iconOf(performer, x + 12, node.y)}
      <text x="${round(node.x + 9)}" y="${round(node.y + 4.5)}" text-anchor="middle">${role.id}${
        count && html`<tspan class="count" dx="5">${count}</tspan>`
      }</text>
    </g>`;
}

/** Draws the icon before the name of a role, which shows its performer without colour. */
function iconOf(performer: string, x: number, y: number): Html {
  const at = `translate(${round(x)} ${round(y - 6)})`;
  const path = icons[performer] ?? icons.model!;
  return html`<path class="icon" transform="${at}" d="${path}"/>`;
}

const icons: Record<string, string> = {
  model: 'M6 0 7.6 4.4 12 6 7.6 7.6 6 12 4.4 7.6 0 6 4.4 4.4z',
  program: 'M4 2 0 6l4 4M8 2l4 4-4 4',
  person: 'M6 0a3 3 0 1 1 0 6a3 3 0 0 1 0-6M0 12.5c0-3.5 2.5-5 6-5s6 1.5 6 5z',
};

/** Returns the index of the role that gets the task; 0 if none is named. */
const entryAt = ({ roles, entry_role }: Topology): number =>
  Math.max(
    0,
    roles.findIndex(({ id }) => id === entry_role),
  );

/** Draws the arrow by which the task reaches its first role. */
function entryPart(
  topology: Topology,
  { nodes, isDown }: Pick<Layout, 'nodes' | 'isDown'>,
  head = 'm',
): Html {
  const node = nodes[entryAt(topology)];
  if (!node) return nothing;
  const [dx, dy] = isDown ? [0, 1] : [1, 0];
  const [x, y] = [node.x - (dx * node.width) / 2, node.y - (dy * node.height) / 2];
  const point = (far: number) => `${round(x - dx * far)} ${round(y - dy * far)}`;
  const [cx, cy] = point(30).split(' ');
  return html`
    <g class="entry">
      <circle cx="${cx}" cy="${cy}" r="4"/>
      <path d="M${point(26)}L${point(2)}" marker-end="url(#Head-${head})"/>
    </g>`;
}

/** The kinds of edges that return or review work. They have an open head. */
const openKinds = ['reports', 'reads', 'votes'];
const headOf = (kind: string, prefix = ''): string =>
  `url(#Head-${prefix}${openKinds.includes(kind) ? 'o' : 'm'})`;

const edgePart = ({ kind }: Edge, laid: Layout['edges'][number], number: number): Html => html`
  <g class="edge ${kind}" data-step="${number}">
    <path d="${curveOf(laid)}" marker-end="${headOf(kind)}"/>${laid.label && badge(number, laid.label)}
  </g>`;

/** Returns the SVG path of an edge: a curve, and a straight line to its tip. */
function curveOf({ points, tip }: Layout['edges'][number]): string {
  const [start, ...rest] = points;
  return `M${start!.join(' ')}C${rest.map(point => point.join(' ')).join(' ')}L${tip.join(' ')}`;
}

/** Draws a legend: one sample of each shape and each line in the drawing, with its meaning. */
function legendOf(
  { roles, edges }: Topology,
  limit: number,
  prefix = '',
): { parts: Html[]; width: number; height: number } {
  const performers = [...new Set(roles.map(performerOf))].map(performer => {
    const rx = Math.min(8, radii[performer] ?? 4);
    const shape = html`<rect class="shape" x="1" y="0" width="24" height="16" rx="${rx}"/>`;
    return {
      name: performerName(performer),
      sample: html`<g class="node ${performer}">${shape}${iconOf(performer, 7, 8)}</g>`,
    };
  });
  const kinds = [...new Set(edges.map(({ kind }) => kind))].map(kind => {
    const line = html`<path d="M0 8H25" marker-end="${headOf(kind, prefix)}"/>`;
    return { name: kind.replace('_', ' '), sample: html`<g class="edge ${kind}">${line}</g>` };
  });
  let [x, y, width] = [0, 0, 0];
  const parts = [...performers, ...kinds].map(({ name, sample }) => {
    const own = 46 + name.length * 6.9;
    if (x > 0 && x + own > limit) [x, y] = [0, y + legendRow];
    const part = html`<g transform="translate(${round(x)} ${y})">${sample}<text x="32" y="12">${name}</text></g>`;
    x += own;
    width = Math.max(width, x);
    return part;
  });
  return { parts, width, height: y + 16 };
}

const titleOf = ({ roles }: Topology): string =>
  roles.length === 1 ? 'A topology of one role' : `A topology of ${roles.length} roles`;

/** Describes the drawing in words, for people who do not see it. */
function describe({ roles, edges, entry_role, loops = [] }: Topology): string {
  const names = roles.map(
    role => `${[role.id, countOf(role)].filter(Boolean).join(' ')} (${performerName(performerOf(role))})`,
  );
  const ways = edges.map(edge => {
    const { when } = edge;
    return `${clauseOf(edge)}${when === undefined ? '' : ` if ${when.replaceAll('`', '')}`}`;
  });
  const rounds = loops.flatMap(({ id, max_rounds }) =>
    max_rounds ? `the loop ${id} has at most ${plural(max_rounds, 'round')}` : [],
  );
  const lists = [ways, rounds]
    .filter(list => list.length > 0)
    .map(list => `${capitalized(list.join('; '))}.`);
  return [`Roles: ${names.join(', ')}.`, `Work enters at ${entry_role ?? roles[0]!.id}.`, ...lists].join(' ');
}
