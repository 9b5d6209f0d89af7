/** Comparisons: a pair as a table whose rows are named, and the form by which a browser puts others side by side. */

import { Html, html } from '../../html/html.ts';
import { assets } from '../asset.ts';
import type { Parts, ShownBody } from './parts.ts';

/** The page with the form. */
export const comparePath = '/compare.md';

/** The most that are compared at once; the page of a pair has two. */
const columns = ['First', 'Second', 'Third', 'Fourth'];

/** A pair that the build made. */
export function pairParts({ path, body }: ShownBody): Parts {
  const [, , a, b = ''] = path.replace(/\.md$/, '').split('/');
  const text = body.html.text
    .replace('<th scope="col"></th>', '<td></td>')
    .replace(/(<tr>\s{0,9})<td>([^<]{1,40})<\/td>/g, '$1<th scope="row">$2</th>');
  return {
    body: html`<div class="compared">${new Html(text)}</div>`,
    after: html`<p><a class="button" href="/compare.html?of=${a}&of=${b}">Add another to compare</a></p>`,
    shows: ['compares'],
  };
}

/** The list of pairs. The form needs a script, which loads what is compared; without it the list is the page. */
export function compareParts(): Parts {
  const inputs = columns.map(
    (name, at) => html`
      <p><label for="Of-${at + 1}">${name}${at > 1 && html` <small>(optional)</small>`}</label>
      <input id="Of-${at + 1}" type="text" list="Subjects" autocomplete="off" maxlength="140"${at < 2 && html` required`}></p>`,
  );
  return {
    before: html`
      <noscript><p class="banner">Side by side with a script alone: without one, take a pair from the list below.</p></noscript>
      <form class="compare scripted" action="/compare.html" aria-label="Compare">
        ${inputs}
        <datalist id="Subjects"></datalist>
        <p><button type="submit" class="button">Compare</button></p>
      </form>
      <section class="compared" aria-live="polite" hidden></section>
      <script type="module" src="${assets.compare.path}"></script>`,
    shows: ['lists', 'total', 'page', 'pages', 'next'],
  };
}
