/** Small parts of pages, such as lists, tables of fields and figures. */

import type { Beside } from './beside.ts';
import { escapeHtml, Html, html } from './html/html.ts';
import { readingLink } from './html/markdown.ts';

/** Renders a text from front matter, in which only code has markup. */
export const prose = (text: unknown): Html =>
  new Html(escapeHtml(String(text)).replace(/`([^`]+)`/g, '<code>$1</code>'));

export const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Renders a name and its value for a list of fields. */
export const row = (name: string, value: Html): Html =>
  html`<div><dt>${name.replaceAll('_', ' ')}</dt><dd>${value}</dd></div>`;

/** Renders the day of the newest change of a page; undefined if editors noted none. */
export function changedTag({ changed }: Record<string, unknown>): Html | undefined {
  const [newest] = (changed ?? []) as { on: string }[];
  return newest && html`<span class="tag">changed ${newest.on}</span>`;
}

/** Renders a list of sentences under a heading; undefined if there are none. */
export function listOf(title: string, id: string, items: unknown, style: string): Html | undefined {
  const lines = strings(items);
  if (lines.length === 0) return undefined;
  return html`
    <section class="list ${style}">
      <h2 id="${id}">${title}</h2>
      <ul>${lines.map(line => html`<li>${prose(line)}</li>`)}</ul>
    </section>`;
}

/** Renders a link to a page, with its title if `titles` has it, and else with the name in its path. */
export function linkTo(path: string, titles: Record<string, string> = {}): Html {
  const name = titles[path] ?? path.replace(/^.*\/([^/]+)\.md$/, '$1');
  return html`<a href="${readingLink(path)}">${name}</a>`;
}

/** Tells whether a host of plain files serves the page. Such a host answers no search, no query and no MCP. */
export const isOfFiles = ({ parts }: Pick<Beside, 'parts'>): boolean => parts.includes('files');

/** Returns the address of the list of starters for a task; on the server, it has a query. */
export const startersLink = (task: string, beside: Pick<Beside, 'parts'>): string =>
  isOfFiles(beside) ? `/starters/index/${task}.html` : `/starters/index.html?task_class=${task}`;

/** Renders links to pages of one kind, side by side. */
export const chips = (paths: readonly string[], titles?: Record<string, string>): Html =>
  html`<ul class="chips">${paths.map(path => html`<li>${linkTo(path, titles)}</li>`)}</ul>`;

/** The depth from which nested values are shown as JSON. */
const maxDepth = 2;

/** Renders any value of front matter, for fields that no part of the page shows in a better form. */
export function fieldValue(value: unknown, depth = 0): Html {
  if (typeof value !== 'object' || value === null) return scalar(String(value));
  if (Array.isArray(value) && value.length === 0) return html`<span class="none">none</span>`;
  if (depth >= maxDepth) return jsonOf(value);
  if (Array.isArray(value))
    return html`<ul>${value.map(item => html`<li>${fieldValue(item, depth + 1)}</li>`)}</ul>`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return html`<dl class="fields">${fields.map(([name, field]) => row(name, fieldValue(field, depth + 1)))}</dl>`;
}

/** Renders a value as indented JSON. */
export const jsonOf = (value: unknown): Html =>
  html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;

function scalar(text: string): Html {
  if (/^https?:\/\//.test(text)) return html`<a href="${text}">${text}</a>`;
  if (/^\/[\w./-]+$/.test(text)) return html`<a href="${readingLink(text)}">${text}</a>`;
  if (text.includes('\n')) return html`<pre tabindex="0"><code>${text}</code></pre>`;
  return /^(?:sha256:)?[\w+/=-]{24,}$/.test(text) ? html`<code class="digest">${text}</code>` : prose(text);
}

const units = [
  { size: 1e9, sign: 'B' },
  { size: 1e6, sign: 'M' },
  { size: 1e3, sign: 'k' },
];

/** Writes a number in the short form that people use: `600k`, `1.2M`. */
export function short(value: number): string {
  const unit = units.find(({ size }) => value >= size);
  return unit ? `${Number((value / unit.size).toPrecision(3))}${unit.sign}` : String(value);
}

/**
 * Writes a duration in the short form that people use: `30 min`.
 * @param milliseconds the duration
 */
export function duration(milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  if (minutes < 1) return `${Math.round(milliseconds / 1000)} s`;
  if (minutes < 120) return `${Number(minutes.toFixed(1))} min`;
  const hours = minutes / 60;
  return hours < 72 ? `${Number(hours.toFixed(1))} h` : `${Number((hours / 24).toFixed(1))} days`;
}

/** Renders a table that scrolls if it is wider than the page. The first cell of each row names the row. */
export function table(
  names: readonly (string | Html)[],
  rows: readonly (readonly (string | number | Html)[])[],
): Html {
  const lines = rows.map(([first, ...cells]) => {
    return html`<tr><th scope="row">${first}</th>${cells.map(cell => html`<td>${cell}</td>`)}</tr>`;
  });
  return html`
    <div class="scroll" tabindex="0" role="group" aria-label="Table">
      <table>
        <thead><tr>${names.map(name => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${lines}</tbody>
      </table>
    </div>`;
}
