/**
 * Addresses relative to their page, for a tree that may lie below any address of a host, or be opened as files. Only tags are read, of
 * which text has none: there `<` is written as an entity.
 */

/** What in a tag is an address. */
const attributes = ['href', 'src', 'action', 'data-copy', 'data-files', 'data-of'];

/**
 * A page whose addresses that begin at the root of the site lead there from where it is.
 * @param html the page
 * @param path its address, such as `/patterns/index.html`
 */
export function withRelativeAddresses(html: string, path: string): string {
  const up = '../'.repeat(path.split('/').length - 2) || './';
  const found: string[] = [];
  let from = 0;
  for (let at = html.indexOf('="/'); at >= 0; at = html.indexOf('="/', at + 3)) {
    if (html[at + 3] === '/' || !isAddress(html, at)) continue;
    found.push(html.slice(from, at + 2), up);
    from = at + 3;
  }
  return found.join('') + html.slice(from);
}

/** Whether `=` at a place gives an attribute of a tag its address. */
function isAddress(html: string, at: number): boolean {
  const start = html.lastIndexOf(' ', at) + 1;
  if (!attributes.includes(html.slice(start, at))) return false;
  return html.lastIndexOf('<', at) > html.lastIndexOf('>', at);
}

/** Looks for the tree from the deepest folder of the address up, and has the page load its files from there. */
const findRoot = `
(async () => {
  const names = location.pathname.split('/').slice(1, -1);
  for (let count = names.length; count > 0; count -= 1) {
    const root = '/' + names.slice(0, count).join('/') + '/';
    const answer = await fetch(root + 'manifest.json.sig', { method: 'HEAD' }).catch(() => ({}));
    if (!answer.ok) continue;
    document.querySelector('base').href = root;
    for (const link of document.querySelectorAll('link[href]')) link.replaceWith(link.cloneNode());
    return;
  }
})();`;

/** The page for addresses without a file: no address of its own tells where the tree is, so it begins at the root, and a script looks further. */
export const withFoundRoot = (html: string): string =>
  withRelativeAddresses(html, '/404.html')
    .replaceAll('="./', '="')
    .replace('<meta charset="utf-8">', '<meta charset="utf-8"><base href="/">')
    .replace('</body>', `<script>${findRoot}</script></body>`);
