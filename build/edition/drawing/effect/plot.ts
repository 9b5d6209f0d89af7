/**
 * Plots of effects: each number on a scale of its own kind, in a table that says the same in words. A row has its place on the scale as a
 * small picture without text, so that nothing becomes too small to read, and narrow screens show the parts of a row below each other.
 */
import { isCost, type Point } from '#document/effect/point.ts';
import { againstOf } from '#document/effect/sentence.ts';
import { plural } from '#document/text/plain-text.ts';
import { type Html, html } from '../../html/html.ts';
import type { EffectRow } from './row.ts';
import { axis, strip } from './scale.ts';

/** A number of a row. */
interface Mark {
  row: EffectRow;
  point: Point;
  group: Group;
}

type Group = (typeof groups)[number]['id'];

/** Recomputed comparisons come first: their numbers come from single cases. */
const groups = [
  { id: 'recomputed', name: 'Recomputed case by case' },
  { id: 'supports', name: 'For' },
  { id: 'against', name: 'Against' },
  { id: 'mixed', name: 'Undecided' },
] as const;

const scales = [
  { scale: 'points', name: 'Difference in percentage points' },
  { scale: 'percent', name: 'Relative change in percent' },
  { scale: 'times', name: 'Times as much was spent' },
] as const;

/** The group of one number: a row may hold several. */
function groupOf({ isRecomputed }: EffectRow, { value, interval }: Point): Group {
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
    return own.length > 0 && plot(scale, name, own, what, most);
  });
  return html`<div class="effects">${plots}${countsOf(
    rows.filter(({ points }) => points.length === 0),
    marks.length > 0,
  )}</div>`;
}

function plot(scale: Point['scale'], name: string, marks: readonly Mark[], what: string, most: number): Html {
  const bodies = groups.map(({ id, name: group }) => {
    const own = marks
      .filter(mark => mark.group === id)
      .sort((a, b) => Math.abs(b.point.value) - Math.abs(a.point.value));
    const heads = id === 'supports' || id === 'against' ? `${group} ${what}` : group;
    return (
      own.length > 0 &&
      html`
      <tbody class="${id}">
        <tr class="group"><th scope="rowgroup">${heads}</th><td>${axis(scale)}</td><td colspan="2"></td></tr>
        ${own.slice(0, most).map(mark => rowOf(mark))}
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

const rowOf = ({ row, point, group }: Mark): Html => html`
  <tr>
    <th scope="row">${armsOf(row, point)} <small>${point.of} · <a href="${row.href}">${row.name}</a></small></th>
    <td>${strip(point, group)}</td>
    <td><b>${point.shown}</b>${point.values !== undefined && html` <small>${point.values}</small>`}</td>
    <td>${howOf(point)}</td>
  </tr>`;

/** Names both arms, and what was the same: `a team against one agent, same models`. */
function armsOf({ claim, isRecomputed }: EffectRow, { arms, same }: Point): string {
  const arm = isRecomputed || !arms ? claim : againstOf(arms);
  return same.length > 0 ? `${arm}, same ${same.join(' and ')}` : arm;
}

const makers = { maker: 'run by its makers', third_party: 'run by others' } as const;

/** Writes how a number was measured. What the source does not say is said to be unknown. */
function howOf(point: Point): string {
  const { interval, cases, same, ranBy } = point;
  const ends = interval?.map(end => (Math.round(end * 10) / 10).toString().replace('-', '−')).join(' to ');
  return [
    ends === undefined ? !isCost(point) && 'no interval reported' : `95 % interval ${ends}`,
    cases === undefined ? 'n not reported' : `n = ${cases.toLocaleString('en')}`,
    same.length === 0 && 'nobody says what was the same',
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
