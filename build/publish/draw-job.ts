/** The job of drawing. Graphviz is loaded without blocking, so a thread does it, never the build itself. */
import type { Topology } from '#edition/drawing/topology.ts';
import { draw } from '#edition/rendering.ts';

export interface DrawJob {
  do: 'draw';
  topologies: Topology[];
}

/** The drawings, in their order. */
export async function drawEach({ topologies }: DrawJob): Promise<string[]> {
  const drawings: string[] = [];
  for (const topology of topologies) drawings.push(await draw(topology));
  return drawings;
}
