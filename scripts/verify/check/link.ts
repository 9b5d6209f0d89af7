/** Checks that every link within the service leads to a page, and its anchor to a heading. */

import type { CheckFault } from '../../support/fault.ts';
import type { CheckInput } from '../check-input.ts';
import { bodyOf, isMarkdown, longestBody } from '../markdown.ts';
import { linkTargets } from '../named-paths.ts';
import { isStaticTree, localPath, type Page, type Tree } from '../tree.ts';
import type { Check } from './check.ts';

export const linkCheck: Check = {
  name: 'links',
  help: 'Correct the link in its source, or publish the page that it leads to, and build again.',
  run: (tree, evidence) => [
    ...[...tree.pages.values()].flatMap(page => checkLinks(tree, evidence, page)),
    ...checkRedirects(tree, evidence),
  ],
};

function checkLinks(tree: Tree, evidence: CheckInput, page: Page): CheckFault[] {
  const faults: CheckFault[] = [];
  if (isMarkdown(page.mediaType) && bodyOf(page).isTooLong)
    faults.push({
      where: page.where,
      message: `Its links are not read: it has more than ${longestBody} characters.`,
    });
  for (const link of new Set([...bodyLinks(page), ...linkTargets(page)])) {
    const reason = link.startsWith('#')
      ? anchorReason(evidence, page.path, link.slice(1))
      : targetReason(tree, evidence, link);
    if (reason) faults.push({ where: page.where, message: `The link ${link} ${reason}.` });
  }
  return faults;
}

const bodyLinks = (page: Page) => (isMarkdown(page.mediaType) ? bodyOf(page).links : []);

/** Returns the reason why a link leads nowhere; undefined if it has a target, or leads out of the service. */
function targetReason(tree: Tree, evidence: CheckInput, link: string): string | undefined {
  const local = localPath(link, tree.baseUrl);
  if (local === undefined)
    return isAbsolute(link) ? undefined : 'is relative, so it does not work at every address';
  const [path = '', anchor] = local.split('#');
  const [target = '', moved] = (tree.redirects.get(path) ?? path).split('#');
  const named = anchor ?? moved;
  if (tree.pages.has(target)) return named === undefined ? undefined : anchorReason(evidence, target, named);
  return isRoute(tree, target) ? undefined : 'leads to no page';
}

const isAbsolute = (link: string) => /^(?:https?|mailto):/i.test(link);

/** Tells whether a path accepts POST (docs/http.md#2). On a host of plain files, no path does. */
const isRoute = (tree: Tree, path: string) =>
  !isStaticTree(tree) && (path === '/mcp' || path.startsWith('/v1/'));

function anchorReason({ documents }: CheckInput, path: string, anchor: string): string | undefined {
  const anchors = documents.get(path)?.body.anchors;
  return anchors === undefined || anchors.has(anchor) ? undefined : `names no heading of ${path}`;
}

function checkRedirects(tree: Tree, evidence: CheckInput): CheckFault[] {
  return [...tree.redirects].flatMap(([path, to]) => {
    const [target = '', anchor] = to.split('#');
    const reason = !tree.pages.has(target)
      ? 'is no page'
      : anchor !== undefined && anchorReason(evidence, target, anchor);
    return reason ? [{ where: tree.placeOf(path), message: `It redirects to ${to}, which ${reason}.` }] : [];
  });
}
