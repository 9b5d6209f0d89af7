/** The balance of some rows in words, with the largest number of each side: what fits on the first screen of a page. */
import { isCost, type Point, type Side } from '#document/effect/point.ts';
import { sentenceOf } from '#document/effect/sentence.ts';
import { plural } from '#document/text/plain-text.ts';
import { type Html, html } from '../../html/html.ts';
import { styleOf } from './plot.ts';
import type { EffectRow } from './row.ts';

const sides = [
  { side: 'for', name: 'For' },
  { side: 'against', name: 'Against' },
] as const;

/** So many findings of a side, those with numbers first. */
const maxLines = 3;

/** Both sides beside each other, each finding in a line. A cost counts against a team where it takes more, whatever else was found. */
export function bothSides(rows: readonly EffectRow[], what: string): Html {
  return html`<div class="two sides">${sides.map(({ side, name }) => sideList(rows, side, `${name} ${what}`))}</div>`;
}

function sideList(rows: readonly EffectRow[], side: 'for' | 'against', title: string): Html {
  const lines = rows
    .map(row => ({ row, points: row.points.filter(point => sideOfPoint(point) === side) }))
    .filter(({ row, points }) => points.length > 0 || row.side === side)
    .sort((a, b) => rank(b.points) - rank(a.points));
  const more = lines.length - maxLines;
  return html`
    <section class="${styleOf({ side })}">
      <h2 id="${side === 'for' ? 'For-it' : 'Against-it'}">${title}</h2>
      ${lines.length === 0 && html`<p class="none">No finding.</p>`}
      ${lines.length > 0 && html`<ul>${lines.slice(0, maxLines).map(({ row, points }) => lineOf(row, points))}</ul>`}
      ${more > 0 && html`<p><a href="#Effects">${more} more below</a></p>`}
    </section>`;
}

const rank = (points: readonly Point[]): number => (points.length === 0 ? 0 : points.every(isCost) ? 1 : 2);

const sideOfPoint = ({ value }: Point): Side => (value > 0 ? 'for' : value < 0 ? 'against' : 'neither');

/** A finding in a line: its numbers, its claim and its source. */
function lineOf(row: EffectRow, points: readonly Point[]): Html {
  const words = points.slice(0, 2).map(point => html`<b>${sentenceOf(point)}</b> `);
  return html`<li>${words}${row.claim} <a href="${row.href}">${row.name}</a></li>`;
}

/** The largest number of each side in a line, and how the findings divide. */
export function largestLine(rows: readonly EffectRow[]): Html {
  const parts = sides.map(({ side, name }) => {
    const own = rows.filter(row => row.side === side);
    const points = own
      .flatMap(row => row.points)
      .filter(point => !isCost(point) && sideOfPoint(point) === side);
    const [largest] = points.sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
    const words = largest ? html`<b>${largest.shown}</b> at most (${largest.of})` : html`no number`;
    return own.length === 0
      ? html`${name} it: nothing.`
      : html`${name} it: ${words}, ${plural(own.length, 'result')}.`;
  });
  return html`<span>${parts[0]} ${parts[1]}</span>`;
}
