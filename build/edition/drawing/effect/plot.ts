/**
 * Plots of effects: a table that shows each number on the scale of its kind and says the same in words. Its place on the scale is
 * a small picture without text, so that no text gets too small to read. Narrow screens show the parts of a row below each other.
 */
import { endsIn, type Point } from '#document/effect/point.ts';
import { againstOf, runBy } from '#document/effect/sentence.ts';
import { groupBy } from '#document/text/group.ts';
import { plural } from '#document/text/plain-text.ts';
import { type Html, html } from '../../html/html.ts';
import type { EffectRow } from './row.ts';
import { axis, strip } from './scale.ts';

/** A number of a row, with its group. */
interface Mark {
  row: EffectRow;
  point: Point;
  group: Group;
}

/** The settings of a plot: what numbers may favour, the most rows of a group, and the arms that a row need not name. */
interface Reading {
  what: string;
  most: number;
  common: string | undefined;
}

type Group = (typeof groups)[number]['id'];

/** The groups of rows, in order. Recomputed comparisons come first, because their numbers come from single cases. */
const groups = [
  { id: 'recomputed', name: 'Recomputed case by case' },
  { id: 'supports', name: 'For' },
  { id: 'against', name: 'Against' },
  { id: 'mixed', name: 'Undecided' },
] as const;

const scales = [
  { scale: 'points', name: 'Difference in percentage points' },
  { scale: 'percent', name: 'Relative change in percent' },
  { scale: 'times', name: 'Spending, as a multiple of the other arm' },
] as const;

/** Returns the group of one number of a row. The numbers of a row may be in several groups. */
function groupOf({ isRecomputed }: EffectRow, { value, interval }: Point): Group {
  if (isRecomputed) return 'recomputed';
  if (value === 0 || (interval && interval[0] <= 0 && interval[1] >= 0)) return 'mixed';
  return value > 0 ? 'supports' : 'against';
}

/**
 * Draws a plot for each scale, and counts the rows without a number.
 * @param what the words for what effects may favour, such as `it` or `a team`
 * @param most the most rows of a group; the largest are shown
 */
export function effectPlots(rows: readonly EffectRow[], what: string, most = Number.POSITIVE_INFINITY): Html {
  const marks = rows.flatMap(row => row.points.map(point => ({ row, point, group: groupOf(row, point) })));
  const common = commonArms(marks);
  const plots = scales
    .map(({ scale, name }) => ({ name, scale, own: marks.filter(({ point }) => point.scale === scale) }))
    .filter(({ own }) => own.length > 0)
    .map(({ name, scale, own }, at) => {
      const caption = captionOf(
        name,
        at === 0 && `Numbers to the right of the line favour ${what}. ${commonSentence(marks, common)}`,
      );
      return plot(scale, caption, own, { what, most, common });
    });
  return html`<div class="effects">${plots}${marks.some(({ point }) => leavesOut(point)) && leftOut}${countsOf(
    rows.filter(({ points }) => points.length === 0),
    marks.length > 0,
  )}</div>`;
}

/** The note on what a row says as far as the source reports it. */
const leftOut = html`
  <p class="counts">If the source reports them, each row gives the 95 % interval, the number of cases (n), who ran the study and what the arms share.</p>`;

const leavesOut = ({ interval, cases, same, ranBy }: Point): boolean =>
  [interval, cases, same[0], ranBy].includes(undefined);

/**
 * Writes the caption of a plot.
 * @param how the explanation for all plots, which only the first caption has
 */
const captionOf = (name: string, how: string | false): Html =>
  html`<caption>${name}.${how && html` <span>${how.trimEnd()}</span>`}</caption>`;

/**
 * Returns the arms of a finding in words: `a team against one agent`; undefined for a recomputed comparison, because its claim
 * names them, and for a number without arms.
 */
const armsOf = ({ row, point }: Mark): string | undefined =>
  row.isRecomputed || !point.arms ? undefined : againstOf(point.arms);

/**
 * Returns the arms that more than half of the findings compare, so that the caption can name them
 * for all rows; undefined if there are none.
 */
