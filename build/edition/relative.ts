/**
 * Addresses relative to their page, for a tree that may lie below any address of a host, or be opened as files. Only tags are
 * changed. Text has no tags, because `<` is written as an entity in text.
 */

/** The attributes of tags that hold addresses. */
const attributes = ['href', 'src', 'action', 'data-copy', 'data-files', 'data-of'];

/**
 * Makes the addresses of a page relative: those that begin at the root of the site then begin at the page.
 * @param html the HTML of the page
 * @param path the address of the page, such as `/patterns/index.html`
 */
export const withRelativeAddresses = (html: string, path: string): string =>
  withRoot(html, '../'.repeat(path.split('/').length - 2) || './');

/** Replaces the root `/` at the beginning of each address in a page by another text. */
export function withRoot(html: string, root: string): string {
  const found: string[] = [];
  let from = 0;
  for (let at = html.indexOf('="/'); at >= 0; at = html.indexOf('="/', at + 3)) {
    if (html[at + 3] === '/' || !isAddress(html, at)) continue;
    found.push(html.slice(from, at + 2), root);
    from = at + 3;
  }
  return found.join('') + html.slice(from);
}

/** Tells whether the `=` at an index is that of an attribute, in a tag, that holds an address. */
function isAddress(html: string, at: number): boolean {
  const start = html.lastIndexOf(' ', at) + 1;
  if (!attributes.includes(html.slice(start, at))) return false;
  return html.lastIndexOf('<', at) > html.lastIndexOf('>', at);
}
