/** Pictures of evidence, drawn by hand as SVG: signs differ in shape, not in colour alone, and each has its table. */
import type { Balance, Cost, EvidencePoint, Link } from './beside.ts';
import { type Html, html } from './html.ts';
import { readingLink } from './markdown.ts';
import { duration, short } from './part.ts';

const sides = [
  { direction: 'supports', name: 'for' },
  { direction: 'mixed', name: 'undecided' },
  { direction: 'against', name: 'against' },
] as const;

type Direction = EvidencePoint['direction'];

/** The sign of a side, 10 units wide. */
function sign(direction: Direction, x: number, y: number): Html {
  const at = `translate(${x} ${y})`;
  if (direction === 'supports') return html`<circle class="${direction}" transform="${at}" r="5"/>`;
  if (direction === 'mixed')
    return html`<path class="${direction}" transform="${at}" d="M0-5.5 5.5 0 0 5.5-5.5 0z"/>`;
  return html`<path class="${direction}" transform="${at}" d="M-4-4 4 4M4-4-4 4"/>`;
}

const key = (x: number, y: number): Html =>
  html`${sides.map(({ direction, name }, at) => html`${sign(direction, x + at * 92, y)}<text x="${x + 11 + at * 92}" y="${y + 4}">${name}</text>`)}`;

const step = 14;
const rowHeight = 26;
const left = 168;
const headHeight = 52;

/** Findings by task and year: a sign each, those with an effect filled. */
export function evidencePicture(points: readonly EvidencePoint[]): Html {
  const tasks = [...new Set(points.map(({ task }) => task))].sort();
  const years = [...new Set(points.map(({ year }) => year))].sort((a, b) => a - b);
  const cell = (task: string, year: number) =>
    points.filter(point => point.task === task && point.year === year);
  const most = 8;
  const columns = years.map(
    year => Math.min(most, Math.max(2, ...tasks.map(task => cell(task, year).length))) * step + 20,
  );
  const starts = columns.map((_, at) => left + columns.slice(0, at).reduce((sum, width) => sum + width, 0));
  const rows = tasks.map(
    task =>
      Math.max(1, ...years.map(year => Math.ceil(cell(task, year).length / most))) * step + rowHeight - step,
  );
  const tops = rows.map((_, at) => headHeight + rows.slice(0, at).reduce((sum, height) => sum + height, 0));
  const width = Math.max(left + columns.reduce((sum, each) => sum + each, 0), 460);
  const height = headHeight + rows.reduce((sum, each) => sum + each, 0) + 4;
  const marks = tasks.flatMap((task, row) =>
    years.flatMap((year, column) =>
      ordered(cell(task, year)).map((point, at) => {
        const x = starts[column]! + 12 + (at % most) * step;
        const y = tops[row]! + rowHeight / 2 + Math.floor(at / most) * step;
        return html`<g class="mark${point.effect !== undefined && ' effect'}"><title>${tipOf(point)}</title>${sign(point.direction, x, y)}</g>`;
      }),
    ),
  );
  return html`<figure class="evidence"><div class="scroll" tabindex="0" role="group" aria-label="Picture of the findings"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${summaryOf(points)}">${key(8, 14)}${years.map((year, at) => html`<text class="axis" x="${starts[at]! + 6}" y="${headHeight - 10}">${year}</text>`)}${tasks.map((task, at) => html`<path class="rule" d="M0 ${tops[at]!}H${width}"/><text class="row" x="0" y="${tops[at]! + rowHeight / 2 + 4}">${task}</text>`)}${marks}</svg></div>
<figcaption>${summaryOf(points)} Filled signs state an effect.</figcaption>
${tableOf(points)}</figure>`;
}

const ordered = (points: readonly EvidencePoint[]): EvidencePoint[] =>
  sides.flatMap(({ direction }) => points.filter(point => point.direction === direction));

const tipOf = ({ direction, claim, effect }: EvidencePoint): string =>
  `${nameOf(direction)}: ${claim}${effect === undefined ? '' : ` (${effect})`}`;

const nameOf = (direction: Direction): string => sides.find(side => side.direction === direction)!.name;

function summaryOf(points: readonly EvidencePoint[]): string {
  const counts = sides.flatMap(({ direction, name }) => {
    const count = points.filter(point => point.direction === direction).length;
    return count > 0 ? [`${count} ${name}`] : [];
  });
  const years = points.map(({ year }) => year);
  const span = [...new Set([Math.min(...years), Math.max(...years)])].join(' to ');
  return `${points.length} ${points.length === 1 ? 'finding' : 'findings'} by task and year, ${span}: ${counts.join(', ')}.`;
}

/** The most rows of a table beside its picture; the text below has every finding. */
const maxRows = 60;

