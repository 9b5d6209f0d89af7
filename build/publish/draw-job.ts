/** The job of drawing topologies. Graphviz is loaded without blocking, so a thread does it, never the build itself. */
import { draw } from '#build/reading/rendering.ts';
import type { Topology } from '#build/reading/topology.ts';

export interface DrawJob {
  do: 'draw';
  topologies: Topology[];
}

/** The drawings, in their order. */
export async function drawTopologies({ topologies }: DrawJob): Promise<string[]> {
  const drawings: string[] = [];
  for (const topology of topologies) drawings.push(await draw(topology));
  return drawings;
}
