/** The page of search results: the question in its box, the number of results of each sort, and a card for each page. */

import { taskTitle } from '#document/text/task-title.ts';
import { readingLink } from '#edition/html/markdown.ts';
import { highlighted } from '#edition/search/highlight.ts';
import { searchForm } from '../frame.ts';
import { type Html, html } from '../html/html.ts';
import { isOfFiles } from '../part.ts';
import type { Parts, ShownBody } from './parts.ts';

interface Result {
  path: string;
  kind: string;
  title: string;
  description?: string;
  family?: string;
  evidence?: { supports: number; mixed: number; against: number };
}

/** The words for the sides of evidence, which are the same on other pages. */
const sideNames: Record<string, string> = { supports: 'for', mixed: 'undecided' };

/** The facets by which a search can be narrowed. */
const narrowing = ['kind', 'domain'];

export function searchParts({ value, body }: ShownBody): Parts {
  const query = String(value.query);
  const results = (Array.isArray(value.results) ? value.results : []) as Result[];
  const facets = Object(value.facets) as Record<string, { name: string; count: number }[]>;
  const filters = Object(value.filters) as Record<string, string>;
  return {
    before: html`
      ${searchForm('Results-search', { label: 'Search again', value: query })}
      ${results.length > 0 && narrowPart(Object.entries(facets).map(([name, sorts]) => facet(name, sorts, query, filters)))}`,
    body:
      results.length === 0
        ? undefined
        : html`<div class="results">${results.map(result => card(result, query))}</div>${stepsOf(body.html)}`,
    shows: ['query', 'filters', 'total', 'offset', 'limit', 'facets', 'results'],
  };
}

/**
 * Makes the parts of the search page without a question: the box, examples and, on a host of plain files, the
 * element in which a script shows results.
 */
export function searchPageParts({ beside, body }: ShownBody): Parts {
  const needsScript = isOfFiles(beside);
  return {
    before: html`
      <div class="task-box">${searchForm('Page-search', { label: 'Search everything', placeholder: 'fix a bug', needsScript })}</div>
      <p>Try <a href="/search.html?q=code+review">code review</a>, <a href="/search.html?q=Codex">Codex</a>,${' '}
        <a href="/search.html?q=what+is+a+formation">what is a formation</a> or${' '}
        <a href="/search.html?q=how+do+I+verify+a+signature">how do I verify a signature</a>.</p>`,
    body: needsScript ? html`<div data-results="">${body.html}</div>` : undefined,
    shows: [],
  };
}

/** Renders the filters of the results. They are closed at first, so that results fit on the first screen of a phone. */
const narrowPart = (sorts: (Html | undefined)[]): Html =>
  html`<details class="found"><summary>Narrow the search</summary>${sorts}</details>`;

function facet(
  name: string,
  sorts: { name: string; count: number }[],
  query: string,
  filters: Record<string, string>,
) {
  if (sorts.length === 0) return undefined;
  const items = sorts.map(({ name: sort, count }) => {
    const words = html`${sideNames[sort] ?? sort.replaceAll('_', ' ')} <small>${count}</small>`;
    if (!narrowing.includes(name)) return html`<li><span class="tag">${words}</span></li>`;
    const chosen = new URLSearchParams({ q: query, ...filters, [name]: sort });
    return html`<li><a href="/search.html?${chosen.toString()}">${words}</a></li>`;
  });
  return html`<div><h2>${name}</h2><ul class="chips">${items}</ul></div>`;
}

const card = ({ path, kind, title, description = '', family, evidence }: Result, query: string): Html => html`
  <section class="card">
    <p class="kind">${[kind.replaceAll('_', ' '), family].filter(Boolean).join(' · ')}</p>
    <h2><a href="${readingLink(path)}">${isTaskClass(title) ? taskClassPart(path, title) : marked(title, query)}</a></h2>
    <p>${marked(description, query)}</p>
    ${evidence && html`<p class="evidence-line">${wordsOf(evidence)}</p>`}
  </section>`;

const isTaskClass = (title: string): boolean => /^[a-z]+\.[a-z_]+$/.test(title);

/** Renders a task class in words. For a task with a page of its own, the class is replaced later by the title of that page. */
const taskClassPart = (path: string, taskClass: string): Html | string =>
  path.startsWith('/tasks/')
    ? taskClass
    : html`${taskTitle({ name: taskClass.replace(/^.*\./, '') })} <small><code>${taskClass}</code></small>`;

/** Writes how findings divide: `3 for, 1 against`. */
const wordsOf = (evidence: NonNullable<Result['evidence']>): string =>
  Object.entries(evidence)
    .filter(([, count]) => count > 0)
    .map(([side, count]) => `${count} ${sideNames[side] ?? side}`)
    .join(', ');

/** Renders as buttons the links to the previous and next results that the body has. */
const stepsOf = ({ text }: Html): Html => {
  const links = [...text.matchAll(/<a href="(\/search\.html\?[^"]*)">((?:Next|Previous) results)<\/a>/g)];
  return html`<p class="steps">${links.map(([, href, name]) => html`<a class="button" href="${unescaped(href!)}">${name}</a> `)}</p>`;
};

const unescaped = (href: string): string => href.replaceAll('&#x26;', '&').replaceAll('&amp;', '&');

/** Renders a text with the words of the question marked. */
const marked = (text: string, query: string): Html =>
  html`${highlighted(text, query).map(piece => (piece.isAsked ? html`<mark>${piece.text}</mark>` : piece.text))}`;