function tableOf(points: readonly EvidencePoint[]): Html {
  const effects = points.filter(({ effect }) => effect !== undefined).slice(0, maxRows);
  const tasks = [...new Set(points.map(({ task }) => task))].sort();
  const count = (task: string, direction: Direction) =>
    points.filter(point => point.task === task && point.direction === direction).length;
  return html`<details class="words"><summary>The picture as a table</summary><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">task</th>${sides.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${tasks.map(task => html`<tr><th scope="row">${task}</th>${sides.map(({ direction }) => html`<td>${count(task, direction)}</td>`)}</tr>`)}</tbody></table></div>${
    effects.length > 0 &&
    html`<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">year</th><th scope="col">task</th><th scope="col">side</th><th scope="col">effect</th></tr></thead><tbody>${effects.map(({ year, task, direction, effect, href }) => html`<tr><td>${year}</td><td>${task}</td><td>${nameOf(direction)}</td><td><a href="${href}">${effect}</a></td></tr>`)}</tbody></table></div>`
  }</details>`;
}

/** How findings divide, as a bar and in words. */
export function balanceBar(balance: Balance): Html {
  const total = balance.supports + balance.mixed + balance.against;
  const width = 160;
  let x = 0;
  const pieces = sides.flatMap(({ direction }) => {
    const length = Math.round((width * balance[direction]) / total);
    const piece = html`<rect class="${direction}" x="${x}" width="${Math.max(0, length - 2)}" height="10" rx="2"/>`;
    x += length;
    return length > 0 ? [piece] : [];
  });
  const words = sides
    .filter(({ direction }) => balance[direction] > 0)
    .map(({ direction, name }) => `${balance[direction]} ${name}`);
  return html`<svg class="balance" viewBox="0 0 ${width} 10" width="${width}" height="10" aria-hidden="true">${pieces}</svg> <span>${words.join(', ')}</span>`;
}

type MatrixRow = Link & { byDomain: Record<string, Balance> };

const column = 86;
const matrixLeft = 210;

/** Patterns × domains: in each cell a sign a side, as large as it has findings. */
export function matrixPicture(rows: readonly MatrixRow[]): Html {
  const domains = [...new Set(rows.flatMap(({ byDomain }) => Object.keys(byDomain)))].sort();
  const width = matrixLeft + domains.length * column;
  const height = 30 + rows.length * 22 + 30;
  const y = (at: number) => 52 + at * 22;
  return html`<figure class="evidence"><div class="scroll" tabindex="0" role="group" aria-label="Matrix of patterns and domains"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Balance of evidence for each pattern in each domain; the table below has the numbers.">${key(8, 12)}${domains.map((domain, at) => html`<text class="axis" x="${matrixLeft + at * column}" y="34">${domain}</text>`)}${rows.map(({ title, byDomain }, at) => html`<path class="rule" d="M0 ${y(at) - 11}H${width}"/><text class="row" x="0" y="${y(at) + 4}">${title}</text>${domains.map((domain, place) => byDomain[domain] && bars(byDomain[domain], matrixLeft + place * column, y(at)))}`)}</svg></div>
<figcaption>The longer a bar, the more findings. Compare their conditions, not their count.</figcaption>
<details class="words"><summary>The picture as a table</summary><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">pattern</th>${domains.map(domain => html`<th scope="col">${domain}</th>`)}</tr></thead><tbody>${rows.map(({ path, title, byDomain }) => html`<tr><th scope="row"><a href="${readingLink(path.replace(/\.md$/, '/findings.md'))}">${title}</a></th>${domains.map(domain => html`<td>${wordsOf(byDomain[domain])}</td>`)}</tr>`)}</tbody></table></div></details></figure>`;
}

const unit = 6;

/** One bar a side, one below the other. */
function bars(balance: Balance, x: number, y: number): Html {
  return html`${sides.map(({ direction }, at) => {
    const count = balance[direction];
    return (
      count > 0 &&
      html`<rect class="${direction}" x="${x}" y="${y - 8 + at * 6}" width="${Math.min(column - 10, count * unit)}" height="4" rx="1"/>`
    );
  })}`;
}

const wordsOf = (balance: Balance | undefined): string =>
  balance
    ? sides
        .filter(({ direction }) => balance[direction] > 0)
        .map(({ direction, name }) => `${balance[direction]} ${name}`)
        .join(', ')
    : '';

/** What a version may spend beside its control: the first is the version, the second its control. */
export function costPicture(costs: readonly Cost[]): Html {
  const most = Math.max(...costs.map(({ input, output }) => input + output));
  const scale = (tokens: number) => Math.round((tokens / most) * 380 * 10) / 10;
  const height = costs.length * 40 + 6;
  return html`<figure class="evidence cost"><div class="scroll" tabindex="0" role="group" aria-label="Cost"><svg viewBox="0 0 640 ${height}" width="640" height="${height}" role="img" aria-label="Tokens of one run at most; the table below has the numbers.">${costs.map(({ title, input, output }, at) => html`<text class="row" x="0" y="${at * 40 + 24}">${title}</text><rect class="input" x="190" y="${at * 40 + 10}" width="${scale(input)}" height="18" rx="3"/><rect class="output" x="${190 + scale(input)}" y="${at * 40 + 10}" width="${Math.max(2, scale(output))}" height="18" rx="3"/><text x="${196 + scale(input + output)}" y="${at * 40 + 24}">${short(input + output)}</text>`)}</svg></div>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">at most</th><th scope="col">input tokens</th><th scope="col">output tokens</th><th scope="col">time</th><th scope="col">calls</th></tr></thead><tbody>${costs.map(({ title, path, input, output, milliseconds, calls }) => html`<tr><th scope="row"><a href="${readingLink(path)}">${title}</a></th><td>${short(input)}</td><td>${short(output)}</td><td>${duration(milliseconds)}</td><td>${calls === undefined ? 'not stated' : short(calls)}</td></tr>`)}</tbody></table></div></figure>`;
}
