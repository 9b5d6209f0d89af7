/**
 * Checks that each address in the sitemap is that of an existing page and appears once. If the tree has a manifest, the sitemap
 * must also have exactly the pages that the manifest marks as listed.
 */
import type { CheckFault } from '../../support/fault.ts';
import { localPath, type Tree, textOf } from '../tree.ts';
import { type Check, faultAt } from './check.ts';

export const sitemapCheck: Check = {
  name: 'sitemap',
  help: 'Build again, because the sitemap is made from the pages that the manifest lists.',
  run: tree => [...checkLines(tree), ...checkListed(tree)],
};

/** Returns the addresses in all files of the sitemap, each with the path of its file. */
export function sitemapAddresses(tree: Tree): { file: string; address: string }[] {
  const files = [...tree.pages.values()].filter(({ path }) => /^\/sitemap(-\d+)?\.txt$/.test(path));
  return files.flatMap(page => {
    const lines = textOf(page).split('\n');
    return lines.filter(line => line !== '').map(address => ({ file: page.path, address }));
  });
}

function checkLines(tree: Tree): CheckFault[] {
  const seen = new Set<string>();
  return sitemapAddresses(tree).flatMap(({ file, address }) => {
    const path = address.startsWith('/') ? undefined : localPath(address, tree.baseUrl);
    if (path === undefined) return [faultAt(tree, file, `${address} is no address of ${tree.baseUrl}.`)];
    if (seen.has(address)) return [faultAt(tree, file, `${address} appears twice.`)];
    seen.add(address);
    return tree.pages.has(path) ? [] : [faultAt(tree, path, `It is listed in ${file} but not served.`)];
  });
}

/** Checks that the sitemap has exactly the pages that the manifest marks as listed. */
function checkListed(tree: Tree): CheckFault[] {
  if (tree.manifest === undefined) return [];
  const listed = new Set(sitemapAddresses(tree).map(({ address }) => address));
  return tree.manifest.pages
    .filter(entry => entry.listed !== listed.has(tree.baseUrl + entry.path))
    .map(({ path, listed }) =>
      faultAt(
        tree,
        path,
        listed ? 'The sitemap does not list it.' : 'The sitemap lists it, but nothing is there.',
      ),
    );
}
