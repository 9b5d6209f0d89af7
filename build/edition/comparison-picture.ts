/** Pictures of a comparison, drawn by hand as SVG: differences on one scale above the noise, and how cases divide. Each has its words. */
import { sizes } from './drawing/drawing.ts';
import { type Html, html } from './html/html.ts';
import { table } from './part.ts';

/** A result as its picture needs it; numbers are texts, as documents write them. */
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

const left = 8;
const width = 620;
const rowHeight = 46;

const points = (share: number): string => (share * 100).toFixed(1).replace('-', '−');

/** Differences with their intervals on one scale; behind them the interval of two identical arms, where that is known. */
export function differencePicture(
  results: readonly PicturedResult[],
  noise: readonly number[] | undefined,
): Html {
  const ends = results.flatMap(({ interval }) => interval.map(Number));
  const reach = Math.max(0.05, ...[...ends, ...(noise ?? [])].map(Math.abs));
  const x = (share: number) => Math.round(width / 2 + (share / reach) * (width / 2 - 24));
  const height = results.length * rowHeight + 34;
  const rows = results.map(({ a, b, difference, interval }, at) => {
    const y = 26 + at * rowHeight;
    const [low, high] = interval.map(Number) as [number, number];
    return html`
      <text class="row" x="${left}" y="${y}">${a} − ${b}: ${points(Number(difference))} points</text>
      <path class="rule" d="M${x(low)} ${y + 14}H${x(high)}" stroke-width="2"/>
      <path class="rule" d="M${x(low)} ${y + 9}v10M${x(high)} ${y + 9}v10" stroke-width="2"/>
      <circle class="supports" cx="${x(Number(difference))}" cy="${y + 14}" r="5"/>`;
  });
  const band =
    noise &&
    html`<rect class="mixed" opacity="0.25" x="${x(noise[0]!)}" y="8" width="${x(noise[1]!) - x(noise[0]!)}" height="${height - 30}"/>`;
  const label = `Differences in percentage points with 95 % intervals${noise ? ', above the interval of two identical arms' : ''}`;
  return html`
    <div class="evidence">
      <figure>
        <div class="scroll" tabindex="0" role="group" aria-label="${label}">
          <svg role="img" aria-label="${label}"${sizes(width, height)}>
            ${band}
            <path class="rule" d="M${x(0)} 8V${height - 22}"/>
            ${rows}
            <text class="axis" x="${left}" y="${height - 6}">−${points(reach)}</text>
            <text class="axis" x="${x(0) - 3}" y="${height - 6}">0</text>
            <text class="axis" x="${width - 40}" y="${height - 6}">${points(reach)}</text>
          </svg>
        </div>
        <figcaption>${label}. Right of 0 the first arm passes more.${noise ? ' The band is what chance alone does.' : ''}</figcaption>
      </figure>
    </div>`;
}

/** How the cases of a result divide, as a bar. */
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

/** All results as a table. */
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
