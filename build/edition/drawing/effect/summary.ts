/** The balance of some rows in words, with the largest number of each side: what fits on the first screen of a page. */
import { isCost, type Point, type Side } from '#document/effect/point.ts';
import { plural } from '#document/text/plain-text.ts';
import { type Html, html } from '../../html/html.ts';
import type { EffectRow } from './row.ts';

const sides = [
  { side: 'for', name: 'For' },
  { side: 'against', name: 'Against' },
] as const;

const sideOfPoint = ({ value }: Point): Side => (value > 0 ? 'for' : value < 0 ? 'against' : 'neither');

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
