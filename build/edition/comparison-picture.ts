/**
 * Pictures of a comparison: the differences on one scale with the noise behind them, and how the cases
 * divide. Each also has its numbers as text.
 */
import type { Point } from '#document/effect/point.ts';
import { sizes } from './drawing/drawing.ts';
import { axis, strip } from './drawing/effect/scale.ts';
import { type Html, html } from './html/html.ts';
import { table } from './part.ts';

/** A result as pictures need it. `difference` and `interval` are texts, as documents write them. */
export interface PicturedResult {
  a: string;
  b: string;
  cases: number;
  both?: number;
  only_a?: number;
  only_b?: number;
  neither?: number;
  a_better?: number;
  b_better?: number;
  tied?: number;
  difference: string;
  interval: string[];
  p: string;
  p_family: string;
  cost_ratio: unknown;
}

const width = 620;

const points = (share: number): string => (share * 100).toFixed(1).replace('-', '−');

/**
 * Draws differences with their intervals on one scale.
 * @param noise the interval of the difference between two identical arms, which is drawn behind
 * them; undefined if it is not known
 */
export function differencePicture(
  results: readonly PicturedResult[],
  noise: readonly number[] | undefined,
): Html {
  const band = noise && ([noise[0]! * 100, noise[1]! * 100] as const);
  const rows = results.map(({ a, b, difference, interval, cases }) => {
    const [low, high] = interval.map(end => Number(end) * 100) as [number, number];
    const shown = `${points(Number(difference))} points`;
    const point: Point = {
      ...{ scale: 'points', of: '', value: Number(difference) * 100, shown, interval: [low, high], same: [] },
    };
    return html`
      <tr>
        <th scope="row">${a} against ${b}</th>
        <td>${strip(point, 'recomputed', band)}</td>
        <td><b>${shown}</b></td>
        <td>95 % interval ${interval.map(each => points(Number(each))).join(' to ')} · n = ${cases.toLocaleString('en')}</td>
      </tr>`;
  });
  return html`
    <div class="effects">
      <table>
        <caption>Difference in percentage points. <span>To the right of 0, the first arm passes more cases.${noise && bandWords}</span></caption>
        <thead class="hidden">
          <tr><th scope="col">arms</th><th scope="col">on the scale</th><th scope="col">difference</th><th scope="col">how</th></tr>
        </thead>
        <tbody class="recomputed">
          <tr class="group"><th scope="rowgroup">Arms</th><td>${axis('points')}</td><td colspan="2"></td></tr>
          ${rows}
        </tbody>
      </table>
    </div>`;
}

/** The sentence that explains the band in a picture. */
const bandWords = ' The band shows the differences that chance alone makes.';

/** Draws a bar that shows how the cases of a result divide. */
export function countsPicture(result: PicturedResult): Html {
  const { a, b, cases } = result;
  const parts = [
    { name: 'both', count: result.both, style: 'rule' },
    { name: `only ${a}`, count: result.only_a ?? result.a_better, style: 'supports' },
    { name: `only ${b}`, count: result.only_b ?? result.b_better, style: 'against' },
    {
      name: result.tied === undefined ? 'neither' : 'equally often',
      count: result.neither ?? result.tied,
      style: 'mixed',
    },
  ].flatMap(({ name, count, style }) => (count === undefined ? [] : [{ name, count, style }]));
  let at = 0;
  const bars = parts.map(({ count, style, name }) => {
    const length = Math.round((width * count) / Math.max(1, cases));
    const bar = html`<rect class="${style}" x="${at}" y="0" width="${Math.max(0, length - 1)}" height="14"><title>${name}: ${count}</title></rect>`;
    at += length;
    return bar;
  });
  const words = parts.map(({ name, count }) => `${name} ${count}`).join(', ');
  return html`
    <figure>
      <svg role="img" aria-label="${words}"${sizes(width, 14)}>${bars}</svg>
      <figcaption>${a} and ${b} on ${cases} cases: ${words}.</figcaption>
    </figure>`;
}

/** Renders a table of all results. */
export const resultsTable = (results: readonly PicturedResult[]): Html =>
  table(
    ['arms', 'cases', 'points', '95 % interval', 'p', 'p, all results', 'cost ratio'],
    results.map(({ a, b, cases, difference, interval, p, p_family, cost_ratio }) => [
      `${a} − ${b}`,
      cases,
      points(Number(difference)),
      interval.map(each => points(Number(each))).join(' to '),
      p,
      p_family,
      costWords(cost_ratio),
    ]),
  );

function costWords(ratio: unknown): string {
  const { of, ratio: texts } = Object(ratio) as { of?: string; ratio?: string[] };
  return texts ? `${Number(texts[0]).toPrecision(3)} (${of!.replaceAll('_', ' ')})` : 'unknown';
}
