/** Topology, as the document language checks it, for starters, formations and patterns. */

import { checkFlow, checkGraph, checkTopology, type Topology } from '#document/team/shape.ts';
import type { Fault } from '#document/text/fault.ts';
import { placeAll } from '#document/text/validate.ts';
import type { ParsedSource } from '../source/source.ts';

export function checkShape({ kind, value, place }: ParsedSource): Fault[] {
  const topology = value as unknown as Topology;
  if (kind.kind === 'pattern') {
    const { roles, edges } = topology;
    return placeAll([...checkGraph(roles, edges), ...checkFlow(topology)], place);
  }
  return kind.form === 'artifact' ? placeAll(checkTopology(topology), place) : [];
}
