/**
 * Effects as points on a scale: what a finding measured, turned so that above 0 is for what it speaks of. Findings, recomputed
 * comparisons, the plots of the reading edition and the verdict on a task all use these, so none of them can have its own view.
 */
import type { Effect } from '../kind/effect.ts';

export type Arm = Effect['treatment'];

/** A number on a scale of its own kind. */
export interface Point {
  scale: Effect['scale'];
  of: string;
  /** Percentage points, percent, or on the scale `times` the logarithm to base 2; above 0 is for it. */
  value: number;
  /** The number as people read it: `+5.1 points`, `1.6 times`. */
  shown: string;
  /** The two values that it is made from: `60.2 against 55.1`. */
  values?: string;
  /** The ends of its 95 % interval, on the scale. */
  interval?: [number, number];
  cases?: number;
  /** The arm that was tested and the one that it was compared with; a recomputed comparison names its arms itself. */
  arms?: { treatment: Arm; control: Arm };
  same: Effect['same'];
  spends?: Effect['spends'];
  /** Whether there is more of it where it is worse. */
  isLess?: true;
  ranBy?: 'maker' | 'third_party';
}

/** Returns the point of an effect. */
export function pointOf(effect: Effect): Point {
  const { scale, of, with: one, without: other, interval, cases, ran_by: ranBy } = effect;
  const { treatment, control, same, spends } = effect;
  const isLess = spends !== undefined || effect.better === 'less';
  const change = changeOf(effect);
  const turned = (value: number) => (isLess ? -value : value) || 0;
  const ends =
    interval !== 'none_reported' &&
    (interval.map(end => turned(Number(end))).sort((a, b) => a - b) as [number, number]);
  return {
    ...{
      scale,
      of,
      value: turned(scale === 'times' ? Math.log2(change) : change),
      shown: shownOf(scale, change),
    },
    ...{ arms: { treatment, control }, same },
    ...(spends && { spends }),
    ...(isLess && { isLess }),
    ...(one !== undefined && { values: `${one} against ${other}` }),
    ...(ends && { interval: ends }),
    ...(cases !== undefined && { cases }),
    ...(ranBy && { ranBy }),
  };
}

function changeOf({ scale, with: one, without: other, difference }: Effect): number {
  if (difference !== undefined) return Number(difference);
  const [with_, without] = [Number(one), Number(other)];
  if (scale === 'points') return with_ - without;
  return scale === 'times' ? with_ / without : (with_ / without - 1) * 100;
}

/** Returns a number with its sign and unit. */
function shownOf(scale: Effect['scale'], change: number): string {
  if (scale === 'times') return `${Number(change.toPrecision(2))} times`;
  return `${signed(change)}${scale === 'points' ? ' points' : ' %'}`;
}

/** Returns a number with its sign and at most one digit after the point. */
export function signed(value: number): string {
  const digits = Math.abs(value).toFixed(1).replace(/\.0$/, '');
  return digits === '0' ? '0' : `${value < 0 ? '−' : '+'}${digits}`;
}

/** Tells whether the quantity is a cost: tokens, money or time. A cost says nothing of how good the result is. */
export const isCost = ({ spends }: Pick<Point, 'spends'>): boolean => spends !== undefined;

/** Returns the change as it was measured, whichever way is better: on the scale `times`, a ratio. */
export function changeIn({ scale, value, isLess }: Pick<Point, 'scale' | 'value' | 'isLess'>): number {
  const change = isLess ? -value : value;
  return scale === 'times' ? 2 ** change : change;
}

/** Returns the same comparison from the other side. A relative change has another base there. */
export function turnedRound(point: Point): Point {
  const value = -point.value || 0;
  const [one, other] = point.values?.split(' against ') ?? [];
  return {
    ...point,
    value,
    shown: shownOf(point.scale, changeIn({ ...point, value })),
    ...(point.arms && { arms: { treatment: point.arms.control, control: point.arms.treatment } }),
    ...(other !== undefined && { values: `${other} against ${one}` }),
    ...(point.interval && { interval: [-point.interval[1] || 0, -point.interval[0] || 0] }),
  };
}

export type Side = 'for' | 'against' | 'neither';

/**
 * Returns the side for which points speak: `neither` if they disagree or an interval holds 0. Points on costs do not count.
 * Returns undefined if no point is about results.
 */
export function sideOf(points: readonly Point[]): Side | undefined {
  const results = points.filter(point => !isCost(point));
  if (results.length === 0) return undefined;
  const signs = new Set(results.map(signOf));
  const [sign] = signs;
  return signs.size > 1 || sign === 0 ? 'neither' : sign === 1 ? 'for' : 'against';
}

function signOf({ value, interval }: Point): -1 | 0 | 1 {
  if (interval && interval[0] <= 0 && interval[1] >= 0) return 0;
  return value > 0 ? 1 : value < 0 ? -1 : 0;
}
