/** Effects as they are weighed on a task: a team against one agent counts, more samples of one agent stand apart, all else is context. */
import type { Finding } from '../kind/research-record.ts';
import { type Arm, type Point, pointOf, type Side, sideOf, turnedRound } from './point.ts';

/** The fields of a finding that are read here. */
export type Weighable = Pick<Finding, 'direction' | 'effects'>;

/** A finding on a side, with its points. */
export interface Weighed {
  /** Absent where it did not measure the results of a team against one agent: then it counts nowhere. */
  side?: Side;
  /** The points that compare a team with one agent. Above 0 is in favour of the team. */
  points: Point[];
  /** The points on more samples of one agent. Above 0 is in favour of more samples. */
  samples: Point[];
  /** All other points. Above 0 is in favour of what was tested. */
  context: Point[];
}

/** Returns the points of a finding, above 0 for what was tested. */
export const pointsOf = ({ effects = [] }: Pick<Finding, 'effects'>): Point[] => effects.map(pointOf);

export function weigh(finding: Weighable): Weighed {
  const all = pointsOf(finding);
  const points = all.filter(point => has(point, 'team') && has(point, 'one_agent')).map(facing('team'));
  const samples = all.filter(point => has(point, 'samples_of_one_agent')).map(facing('samples_of_one_agent'));
  const context = all.filter(
    point => !has(point, 'samples_of_one_agent') && !(has(point, 'team') && has(point, 'one_agent')),
  );
  const side = sideOf(points);
  return { ...(side && { side }), points, samples, context };
}

const has = ({ arms }: Point, arm: Arm): boolean => arms?.treatment === arm || arms?.control === arm;

/** Turns a point round whose control is an arm. */
const facing =
  (arm: Arm) =>
  (point: Point): Point =>
    point.arms?.treatment === arm ? point : turnedRound(point);
