/** Pictures of evidence, drawn by hand as SVG: signs differ in shape, not in colour alone, and each has its table. */

import type { Balance, EvidencePoint, Link } from './beside.ts';
import { sizes } from './drawing/drawing.ts';
import { type Html, html } from './html/html.ts';
import { readingLink } from './html/markdown.ts';
import { table } from './part.ts';

const sides = [
  { direction: 'supports', name: 'for' },
  { direction: 'mixed', name: 'undecided' },
  { direction: 'against', name: 'against' },
] as const;

type Direction = EvidencePoint['direction'];

/** The sign of a side, about 10 units wide. */
function sign(direction: Direction, x: number, y: number): Html {
  const at = `translate(${x} ${y})`;
  if (direction === 'supports') return html`<circle class="${direction}" transform="${at}" r="5"/>`;
  const path = direction === 'mixed' ? 'M0-5.5 5.5 0 0 5.5-5.5 0z' : 'M-4-4 4 4M4-4-4 4';
  return html`<path class="${direction}" transform="${at}" d="${path}"/>`;
}

/** Where the signs of the key are. */
const keyPlaces = [8, 58, 156];

/** Draws the signs at the height `y`, each with the side that it stands for. */
const key = (y: number): Html =>
  html`${sides.map(
    ({ direction, name }, at) => html`
    ${sign(direction, keyPlaces[at]!, y)}
    <text x="${keyPlaces[at]! + 11}" y="${y + 4}">${name}</text>`,
  )}`;

/** A picture that scrolls where it is wider than the page. */
const picture = (label: string, width: number, height: number, parts: Html): Html => html`
  <div class="scroll" tabindex="0" role="group" aria-label="${label}">
    <svg role="img" aria-label="${label}"${sizes(width, height)}>${parts}</svg>
  </div>`;

const asTable = (tables: Html): Html =>
  html`<details class="words"><summary>The picture as a table</summary>${tables}</details>`;

const barWidth = 160;

/** How findings divide, as a bar and in words. */
export function balanceBar(balance: Balance): Html {
  const total = balance.supports + balance.mixed + balance.against;
  let x = 0;
  const pieces = sides.flatMap(({ direction }) => {
    const length = Math.round((barWidth * balance[direction]) / total);
    const piece = html`<rect class="${direction}" x="${x}" width="${Math.max(0, length - 2)}" height="10" rx="2"/>`;
    x += length;
    return length > 0 ? [piece] : [];
  });
  return html`<svg aria-hidden="true"${sizes(barWidth, 10)}>${pieces}</svg> <span>${wordsOf(balance)}</span>`;
}

const wordsOf = (balance: Balance | undefined): string =>
  sides
    .filter(({ direction }) => (balance?.[direction] ?? 0) > 0)
    .map(({ direction, name }) => `${balance![direction]} ${name}`)
    .join(', ');

type MatrixRow = Link & { byDomain: Record<string, Balance> };

const column = 86;
const matrixLeft = 196;
const matrixRow = 24;

/** Patterns × domains. Each cell has one bar per side; its length is the number of findings. */
export function matrixPicture(rows: readonly MatrixRow[]): Html {
  const domains = [...new Set(rows.flatMap(({ byDomain }) => Object.keys(byDomain)))].sort();
  const width = matrixLeft + domains.length * column;
  const y = (at: number) => 58 + at * matrixRow;
  const head = domains.map(
    (domain, at) => html`<text class="axis" x="${matrixLeft + at * column}" y="36">${domain}</text>`,
  );
  const lines = rows.map(
    ({ title, byDomain }, at) => html`
    <path class="rule" d="M0 ${y(at) - 12}H${width}"/>
    <text class="row" x="0" y="${y(at) + 4}">${title}</text>
    ${domains.map((domain, place) => byDomain[domain] && bars(byDomain[domain], matrixLeft + place * column, y(at)))}`,
  );
  const cells = rows.map(({ path, title, byDomain }) => [
    html`<a href="${readingLink(path.replace(/\.md$/, '/findings.md'))}">${title}</a>`,
    ...domains.map(domain => wordsOf(byDomain[domain])),
  ]);
  const label = 'Findings for and against each pattern in each domain';
  return html`
    <div class="evidence">
      <figure>
        ${picture(label, width, y(rows.length), html`${key(12)}${head}${lines}`)}
        <figcaption>The longer a bar, the more findings. Compare their conditions, not their count.</figcaption>
      </figure>
      ${asTable(table(['pattern', ...domains], cells))}
    </div>`;
}

const unit = 6;

/** One bar a side, one below the other. */
const bars = (balance: Balance, x: number, y: number): Html =>
  html`${sides.map(({ direction }, at) => {
    const length = Math.min(column - 10, balance[direction] * unit);
    return (
      length > 0 &&
      html`<rect class="${direction}" x="${x}" y="${y - 8 + at * 6}" width="${length}" height="4" rx="1"/>`
    );
  })}`;
