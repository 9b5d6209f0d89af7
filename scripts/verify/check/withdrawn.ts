/** Checks that a revoked version is no longer offered to readers, and is listed as withdrawn on its index page. */
import type { ArtifactState } from '#document/proof/status.ts';
import type { CheckFault } from '../../support/fault.ts';
import { type Tree, textOf } from '../tree.ts';
import { type Check, faultAt } from './check.ts';
import { sitemapAddresses } from './sitemap.ts';
import { statesOf } from './status.ts';

export const withdrawnCheck: Check = {
  name: 'withdrawn versions',
  help: 'Do not use the version that is named here: it is revoked.',
  run: (tree, evidence) => {
    const revoked = [...statesOf(evidence).states.values()].filter(state => state.status === 'revoked');
    const listed = new Set(sitemapAddresses(tree).map(({ address }) => address));
    return revoked.flatMap(state => [...checkListed(tree, state, listed), ...checkNamed(tree, state)]);
  },
};

function checkListed(tree: Tree, { path }: ArtifactState, listed: ReadonlySet<string>): CheckFault[] {
  const faults: CheckFault[] = [];
  if (listed.has(tree.baseUrl + path))
    faults.push(faultAt(tree, '/sitemap.txt', `${path} is revoked, and listed.`));
  const llms = tree.pages.get('/llms.txt');
  if (llms && textOf(llms).includes(path))
    faults.push({ where: llms.where, message: `${path} is revoked, and named.` });
  return faults;
}

/** Checks that the index of its kind lists a version as withdrawn: below a heading or on a line that says so. */
function checkNamed(tree: Tree, { path }: ArtifactState): CheckFault[] {
  const list = `/${path.split('/')[1]}/index`;
  if (!tree.pages.has(`${list}.md`)) return [];
  const pages = [...tree.pages.values()].filter(
    page => page.path === `${list}.md` || page.path.startsWith(`${list}/`),
  );
  const isNamed = pages.some(page => {
    const [, ...afterWord] = textOf(page).split(/withdrawn/i);
    return afterWord.some(text => text.includes(path)) || sameLine(textOf(page), path);
  });
  return isNamed ? [] : [faultAt(tree, `${list}.md`, `${path} is revoked, and not named as withdrawn.`)];
}

const sameLine = (text: string, path: string) =>
  text.split('\n').some(line => line.includes(path) && /withdrawn/i.test(line));
