/**
 * The page of an index: one table that readers sort and filter. The filters need no script, but sorting and the count of rows do.
 */

import { capitalized } from '#document/text/plain-text.ts';
import type { Beside, Cell, Choice } from '../beside.ts';
import { facetClass, facetGroups, maxFacetValues } from '../facet.ts';
import { optionalLinks, statusLinks } from '../frame.ts';
import { Html, html } from '../html/html.ts';
import { readingLink } from '../html/markdown.ts';
import { prose } from '../part.ts';
import type { Parts, ShownBody } from './parts.ts';

export function indexParts({ path, beside, body }: ShownBody): Parts {
  const { choice } = beside;
  const shows = ['lists', 'total'];
  if (!choice) return { body: withEntries(body.html), shows };
  return {
    before: html`${path === '/research/index.md' && seeAlso(beside)}${choiceTable(choice)}`,
    body: withoutRows(body.html),
    // The table has the whole width: its filters name the same families as the headings below it.
    within: [],
    shows,
  };
}

/** Renders links to what readers of the list of records also look for; undefined if the site has none of it. */
function seeAlso(beside: Beside): Html | undefined {
  const links = optionalLinks(
    [{ path: '/comparisons/index.md', title: 'Results computed again', part: 'comparisons' }, ...statusLinks],
    beside,
  );
  return links.length > 0
    ? html`<p>See also: ${links.map((link, at) => html`${at > 0 && ' · '}${link}`)}</p>`
    : undefined;
}

/** Renders a table that readers sort and filter, with its filters and its count, and the deprecated rows below the table. */
export function choiceTable(choice: Choice): Html {
  const { of, columns, rows, later } = choice;
  const facets = facetsOf(choice);
  return html`
    ${facets.length > 0 && filters(facets)}
    <div class="choice">
      <p class="count" role="status" data-of="${of}">${rows.length} ${of}</p>
      ${tableOf(columns, rows, facets, of)}
    </div>
    ${later && laterPart(columns, later)}`;
}

/** Renders the deprecated rows under a heading of their own. */
const laterPart = (columns: Choice['columns'], { title, rows }: NonNullable<Choice['later']>): Html => html`
  <section>
    <h2 id="Deprecated">${title}</h2>
    <div class="choice">${tableOf(columns, rows, [], title)}</div>
  </section>`;

const filters = (facets: readonly Facet[]): Html => html`
  <details class="facets">
    <summary>Filter</summary>
    <div role="group" aria-label="Choose by">${facets.map(facetPart)}</div>
  </details>`;

interface Facet {
  group: string;
  name: string;
  /** The index of its column. */
  at: number;
  values: { value: string; count: number }[];
}

/** Returns the values by which filters find a cell: those that it states, or else its text. */
const valuesOf = ({ text, values = [text] }: Cell): string[] => values;

function facetsOf({ columns, rows }: Choice): Facet[] {
  const used = columns.flatMap(({ name, use }, at) => (use === undefined ? [] : [{ name, at }]));
  return used.slice(0, facetGroups.length).map(({ name, at }, place) => {
    const counts = new Map<string, number>();
    for (const row of rows)
      for (const value of valuesOf(row[at]!)) counts.set(value, (counts.get(value) ?? 0) + 1);
    const values = [...counts].map(([value, count]) => ({ value, count }));
    values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    return { group: facetGroups[place]!, name, at, values: values.slice(0, maxFacetValues) };
  });
}

const facetPart = ({ group, name, values }: Facet): Html => html`
  <fieldset>
    <legend>${capitalized(name)}</legend>
    <label><input type="radio" name="${group}" checked><span>all<span class="hidden"> (${name})</span></span></label>
    ${values.map(
      ({ value, count }, at) => html`
      <label><input type="radio" name="${group}" class="${facetClass(group, at)}"><span>${value} <small>${count}</small></span></label>`,
    )}
  </fieldset>`;

function tableOf(
  columns: Choice['columns'],
  rows: readonly Cell[][],
  facets: readonly Facet[],
  label: string,
): Html {
  const shown = columns.flatMap(({ name, use }, at) => (use === 'only_filter' ? [] : [{ name, at }]));
  const lines = rows.map(row => {
    const classes = facets.flatMap(({ group, at, values }) =>
      values.flatMap(({ value }, place) =>
        valuesOf(row[at]!).includes(value) ? [facetClass(group, place)] : [],
      ),
    );
    const cells = shown.map(({ name, at }, place) => cellOf(row[at]!, name, place === 0));
    return html`<tr class="${['item', ...classes].join(' ')}">${cells}</tr>`;
  });
  return html`
    <table data-sorts aria-label="${label}">
      <thead><tr>${shown.map(({ name }) => html`<th scope="col">${capitalized(name)}</th>`)}</tr></thead>
      <tbody>${lines}</tbody>
    </table>`;
}

function cellOf({ text, path, id, note, at }: Cell, name: string, isFirst: boolean): Html {
  const words = path === undefined ? prose(text) : html`<a href="${readingLink(path)}">${text}</a>`;
  const idPart = id !== undefined && html` <small><code>${id}</code></small>`;
  const notePart = note !== undefined && html` <small class="note">${prose(note)}</small>`;
  const content = html`${words}${idPart}${notePart}`;
  const order = at !== undefined && html` data-at="${at}"`;
  return isFirst
    ? html`<th scope="row"${order}>${content}</th>`
    : html`<td data-name="${capitalized(name)}"${unknownWords.has(text) && html` class="unknown"`}${order}>${content}</td>`;
}

/** The texts of cells that say only that nothing is known. On a phone, such cells are left out. */
const unknownWords: ReadonlySet<string> = new Set(['unknown', 'none', 'not reported']);

/** Removes from a body the tables and lists whose rows the table above shows. */
const withoutRows = ({ text }: Html): Html =>
  new Html(
    [
      ['<div class="scroll"', '</table></div>'],
      ['<ul>', '</ul>'],
      ['<h2 id="deprecated', '</h2>'],
    ].reduce((rest, [begin, end]) => without(rest, begin!, end!), text),
  );

/** Removes from a text everything from each occurrence of `begin` to the end of the `end` that follows it. */
const without = (text: string, begin: string, end: string): string =>
  text
    .split(begin)
    .map((part, at) => (at === 0 ? part : part.split(end).slice(1).join(end)))
    .join('');

/** The form of a list item that links to a page and describes the page. */
const entry = /^<li><a href="([^"<>]*)">([^<]*)<\/a>: (.*)<\/li>$/;

/** Marks the items of a list that have this form as entries, each with its link and its description. */
const withEntries = ({ text }: Html): Html =>
  new Html(
    text
      .split('\n')
      .map(line => {
        const [, href, name, words] = entry.exec(line) ?? [];
        if (name === undefined) return line;
        return `<li class="entry"><a href="${href}">${name}</a> <span>${asides(words!)}</span></li>`;
      })
      .join('\n'),
  );

/**
 * Sets the part of a description that begins with `Control:`, `Tasks:` or `At most` in small type,
 * because it matters less than the purpose.
 */
function asides(words: string): string {
  const at = words.search(/ (?:Control: |Tasks: |At most \d)/);
  return at < 0 ? words : `${words.slice(0, at)} <small>${words.slice(at + 1)}</small>`;
}
