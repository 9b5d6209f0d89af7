/** The head of a page for programs: what the page is about, and how to show a link to the page. */

import { Html, html } from './html/html.ts';
import type { DescribedPage } from './metadata/described.ts';
import { linkedData } from './metadata/linked-data.ts';
import { openGraph, scholarTags } from './metadata/tags.ts';
import { termsIn } from './metadata/terms.ts';

/** The title of the guide that is the glossary. */
const glossary = 'Glossary';

/**
 * Renders the tags that describe a page to search engines.
 * @param body the body of the page as Markdown
 */
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

/**
 * Returns JSON for a script element, which no text in the JSON can end. Browsers do not run the
 * element, so the policy need not allow it.
 */
const dataOf = (data: object): Html => new Html(JSON.stringify(data).replaceAll('<', '\\u003c'));
