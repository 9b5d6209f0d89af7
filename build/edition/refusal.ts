/** A refusal as a page for people: what was wrong, what to do next, and the whole error document. */
import type { Fault } from '#document/text/fault.ts';
import type { Files } from './asset.ts';
import type { Beside, Link } from './beside.ts';
import { framed, searchForm } from './frame.ts';
import { Html, html } from './html/html.ts';
import { readingLink } from './html/markdown.ts';
import { fieldValue, prose, row } from './part.ts';

interface Refused {
  title: string;
  description: string;
  /** The fields of the error document. */
  value: { status: number; code: string; errors: Pick<Fault, 'field' | 'message'>[] };
  /** The requested address; undefined if the page may not repeat it. */
  address?: string | undefined;
  /** The words of a search that was refused; undefined if it was no search. */
  typed?: string | undefined;
  /** The page that the reader probably meant; undefined if there is none. */
  near?: Link | undefined;
  /** The main parts of the site, in which a reader can begin instead. */
  rooms: readonly (Link & { description: string })[];
  files: Files;
}

/**
 * Renders the HTML page of an error, such as 404. It states no digest of its Markdown, because no address serves that Markdown.
 */
export function refusedPage(refused: Refused, beside: Beside): string {
  const { value, description, typed, rooms, files } = refused;
  const isSearch = typed !== undefined;
  const title = isSearch ? 'Check your search' : (titles[value.code] ?? refused.title);
  const label = isSearch ? 'Search again' : 'Search the catalog';
  const placeholder = 'fix a bug';
  const main = html`
    <article>
      <header class="head">
        <p class="kind">${value.status} ${value.code.replaceAll('_', ' ')}</p>
        <h1>${title}</h1>
        <p class="lead">${lead(refused)}</p>
      </header>
      <section class="task-box">
        <h2 id="Search">${label}</h2>
        ${searchForm('Refused-search', { label, placeholder, value: typed ?? '' })}
      </section>
      ${roomsPart(rooms)}
      ${faultsOf(refused)}
      <details class="front">
        <summary>Error document</summary>
        <dl class="fields">${Object.entries(value).map(([name, field]) => row(name, fieldValue(field)))}</dl>
      </details>
    </article>`;
  return framed({ path: '', title, description, main, files, headings: [], kind: 'refused' }, beside);
}

/** The titles of errors that are clearer for a visitor who sent no document, by the code of the error. */
const titles: Record<string, string> = { validation_failed: 'Check the address' };

function lead({ value, description, address, typed, near }: Refused): Html {
  if (typed === '') return html`You typed nothing. Say in plain words what the work is, such as “fix a bug”.`;
  const where = address === undefined ? 'this address' : html`<code>${address}</code>`;
  const said = value.code === 'not_found' ? html`Nothing is served at ${where}.` : withLinks(description);
  return near ? html`${said} ${meant(near, value.code)}` : said;
}

/** Renders a message with links to the pages that it names. */
function withLinks(message: string): Html {
  const { text } = prose(message);
  const linked = (path: string) => html`<a href="${readingLink(path)}">${path}</a>`.text;
  return new Html(
    text.replace(/\/[a-z/-]+(?:\.md\b)?/g, path => (path.endsWith('.md') ? linked(path) : path)),
  );
}

const meant = ({ path, title }: Link, code: string): Html =>
  code === 'not_found'
    ? html`Did you mean <a href="${path}">${title}</a>?`
    : html`Go to <a href="${path}">${title}</a>.`;

/** Renders the list of faults that the description does not mention; undefined if there are none. */
function faultsOf({ value, description }: Refused): Html | undefined {
  const left = value.errors.filter(({ message }) => !description.includes(message));
  if (left.length === 0) return undefined;
  const items = left.map(({ field, message }) => html`<li><code>${field}</code>: ${prose(message)}</li>`);
  return html`<section><h2 id="Faults">What was wrong</h2><ul>${items}</ul></section>`;
}

const roomsPart = (rooms: Refused['rooms']): Html => html`
  <section>
    <h2 id="Rooms">Or begin here</h2>
    <div class="cards">${rooms.map(
      ({ path, title, description }) =>
        html`<a class="card" href="${path}"><h3>${title}</h3><p>${description}</p></a>`,
    )}
    </div>
  </section>`;
