/**
 * The places of the nodes and edges of a topology in one column, for narrow screens: roles below each other in the order of work,
 * with edges that lead down on their right and edges that lead up on their left. The number of each edge is at its head.
 */
import { rolesInOrder } from './step.ts';
import { countOf, type Topology } from './topology.ts';

interface Node {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** An edge as a line with corners, and the centre of its number. */
interface Line {
  points: [number, number][];
  number: [number, number];
}

export interface Column {
  width: number;
  height: number;
  nodes: Node[];
  edges: Line[];
}

const characterWidth = 8.2;
const [minHeight, gap] = [40, 20];
/** The distances between two ends of edges on a side, between two lanes, and from a node to the nearest lane. */
const [portGap, laneGap, stub] = [20, 8, 34];
/** The distance from a node to the centre of a number. */
const numberGap = 20;

/** Computes the places of a drawing in one column. The same topology always gives the same column. */
export function columnOf(topology: Topology): Column {
  const order = rolesInOrder(topology);
  const place = (id: string) => order.indexOf(id);
  const edges = topology.edges.map(({ from, to }, at) => {
    const [tail, head] = [place(from), place(to)];
    return { at, tail, head, isDown: head >= tail, low: Math.min(tail, head), high: Math.max(tail, head) };
  });
  const laneOf = new Map(
    [true, false].flatMap(isDown => lanes(edges.filter(edge => edge.isDown === isDown))),
  );
  const lanesOn = (isDown: boolean) =>
    Math.max(-1, ...edges.filter(edge => edge.isDown === isDown).map(({ at }) => laneOf.get(at)!)) + 1;
  const sideWidth = (isDown: boolean) => (lanesOn(isDown) > 0 ? stub + lanesOn(isDown) * laneGap : 4);
  const ports = order.map((_, role) => portsOf(edges, role));
  const heights = ports.map(own =>
    Math.max(minHeight, Math.max(own.left.length, own.right.length) * portGap + 8),
  );
  const tops = heights.map((_, at) => heights.slice(0, at).reduce((sum, height) => sum + height + gap, 0));
  const widest = Math.max(...topology.roles.map(role => textLength(role) * characterWidth + 44), 96);
  const left = sideWidth(false);
  const x = left + widest / 2;
  const boxes = heights.map((height, at) => ({ x, y: tops[at]! + height / 2, width: widest, height }));
  const portAt = (role: number, key: string, isDown: boolean): number => {
    const own = isDown ? ports[role]!.right : ports[role]!.left;
    return tops[role]! + heights[role]! / 2 + (own.indexOf(key) - (own.length - 1) / 2) * portGap;
  };
  return {
    width: left + widest + sideWidth(true),
    height: tops.at(-1)! + heights.at(-1)!,
    nodes: topology.roles.map(({ id }) => boxes[place(id)]!),
    edges: edges.map(({ at, tail, head, isDown }) => {
      const sign = isDown ? 1 : -1;
      const side = x + (sign * widest) / 2;
      const lane = side + sign * (stub + laneOf.get(at)! * laneGap);
      const [from, to] = [portAt(tail, `out ${at}`, isDown), portAt(head, `in ${at}`, isDown)];
      return {
        points: [
          [side, from],
          [lane, from],
          [lane, to],
          [side + sign * 2, to],
        ],
        number: [side + sign * numberGap, to],
      };
    }),
  };
}

const textLength = (role: Topology['roles'][number]): number =>
  role.id.length + (countOf(role) ? countOf(role).length + 1 : 0);

interface Span {
  at: number;
  tail: number;
  head: number;
  isDown: boolean;
  low: number;
  high: number;
}

/**
 * Assigns a lane to each edge on one side. Short edges get the lanes nearest to the roles, and edges
 * that overlap get different lanes.
 */
function lanes(edges: readonly Span[]): [number, number][] {
  const taken: Span[][] = [];
  return [...edges]
    .sort((a, b) => a.high - a.low - (b.high - b.low) || a.at - b.at)
    .map((edge): [number, number] => {
      const isFree = (lane: readonly Span[]) =>
        lane.every(({ low, high }) => high < edge.low || low > edge.high);
      const free = taken.findIndex(isFree);
      const lane = free < 0 ? taken.push([]) - 1 : free;
      taken[lane]!.push(edge);
      return [edge.at, lane];
    });
}

/**
 * Lists the ends of edges on each side of a role from top to bottom: first those of edges that come
 * from or lead to roles above it.
 */
function portsOf(edges: readonly Span[], role: number): { left: string[]; right: string[] } {
  const on = (isDown: boolean) => {
    const own = edges.filter(edge => edge.isDown === isDown);
    const into = own
      .filter(({ head }) => head === role)
      .map(edge => ({ key: `in ${edge.at}`, far: edge.tail }));
    const out = own
      .filter(({ tail }) => tail === role)
      .map(edge => ({ key: `out ${edge.at}`, far: edge.head }));
    const above = isDown ? into : out;
    const below = isDown ? out : into;
    const byFar = (ends: typeof into) => ends.sort((a, b) => b.far - a.far).map(({ key }) => key);
    return [...byFar(above), ...byFar(below)];
  };
  return { left: on(false), right: on(true) };
}
