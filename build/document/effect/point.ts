/**
 * Effects as points on a scale. The value of a point is turned so that it is above 0 if the first arm did better. Findings,
 * recomputed comparisons, the plots of the reading edition and the verdict on a task all use points, so they cannot contradict
 * each other.
 */
import type { Effect } from '../kind/effect.ts';

export type Arm = Effect['treatment'];

/** A number on a scale, from a comparison of two arms. */
export interface Point {
  scale: Effect['scale'];
  of: string;
  /**
   * The value in percentage points, in percent, or on the scale `times` as a logarithm to base 2; above 0 if the first arm did
   * better.
   */
  value: number;
  /** The number in the form in which people read it: `+5.1 points`, `1.6 times`. */
  shown: string;
  /** The two values from which the number is computed: `60.2 against 55.1`; absent if only the difference is stated. */
  values?: string;
  /** The ends of the 95 % interval, on the scale of `value`; absent if the source reports none. */
  interval?: [number, number];
  cases?: number;
  /**
   * The arm that was tested, and the arm that it was compared with; absent for a recomputed comparison, which names its arms
   * itself.
   */
  arms?: { treatment: Arm; control: Arm };
  same: Effect['same'];
  spends?: Effect['spends'];
  /** Set if less of the quantity is better. */
  isLess?: true;
  ranBy?: 'maker' | 'third_party';
}

export function pointOf(effect: Effect): Point {
  const { scale, of, with: one, without: other, interval, cases, ran_by: ranBy } = effect;
  const { treatment, control, same, spends } = effect;
  const isLess = spends !== undefined || effect.better === 'less';
  const change = changeOf(effect);
  const turned = (measured: number) => {
    const value = scale === 'times' ? Math.log2(measured) : measured;
    return (isLess ? -value : value) || 0;
  };
  const ends =
    interval !== 'none_reported' &&
    (interval.map(end => turned(Number(end))).sort((a, b) => a - b) as [number, number]);
  return {
    ...{
      scale,
      of,
      value: turned(change),
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

/** Writes a change with its unit, and with its sign unless it is a ratio: `+5.1 points`, `−8 %`, `1.6 times`. */
function shownOf(scale: Effect['scale'], change: number): string {
  if (scale === 'times') return `${Number(change.toPrecision(2))} times`;
  return `${signed(change)}${scale === 'points' ? ' points' : ' %'}`;
}

/** Writes a number with its sign and at most one digit after the point. */
export function signed(value: number): string {
  const digits = Math.abs(value).toFixed(1).replace(/\.0$/, '');
  return digits === '0' ? '0' : `${value < 0 ? '−' : '+'}${digits}`;
}

/** Tells whether the quantity is a cost: tokens, money, time or calls. A cost says nothing about the quality of a result. */
export const isCost = ({ spends }: Pick<Point, 'spends'>): boolean => spends !== undefined;

/** Returns the change as it was measured, whether more or less is better; on the scale `times`, the ratio. */
export function changeIn({ scale, value, isLess }: Pick<Point, 'scale' | 'value' | 'isLess'>): number {
  const change = isLess ? -value : value;
  return scale === 'times' ? 2 ** change : change;
}

/** Writes the ends of the interval of a point as they were measured: `−2 to 8`. Returns undefined for a point without one. */
export function endsIn(point: Point): string | undefined {
  const ends = point.interval?.map(value => changeIn({ ...point, value })).sort((a, b) => a - b);
  return ends?.map(end => (Math.round(end * 10) / 10).toString().replace('-', '−')).join(' to ');
}

/**
 * Returns the point of the same comparison with the arms exchanged. The value only changes its sign, although a relative change
 * would have another base.
 */
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
 * Returns the side that points support, `for` or `against` the first arm; `neither` if the points disagree or an interval
 * contains 0; undefined if no point is about results. Points on costs do not count.
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
