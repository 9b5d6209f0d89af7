/**
 * The places of the nodes and edges of a topology. Graphviz computes them, and the same topology always gives the same places.
 */
import type { Viz } from '@viz-js/viz';
import { numbersOf } from './step.ts';
import { countOf, type Topology } from './topology.ts';

/** The places of a drawing in points, as Graphviz computes them; `y` grows downwards. */
export interface Layout {
  width: number;
  height: number;
  /** Whether the drawing leads downwards instead of to the right. */
  isDown: boolean;
  nodes: { x: number; y: number; width: number; height: number }[];
  /** The control points of the curve from tail to head, its tip, and the centre of its label. */
  edges: { points: [number, number][]; tip: [number, number]; label?: [number, number] }[];
}

let loading: Promise<Viz> | undefined;

async function load(): Promise<Viz> {
  const { instance } = await import('@viz-js/viz');
  return instance();
}

const pointsPerInch = 72;
const characterWidth = 7.9;
const labelWidth = 6.2;
/** The height of one line of a label. */
const labelHeight = 14;

/** The greatest width, in pixels, of a drawing that leads to the right. A wider one leads downwards. */
const maxWidth = 620;

/** The input of a layout: boxes with their sizes, and edges between these boxes with their labels. */
interface Boxes {
  nodes: { width: number; height: number }[];
  edges: { tail: number; head: number; label: string }[];
}

/** Computes the layout of a topology. Graphviz is loaded once in each thread. */
export async function layoutOf(topology: Topology): Promise<Layout> {
  const boxes = boxesOf(topology);
  loading ??= load();
  const viz = await loading;
  const lay = (isDown: boolean) => readLayout(viz.renderJSON(graphOf(boxes, isDown)) as Output, isDown);
  const across = lay(false);
  if (across.width <= maxWidth) return across;
  const down = lay(true);
  return down.width < across.width ? down : across;
}

function boxesOf(topology: Topology): Boxes {
  const { roles, edges } = topology;
  const numbers = numbersOf(topology);
  return {
    nodes: roles.map(role => {
      const text = role.id.length + (countOf(role) ? countOf(role).length + 1 : 0);
      return { width: Math.max(96, text * characterWidth + 48), height: 44 };
    }),
    edges: edges.map((edge, at) => ({
      tail: roles.findIndex(({ id }) => id === edge.from),
      head: roles.findIndex(({ id }) => id === edge.to),
      // Room for the number of its step.
      label: String(numbers[at]).padStart(2),
    })),
  };
}

function graphOf({ nodes, edges }: Boxes, isDown: boolean): object {
  return {
    directed: true,
    strict: false,
    graphAttributes: { rankdir: isDown ? 'TB' : 'LR', nodesep: 0.4, ranksep: isDown ? 0.45 : 0.6, margin: 0 },
    nodeAttributes: { shape: 'box', fixedsize: true, label: '' },
    edgeAttributes: { fontname: 'Helvetica', fontsize: 11, arrowsize: 0.8 },
    nodes: nodes.map(({ width, height }, at) => {
      return { name: `n${at}`, attributes: { width: width / pointsPerInch, height: height / pointsPerInch } };
    }),
    edges: edges.map(({ tail, head, label }) => ({
      tail: `n${tail}`,
      head: `n${head}`,
      // A label of a fixed size makes room for the text that is drawn in its place.
      attributes: { label: box(label) },
    })),
  };
}

/** Returns an empty label of the size of a text, which keeps room for the text that is drawn there later. */
function box(label: string): object {
  const width = Math.ceil(label.length * labelWidth) + 10;
  const height = labelHeight + 4;
  return {
    html: `<TABLE BORDER="0" FIXEDSIZE="TRUE" WIDTH="${width}" HEIGHT="${height}"><TR><TD></TD></TR></TABLE>`,
  };
}

interface Output {
  bb: string;
  objects?: { pos: string; width: string; height: string }[];
  edges?: { pos: string; lp?: string }[];
}

function readLayout({ bb, objects = [], edges = [] }: Output, isDown: boolean): Layout {
  const [, , width = 0, height = 0] = bb.split(',').map(Number);
  const point = (text: string): [number, number] => {
    const [x = 0, y = 0] = text.split(',').map(Number);
    return [round(x), round(height - y)];
  };
  return {
    width: round(width),
    height: round(height),
    isDown,
    nodes: objects.map(({ pos, width: w, height: h }) => {
      const [x, y] = point(pos);
      return { x, y, width: round(Number(w) * pointsPerInch), height: round(Number(h) * pointsPerInch) };
    }),
    edges: edges.map(({ pos, lp }) => {
      const parts = pos.split(' ');
      const end = parts.find(part => part.startsWith('e,'));
      const points = parts.filter(part => !/^[es],/.test(part)).map(point);
      return { points, tip: end ? point(end.slice(2)) : points.at(-1)!, ...(lp && { label: point(lp) }) };
    }),
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;
