/** An index: its lines with facets to choose by, which need no script, and on the index of patterns the matrix of evidence. */

import type { Item } from '../beside.ts';
import { matrixPicture } from '../evidence-picture.ts';
import { facetClass, facetGroups, maxFacetValues } from '../facet.ts';
import { Html, html } from '../html/html.ts';
import { readingLink } from '../html/markdown.ts';
import type { Parts, ShownBody } from './parts.ts';
import { heading } from './team.ts';

export function indexParts({ beside, body }: ShownBody): Parts {
  const { items = [], matrix } = beside;
  const facets = facetsOf(items);
  return {
    before:
      facets.length > 0
        ? html`<div class="facets" role="group" aria-label="Choose by">${facets.map(facetPart)}</div>`
        : undefined,
    body: marked(body.html, items, facets),
    after:
      matrix && matrix.length > 0
        ? html`<section><h2 id="Matrix">Evidence by domain</h2>${matrixPicture(matrix)}</section>`
        : undefined,
    ...(matrix && matrix.length > 0 && { later: [heading('Matrix', 'Evidence by domain')] }),
    shows: ['lists', 'total'],
  };
}

interface Facet {
  group: string;
  name: string;
  values: { value: string; count: number }[];
}

function facetsOf(items: readonly Item[]): Facet[] {
  const names = [...new Set(items.flatMap(({ facets }) => Object.keys(facets)))].slice(0, facetGroups.length);
  return names.map((name, at) => {
    const counts = new Map<string, number>();
    for (const { facets } of items)
      for (const value of facets[name] ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
    const values = [...counts].map(([value, count]) => ({ value, count }));
    values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    return { group: facetGroups[at]!, name, values: values.slice(0, maxFacetValues) };
  });
}

const facetPart = ({ group, name, values }: Facet): Html => html`
  <fieldset>
    <legend>${name}</legend>
    <label><input type="radio" name="${group}" checked><span>all</span></label>
    ${values.map(
      ({ value, count }, at) => html`
      <label><input type="radio" name="${group}" class="${facetClass(group, at)}"><span>${value} <small>${count}</small></span></label>`,
    )}
  </fieldset>`;

/** A line that names a page and says what it is. */
const entry = /^<li><a href="([^"<>]*)">([^<]*)<\/a>: (.*)<\/li>$/;

/** The lines of the list as entries: the page, what it is, and the classes of its values. */
function marked({ text }: Html, items: readonly Item[], facets: readonly Facet[]): Html {
  const byHref = new Map(items.map(item => [readingLink(item.path), item]));
  const lines = text.split('\n').map(line => {
    const [, href = '', name, words] = entry.exec(line) ?? [];
    if (name === undefined) return line;
    const item = byHref.get(href);
    const classes = facets.flatMap(({ group, name, values }) =>
      values.flatMap(({ value }, at) => (item?.facets[name]?.includes(value) ? [facetClass(group, at)] : [])),
    );
    const title = item?.title === undefined ? name : html`${item.title} <small>${new Html(name)}</small>`;
    const style = item ? `${itemStyle} ${classes.join(' ')}` : 'entry';
    return `<li class="${style}"><a href="${href}">${title}</a> <span>${asides(words!)}</span></li>`;
  });
  return facets.length > 0 ? inGroups(lines.join('\n')) : new Html(lines.join('\n'));
}

const itemStyle = 'entry item';

/** A part of the body: a list with its heading, and what is before that. */
interface Piece {
  before: string;
  group: string;
}

/** The lists of a body as groups, and what is said when none of them shows anything. */
function inGroups(text: string): Html {
  const pieces = text.split(/^(?=<h2 )/m).map(grouped);
  const first = pieces.findIndex(({ group }) => group !== '');
  const groups = pieces.slice(first).map(({ group }) => group);
  // Text between groups would be there without them too.
  if (first < 0 || groups.includes(''))
    return new Html(pieces.map(({ before, group }) => before + group).join(''));
  const before = pieces.slice(0, first + 1).map(piece => piece.before);
  return new Html(`${before.join('')}<div class="narrowed">${groups.join('')}${nothingLeft}</div>`);
}

const nothingLeft = html`
  <div class="nothing"><p>No entry has all of these. Choose “all” in one of the rows.</p></div>`;

/** The style sheet hides what is above a list that shows nothing. */
function grouped(part: string): Piece {
  const at = part.indexOf('<ul>');
  if (at < 0 || !part.includes(`class="${itemStyle}`)) return { before: part, group: '' };
  const [above, list] = [part.slice(0, at), part.slice(at)];
  if (!part.startsWith('<h2 ')) return { before: above, group: `<div class="group">${list}</div>` };
  return { before: '', group: `<div class="group"><div class="about">${above}</div>${list}</div>` };
}

/** Makes the rest of a line small from `Control:`, `Tasks:` or `At most` on: it says less than the purpose of the page. */
function asides(words: string): string {
  const at = words.search(/ (?:Control: |Tasks: |At most \d)/);
  return at < 0 ? words : `${words.slice(0, at)} <small>${words.slice(at + 1)}</small>`;
}