function commonArms(marks: readonly Mark[]): string | undefined {
  const named = marks.flatMap(mark => armsOf(mark) ?? []);
  const [arms, of] = [...groupBy(named, each => each)].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  return of && of.length > 1 && of.length * 2 > named.length ? arms : undefined;
}

/** Writes the sentence that says which arms a row compares if it names none; empty if no arms are common. */
function commonSentence(marks: readonly Mark[], common: string | undefined): string {
  if (common === undefined) return '';
  return marks.every(mark => armsOf(mark) === common)
    ? `Each row shows ${common}.`
    : `Rows that name no arms show ${common}.`;
}

function plot(
  scale: Point['scale'],
  caption: Html,
  marks: readonly Mark[],
  { what, most, common }: Reading,
): Html {
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
        ${id === 'recomputed' ? byComparison(own.slice(0, most)) : own.slice(0, most).map(mark => rowOf(mark, common))}
        ${own.length > most && moreOf(own.length - most)}
      </tbody>`
    );
  });
  return html`
    <table>
      ${caption}
      <thead class="hidden">
        <tr><th scope="col">measured</th><th scope="col">on the scale</th><th scope="col">effect</th><th scope="col">how</th></tr>
      </thead>
      ${bodies}
    </table>`;
}

/** Renders the row that says how many numbers of a group are left out. */
const moreOf = (count: number): Html =>
  html`<tr><td colspan="4">The list of all findings has ${plural(count, 'smaller result')} more.</td></tr>`;

/** Renders rows grouped by comparison. A comparison with several rows is named once, above them. */
const byComparison = (marks: readonly Mark[]): Html[] =>
  [...groupBy(marks, ({ row }) => row.href).values()].flatMap(([first, ...others]) =>
    others.length === 0
      ? [rowOf(first!, undefined)]
      : [
          html`<tr><th scope="rowgroup" colspan="4"><small>${sourceOf(first!)}</small></th></tr>`,
          ...[first!, ...others].map(mark => rowOf(mark, undefined, false)),
        ],
  );

/**
 * Renders the source of a row as a link. A recomputed comparison comes after the name of its benchmark, unless its
 * own name says it, as in `LDB on HumanEval`.
 */
function sourceOf({ row: { name, href, isRecomputed }, point: { of } }: Mark): Html {
  const measured = isRecomputed && !name.includes(of.split(' ')[0]!) ? `${of} · ` : '';
  return html`${measured}<a href="${href}">${name}</a>`;
}

/** Renders the row of one number, with its arms unless they are `common`, and with its source if `isNamed`. */
function rowOf(mark: Mark, common: string | undefined, isNamed = true): Html {
  const { point, group } = mark;
  return html`
    <tr>
      <th scope="row">${labelOf(mark, common)}${isNamed && html` <small>${sourceOf(mark)}</small>`}</th>
      <td>${strip(point, group)}</td>
      <td><b>${point.shown}</b>${point.values !== undefined && html` <small>${point.values}</small>`}</td>
      <td>${howOf(point)}</td>
    </tr>`;
}

/**
 * Returns the label of a row: the measure, the arms unless they are `common`, and what both arms share, such as
 * `pass rate: one call against a team, same models`.
 */
function labelOf(mark: Mark, common: string | undefined): string {
  const { of, same } = mark.point;
  const arms = armsOf(mark);
  const measured = arms === undefined ? mark.row.claim : arms === common ? of : `${of}: ${arms}`;
  return same.length > 0 ? `${measured}, same ${same.join(' and ')}` : measured;
}

/** Writes how a number was measured, as far as its source reports it. */
function howOf(point: Point): string {
  const { cases, ranBy } = point;
  const ends = endsIn(point);
  return [
    ends !== undefined && `95 % interval ${ends}`,
    cases !== undefined && `n = ${cases.toLocaleString('en')}`,
    ranBy && runBy[ranBy],
  ]
    .filter(Boolean)
    .join(' · ');
}

/**
 * Writes how many rows without a number are for, undecided and against; undefined if there are no rows.
 * @param isMore whether rows with a number are shown above
 */
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
  const what = isMore ? `${rows.length} more` : String(rows.length);
  const have = rows.length === 1 ? 'finding has' : 'findings have';
  return html`<p class="counts">${what} ${have} no number to compare (${counts.join(', ')}).</p>`;
}
