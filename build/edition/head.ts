/** The head of a page for programs: what the page is about, and how a link to it is shown. */

import { Html, html } from './html/html.ts';
import type { DescribedPage } from './metadata/described.ts';
import { linkedData } from './metadata/linked-data.ts';
import { openGraph, scholarTags } from './metadata/tags.ts';
import { termsIn } from './metadata/terms.ts';

/** The title of the guide that defines words. */
const glossary = 'Glossary';

/** @param body of the page, Markdown */
export function describedHead(page: DescribedPage, body: string): Html {
  const { title } = page;
  const tags = [...openGraph(page), ...scholarTags(page)].map(({ property, name, content }) =>
    property === undefined
      ? html`<meta name="${name}" content="${content}">`
      : html`<meta property="${property}" content="${content}">`,
  );
  const terms = title === glossary ? { terms: termsIn(body) } : {};
  return html`${tags}<script type="application/ld+json">${dataOf(linkedData({ ...page, ...terms }))}</script>`;
}

/** JSON within a script, which no text of it can end. No browser runs it, so no policy is asked for it. */
const dataOf = (data: object): Html => new Html(JSON.stringify(data).replaceAll('<', '\\u003c'));
