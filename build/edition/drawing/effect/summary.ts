/**
 * Sums up the rows of a plot of effects in two sentences: how many results speak for and against, and the largest number on each
 * side. They are short enough for the first screen of a page.
 */
import { isCost, type Point, type Side } from '#document/effect/point.ts';
import { plural } from '#document/text/plain-text.ts';
import { type Html, html } from '../../html/html.ts';
import type { EffectRow } from './row.ts';

const sides = ['for', 'against'] as const;

const sideOfPoint = ({ value }: Point): Side => (value > 0 ? 'for' : value < 0 ? 'against' : 'neither');

/** Writes a sentence for each side with the number of results, and the largest of their numbers as a link to its finding. */
export function largestLine(rows: readonly EffectRow[]): Html {
  const sentences = sides.map(side => {
    const own = rows.filter(row => row.side === side);
    if (own.length === 0) return html`No result ${side === 'for' ? 'supports it' : 'counts against it'}.`;
    const points = own
      .flatMap(({ name, href, points }) => points.map(point => ({ ...point, name, href })))
      .filter(point => !isCost(point) && sideOfPoint(point) === side);
    const [largest] = points.sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
    const verb = side === 'for' ? 'support' : 'count';
    const speaks = `${plural(own.length, 'result')} ${verb}${own.length === 1 ? 's' : ''} ${side === 'for' ? '' : 'against '}it`;
    return largest
      ? html`${speaks}, and the largest number among them is <a href="${largest.href}" title="${largest.name}">${largest.shown}</a> (${largest.of}).`
      : html`${speaks}, but none has a number.`;
  });
  return html`<span>${sentences[0]} ${sentences[1]}</span>`;
}
