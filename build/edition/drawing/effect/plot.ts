/**
 * Plots of effects: each number on a scale of its own kind, in a table that says the same in words. A row has its place on the scale as a
 * small picture without text, so that nothing becomes too small to read, and narrow screens show the parts of a row below each other.
 */
import { isCost, type Point } from '#document/effect/point.ts';
import { againstOf } from '#document/effect/sentence.ts';
import { plural } from '#document/text/plain-text.ts';
import { type Html, html } from '../../html/html.ts';
import type { EffectRow } from './row.ts';

/** A number of a row. */
interface Mark {
  row: EffectRow;
  point: Point;
  group: Group;
}

type Group = (typeof groups)[number]['id'];

/** Recomputed comparisons come first: their numbers come from single cases. */
const groups = [
  { id: 'recomputed', name: 'Recomputed from single cases' },
  { id: 'supports', name: 'For' },
  { id: 'against', name: 'Against' },
  { id: 'mixed', name: 'Undecided' },
] as const;

const scales = [
  { scale: 'points', name: 'Difference in percentage points' },
  { scale: 'percent', name: 'Relative change in percent' },
  { scale: 'times', name: 'Times as much was spent' },
] as const;

const sideGroups = { for: 'supports', against: 'against', neither: 'mixed' } as const;

/** How far a scale reaches with some points. */
export const reachOf = (points: readonly Point[]): number =>
  Math.max(...points.flatMap(({ value, interval = [] }) => [value, ...interval]).map(Math.abs), 0.1);

/** The group of one number: a row may hold several. */
export function groupOf({ isRecomputed }: EffectRow, { value, interval }: Point): Group {
  if (isRecomputed) return 'recomputed';
  if (value === 0 || (interval && interval[0] <= 0 && interval[1] >= 0)) return 'mixed';
  return value > 0 ? 'supports' : 'against';
}

/**
 * The plots of some rows, one a scale, and how many rows have no number.
 * @param what what they are for or against: `it`, `a team`
 * @param most so many numbers of a group are shown, the largest
 */
export function effectPlots(rows: readonly EffectRow[], what: string, most = Number.POSITIVE_INFINITY): Html {
  const marks = rows.flatMap(row => row.points.map(point => ({ row, point, group: groupOf(row, point) })));
  const plots = scales.map(({ scale, name }) => {
    const own = marks.filter(({ point }) => point.scale === scale);
    return own.length > 0 && plot(name, own, what, most);
  });
  return html`<div class="effects">${plots}${countsOf(
    rows.filter(({ points }) => points.length === 0),
    marks.length > 0,
  )}</div>`;
}

function plot(name: string, marks: readonly Mark[], what: string, most: number): Html {
  const reach = reachOf(marks.map(({ point }) => point));
  const bodies = groups.map(({ id, name: group }) => {
    const own = marks
      .filter(mark => mark.group === id)
      .sort((a, b) => Math.abs(b.point.value) - Math.abs(a.point.value));
    return (
      own.length > 0 &&
      html`
      <tbody class="${id}">
        <tr class="group"><th colspan="4" scope="rowgroup">${group}${(id === 'supports' || id === 'against') && ` ${what}`}</th></tr>
        ${own.slice(0, most).map(mark => rowOf(mark, reach))}
        ${own.length > most && moreOf(own.length - most)}
      </tbody>`
    );
  });
  return html`
    <table>
      <caption>${name}. <span>Right of the line is for ${what}.</span></caption>
      <thead class="hidden">
        <tr><th scope="col">measured</th><th scope="col">on the scale</th><th scope="col">effect</th><th scope="col">how</th></tr>
      </thead>
      ${bodies}
    </table>`;
}

/** How many numbers of a group are not shown. */
const moreOf = (count: number): Html =>
  html`<tr><td colspan="4">${plural(count, 'smaller one')} ${count === 1 ? 'is' : 'are'} among all findings.</td></tr>`;

const rowOf = ({ row, point, group }: Mark, reach: number): Html => html`
  <tr>
    <th scope="row"><a href="${row.href}">${point.of}</a> <small>${row.isRecomputed ? row.claim : row.name}</small></th>
    <td>${strip(point, group, reach)}</td>
    <td><b>${point.shown}</b>${point.values !== undefined && html` <small>${point.values}</small>`}</td>
    <td>${howOf(point, row)}</td>
  </tr>`;

/** The place of a number on its scale, which reaches as far on both sides: a line at 0, the interval, and a sign of its side. */
export function strip({ value, interval }: Point, group: Group, reach: number): Html {
  const x = (at: number) => Math.round((at / reach) * 92);
  const line = interval && html`<path class="range" d="M${x(interval[0])} 0H${x(interval[1])}"/>`;
  return html`
    <svg viewBox="-100 -8 200 16" aria-hidden="true"><path class="zero" d="M-100 0H100M0-8V8"/>${line}${signOf(group, x(value))}</svg>`;
}

function signOf(group: Group, x: number): Html {
  if (group === 'supports') return html`<circle cx="${x}" r="5"/>`;
  const path = group === 'against' ? `M${x - 4}-4l8 8m0-8-8 8` : `M${x}-6l6 6-6 6-6-6z`;
  return html`<path class="sign" d="${path}"/>`;
}

const makers = { maker: 'run by its makers', third_party: 'run by others' } as const;

/** Writes how a number was measured. What the source does not say is said to be unknown. */
function howOf(point: Point, { year }: EffectRow): string {
  const { interval, cases, same, ranBy, arms } = point;
  const ends = interval?.map(end => (Math.round(end * 10) / 10).toString().replace('-', '−')).join(' to ');
  return [
    arms && againstOf(arms),
    ends === undefined ? !isCost(point) && 'no interval reported' : `95 % interval ${ends}`,
    cases === undefined ? 'n not reported' : `n = ${cases.toLocaleString('en')}`,
    year !== undefined && String(year),
    same.length > 0 ? `same ${same.join(', ')}` : 'not said what was the same',
    ranBy && makers[ranBy],
  ]
    .filter(Boolean)
    .join(' · ');
}

/** How rows without a number divide. */
function countsOf(rows: readonly EffectRow[], isMore: boolean): Html | undefined {
  if (rows.length === 0) return undefined;
  const counts = [
    { side: 'for', name: 'for' },
    { side: 'neither', name: 'undecided' },
    { side: 'against', name: 'against' },
  ].flatMap(({ side, name }) => {
    const count = rows.filter(row => row.side === side).length;
    return count > 0 ? [`${count} ${name}`] : [];
  });
  return html`<p class="counts">${isMore ? 'Findings without a number to compare' : 'No finding has a number to compare'}: ${counts.join(', ')}.</p>`;
}

/** The classes of the marks of findings, for lists beside a plot. */
export const styleOf = ({ side }: Pick<EffectRow, 'side'>): string => sideGroups[side];
