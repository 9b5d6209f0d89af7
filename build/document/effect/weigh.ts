/**
 * Weighs findings on a task. A comparison of a team with one agent counts, more samples of one agent are kept apart, and
 * everything else is context.
 */
import type { Finding } from '../kind/research-record.ts';
import { type Arm, type Point, pointOf, type Side, sideOf, turnedRound } from './point.ts';

/** The fields of a finding by which it is weighed. */
export type Weighable = Pick<Finding, 'direction' | 'effects'>;

/** A finding with its points and the side that it supports. */
export interface Weighed {
  /** The side; absent for a finding without results of a team against one agent, which does not count. */
  side?: Side;
  /** The points that compare a team with one agent; above 0 if the team did better. */
  points: Point[];
  /** The points on more samples of one agent; above 0 if more samples did better. */
  samples: Point[];
  /** All other points; above 0 if the tested arm did better. */
  context: Point[];
}

/** Returns the points of a finding, each above 0 if the tested arm did better; an empty list if the finding has no effects. */
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

/** Makes a function that exchanges the arms of a point, unless the given arm is the tested one. */
const facing =
  (arm: Arm) =>
  (point: Point): Point =>
    point.arms?.treatment === arm ? point : turnedRound(point);
