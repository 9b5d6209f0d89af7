/** Findings as they are weighed: which side of "more than one agent" each is on, with its numbers. */
import type { Finding } from '../kind/research-record.ts';
import { type Point, pointOf, type Side, sideOf, turnedRound } from './point.ts';

/** What is read of a finding. */
export type Weighable = Pick<Finding, 'direction' | 'team' | 'effects'>;

/** A finding on a side, with its points as that side sees them. */
export interface Weighed {
  side: Side;
  /** Above 0 is for a team. */
  points: Point[];
}

const sides: Record<Finding['direction'], Side> = { supports: 'for', mixed: 'neither', against: 'against' };

/** The points of a finding, above 0 for its patterns. */
export const pointsOf = ({ effects = [] }: Pick<Finding, 'effects'>): Point[] => effects.map(pointOf);

/**
 * The side of a finding on whether to take more than one agent. What it measured decides. A finding without a number of results is on the
 * side that its record says.
 */
export function weigh(finding: Weighable): Weighed {
  const { direction, team = sides[direction] } = finding;
  // What it is for is one agent where it supports its patterns and speaks against a team.
  const isOfOne = direction === 'supports' && team === 'against';
  const points = isOfOne ? pointsOf(finding).map(turnedRound) : pointsOf(finding);
  if (finding.team === 'neither') return { side: 'neither', points };
  return { side: sideOf(points) ?? team, points };
}
