/**
 * The scales of plots: one for each kind of number, and the same on all pages, so that plots can be compared. A number beyond its
 * scale has an arrow at the edge, and its row states it.
 */
import type { Point } from '#document/effect/point.ts';
import { type Html, html } from '../../html/html.ts';

interface Scale {
  /** The value at the right end of the scale, in the unit of `Point.value`; at the left end it is negative. */
  reach: number;
  /** The ticks: the value of each, and its label. */
  ticks: readonly (readonly [at: number, words: string])[];
}

/**
 * The scales by kind of number. `times` counts in doublings (logarithms to base 2), so two ticks are a factor of four apart; to
 * the right of 1, less was spent.
 */
const scales: Record<Point['scale'], Scale> = {
  points: {
    reach: 40,
    ticks: [
      [-40, '−40'],
      [-20, '−20'],
      [0, '0'],
      [20, '+20'],
      [40, '+40'],
    ],
  },
  percent: {
    reach: 100,
    ticks: [
      [-100, '−100 %'],
      [-50, '−50'],
      [0, '0'],
      [50, '+50'],
      [100, '+100 %'],
    ],
  },
  times: {
    reach: 4,
    ticks: [
      [-4, '16×'],
      [-2, '4×'],
      [0, '1×'],
      [2, '¼×'],
      [4, '1/16×'],
    ],
  },
};

/** Half of the width of a scale; below, half of the width of its picture. */
const half = 84;
const edge = 104;

/** Returns the place of a value on its scale; for a value beyond the scale, the place of its end. */
const placeOf = (value: number, { reach }: Scale): number =>
  Math.round((Math.max(-reach, Math.min(reach, value)) / reach) * half);

/** Draws the labels of a scale, which are above the pictures of its rows. */
export const axis = (scale: Point['scale']): Html => html`
  <svg class="axis" viewBox="${-edge} -8 ${2 * edge} 16" aria-hidden="true">
    ${scales[scale].ticks.map(([at, words]) => html`<text x="${placeOf(at, scales[scale])}" y="4">${words}</text>`)}
  </svg>`;

type Style = 'recomputed' | 'supports' | 'against' | 'mixed';

/**
 * Draws a number on its scale: ticks, a bar from 0, the interval, and a mark whose shape shows
 * whether the number is for or against.
 * @param band the range that chance alone explains, on the same scale
 */
export function strip(
  { scale: name, value, interval }: Point,
  style: Style,
  band?: readonly [number, number],
): Html {
  const scale = scales[name];
  const x = (at: number) => placeOf(at, scale);
  const ticks = scale.ticks.map(([at]) => `M${x(at)}-8v16`).join('');
  const isBeyond = Math.abs(value) > scale.reach;
  return html`
    <svg viewBox="${-edge} -8 ${2 * edge} 16" aria-hidden="true">
      ${band && html`<rect class="band" x="${x(band[0])}" y="-8" width="${x(band[1]) - x(band[0])}" height="16"/>`}
      <path class="zero" d="M${-half} 0H${half}${ticks}"/><path class="bar" d="M0 0H${x(value)}"/>
      ${interval && html`<path class="range" d="M${x(interval[0])} 0H${x(interval[1])}M${x(interval[0])}-4v8M${x(interval[1])}-4v8"/>`}
      ${isBeyond ? arrow(value > 0 ? 1 : -1) : signOf(style, x(value))}
    </svg>`;
}

/** Draws the arrow for a number beyond the left or right end of the scale. */
const arrow = (side: 1 | -1): Html =>
  html`<path class="sign" d="M${side * half}-5l${side * 9} 5 ${side * -9} 5z"/>`;

function signOf(style: Style, x: number): Html {
  if (style === 'supports' || style === 'recomputed') return html`<circle cx="${x}" r="5"/>`;
  const path = style === 'against' ? `M${x - 4}-4l8 8m0-8-8 8` : `M${x}-6l6 6-6 6-6-6z`;
  return html`<path class="sign" d="${path}"/>`;
}
