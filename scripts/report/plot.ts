/** Pictures of a report as SVG. Each stands in a table beside the numbers that it shows, so it is hidden from screen readers. */
import { sizes } from '#build/drawing/drawing.ts';
import { type Html, html } from '#build/html/html.ts';

const width = 220;
const height = 26;
const middle = height / 2;
const inset = 8;

/** A scale from numbers to the width of a plot. */
interface Scale {
  low: number;
  high: number;
  ticks: readonly number[];
}

export const shares: Scale = { low: 0, high: 1, ticks: [0, 0.25, 0.5, 0.75, 1] };

/** A scale around 0 that has room for all values, in steps of 10, 25, 50 or 100 points. */
export function scaleAround(values: readonly number[]): Scale {
  const most = Math.max(0.1, ...values.map(Math.abs));
  const end = [0.1, 0.25, 0.5, 1].find(each => each >= most) ?? 1;
  return { low: -end, high: end, ticks: [-end, -end / 2, 0, end / 2, end] };
}

const at = (value: number, { low, high }: Scale): number =>
  Math.round((inset + ((value - low) / (high - low)) * (width - 2 * inset)) * 10) / 10;

const plot = (parts: Html | readonly Html[], label?: string): Html => html`
  <svg class="plot"${label === undefined ? html` aria-hidden="true"` : html` role="img" aria-label="${label}"`}${sizes(width, height)}>${parts}</svg>`;

const grid = (scale: Scale): Html =>
  html`${scale.ticks.map(tick => {
    const rule = tick === 0 && scale.low < 0 ? 'rule zero' : 'rule';
    return html`<path class="${rule}" d="M${at(tick, scale)} 0V${height}"/>`;
  })}`;

const hundredths = (value: number): string => String(Number((value * 100).toFixed(1))).replace('-', '−');

/** The head of a column of plots: its scale, in percent or points. */
export function axis(scale: Scale): Html {
  const last = scale.ticks.length - 1;
  const marks = scale.ticks.map((tick, place) => {
    const anchor = place === 0 ? 'start' : place === last ? 'end' : 'middle';
    const x = place === 0 ? 0 : place === last ? width : at(tick, scale);
    return html`<text class="axis" x="${x}" y="${middle + 5}" text-anchor="${anchor}">${hundredths(tick)}</text>`;
  });
  return plot(marks, `plot from ${hundredths(scale.low)} to ${hundredths(scale.high)}`);
}

/** A value with its interval. */
export function interval(value: number, low: number, high: number, scale: Scale, style = ''): Html {
  const [left, right] = [at(low, scale), at(high, scale)];
  return plot(html`
    ${grid(scale)}
    <path class="span ${style}" d="M${left} ${middle}H${right}M${left} ${middle - 4}v8M${right} ${middle - 4}v8"/>
    <circle class="value ${style}" cx="${at(value, scale)}" cy="${middle}" r="4.5"/>`);
}

/** Cases that were won, tied and lost, as parts of a bar. */
export function split(wins: number, ties: number, losses: number): Html {
  const all = Math.max(1, wins + ties + losses);
  let x = 0;
  const pieces = (
    [
      [wins, 'supports'],
      [ties, 'tied'],
      [losses, 'against'],
    ] as const
  ).map(([count, style]) => {
    const length = (count / all) * width;
    const piece = html`<rect class="${style}" x="${x.toFixed(1)}" y="${middle - 6}" width="${Math.max(0, length - 1.5).toFixed(1)}" height="12"/>`;
    x += length;
    return count > 0 ? piece : undefined;
  });
  return plot(html`${pieces}`);
}

/** A lock by its tokens per run and its pass rate. */
export interface Point {
  name: string;
  tokens: number;
  rate: number;
  low: number;
  high: number;
  /** Whether no other lock beats it in both. */
  isBest: boolean;
}

const [chartWidth, chartHeight, left, right, top, bottom] = [640, 300, 46, 20, 14, 44];

/** Cost against pass rate. Points that no other beats are filled and joined. */
export function frontier(all: readonly Point[], write: (tokens: number) => string): Html {
  const most = Math.max(1, ...all.map(({ tokens }) => tokens)) * 1.12;
  const x = (tokens: number) => Math.round(left + (tokens / most) * (chartWidth - left - right));
  const y = (rate: number) => Math.round(top + (1 - rate) * (chartHeight - top - bottom));
  const best = all.filter(({ isBest }) => isBest).sort((a, b) => a.tokens - b.tokens);
  const line = best.map(({ tokens, rate }, place) =>
    place === 0 ? `M${x(tokens)} ${y(rate)}` : `H${x(tokens)}V${y(rate)}`,
  );
  const names = placeNames(
    all.map(({ name, tokens, rate }) => ({ x: x(tokens), y: y(rate), text: shortened(name) })),
  );
  const label = 'Pass rate against tokens per run; the table has the numbers.';
  return html`
    <svg class="frontier" role="img" aria-label="${label}"${sizes(chartWidth, chartHeight)}>
      ${shares.ticks.map(
        tick => html`
        <path class="rule" d="M${left} ${y(tick)}H${chartWidth - right}"/>
        <text class="axis" x="${left - 8}" y="${y(tick) + 4}" text-anchor="end">${tick * 100} %</text>`,
      )}
      ${[0, 0.25, 0.5, 0.75, 1].map(
        part => html`
        <text class="axis" x="${x((part * most) / 1.12)}" y="${chartHeight - bottom + 18}" text-anchor="middle">${write((part * most) / 1.12)}</text>`,
      )}
      <text class="axis" x="${chartWidth - right}" y="${chartHeight - 6}" text-anchor="end">tokens per run, on average</text>
      ${best.length > 1 && html`<path class="joined" d="${line.join('')}"/>`}
      ${all.map(point => pointPart(point, x(point.tokens), y))}
      ${all.map(({ name }, at) => html`<text x="${Math.round(names[at]!.x)}" y="${names[at]!.y + 4}">${shortened(name)}</text>`)}
    </svg>`;
}

/** The most characters of a name in a picture. */
const longest = 34;
const characterWidth = 7.3;
const lineHeight = 15;

interface Box {
  x: number;
  y: number;
  width: number;
}

const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && Math.abs(one.y - other.y) < lineHeight;

/** Where the names of points go: beside them, or else above or below, so that no name covers another or a point. */
function placeNames(at: readonly { x: number; y: number; text: string }[]): Box[] {
  const taken: Box[] = at.map(({ x, y }) => ({ x: x - 7, y, width: 14 }));
  return at.map(({ x, y, text }) => {
    const width = text.length * characterWidth;
    const boxes = [
      { x: x + 11, y, width },
      { x: x - 11 - width, y, width },
      ...[-20, 20, -36, 36].map(shift => ({ x: x - width / 2, y: y + shift, width })),
    ].filter(box => box.x > left && box.x + width < chartWidth);
    const box = boxes.find(each => !taken.some(other => overlaps(each, other))) ??
      boxes[0] ?? { x, y, width };
    taken.push(box);
    return box;
  });
}

const shortened = (name: string): string => (name.length > longest ? `${name.slice(0, longest - 1)}…` : name);

const pointPart = ({ low, high, rate, isBest }: Point, x: number, y: (rate: number) => number): Html => html`
  <path class="span" d="M${x} ${y(low)}V${y(high)}"/>
  <circle class="value ${isBest ? 'best' : 'beaten'}" cx="${x}" cy="${y(rate)}" r="5.5"/>`;
