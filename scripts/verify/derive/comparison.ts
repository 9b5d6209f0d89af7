/** Compares a tree with what its sources produce: every page, its entry in the manifest, and the redirects. */

import { isDeepStrictEqual } from 'node:util';
import { tokensOf } from '../../../build/catalog/source/token-count.ts';
import type { Page as MadePage } from '../../../build/page/compose/page.ts';
import { describe } from '../../../build/publish/description.ts';
import type { CheckFault } from '../../support/fault.ts';
import type { Page, Tree } from '../tree.ts';
import type { Derivation } from './derivation.ts';
import { differenceOf } from './difference.ts';

/** Returns every difference between a tree and the pages that were made again. */
export const compare = (tree: Tree, derivation: Derivation): CheckFault[] => [
  ...[...derivation.pages.values()].flatMap(made => comparePage(tree, derivation, made)),
  ...[...tree.pages.values()].flatMap(({ path, where }) =>
    derivation.pages.has(path) ? [] : [{ where, message: 'No source gives this page.' }],
  ),
  ...compareRedirects(tree, derivation),
  ...derivation.unlike,
];

function comparePage(tree: Tree, derivation: Derivation, made: MadePage): CheckFault[] {
  const page = tree.pages.get(made.path);
  if (!page)
    return [{ where: tree.placeOf(made.path), message: 'The sources give this page, but it is missing.' }];
  const { where } = page;
  // The twin of a page that a service completes is compared with that page as it was served.
  const isLiveTwin = page.served !== undefined && made.rendering !== undefined;
  const difference = isLiveTwin ? undefined : differenceOf(page.bytes, derivation.textOf(made));
  // A different text has different tokens: that is not a second finding.
  const expected = { ...expectedEntry(made), ...(!difference && { tokens: tokensFor(derivation, made) }) };
  const told = page.entry ? fieldsThatDiffer(page.entry, expected) : [];
  return [...(difference ? [difference] : []), ...told].map(message => ({ where, message }));
}

/**
 * Returns the expected entry of a page in the manifest, without digests, tokens, and the key by which builds compare its sources.
 */
const expectedEntry = (made: MadePage): Record<string, unknown> => ({ ...describe(made), file: made.file });

/** Returns the number of tokens of a page. A copy has as many as the page that it repeats. */
function tokensFor(derivation: Derivation, made: MadePage): number {
  const first = (made.same_as !== undefined && derivation.pages.get(made.same_as)) || made;
  if (first.tokens !== undefined) return first.tokens;
  const text = first.text();
  return typeof text === 'string' ? tokensOf(text) : 0;
}

/** Returns a sentence for each field of an entry that differs from the expected one. */
function fieldsThatDiffer(entry: NonNullable<Page['entry']>, expected: Record<string, unknown>): string[] {
  const found = entry as unknown as Record<string, unknown>;
  return Object.entries(expected).flatMap(([field, value]) => {
    const [is, be] = [found[field], value].map(each => JSON.stringify(each) ?? 'absent');
    if (is === be || (value !== undefined && isDeepStrictEqual(found[field], JSON.parse(be!)))) return [];
    return [
      `The manifest says of it that \`${field}\` is ${shown(is!)}, but the sources give ${shown(be!)}.`,
    ];
  });
}

const shown = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text);

function compareRedirects(tree: Tree, { redirects }: Derivation): CheckFault[] {
  const expected = new Map(redirects.map(({ path, to }) => [path, to]));
  return [...new Set([...expected.keys(), ...tree.redirects.keys()])].flatMap(path => {
    const [to, found] = [expected.get(path), tree.redirects.get(path)];
    if (to === found) return [];
    const message = `It redirects to ${found ?? 'nothing'}, but the sources give ${to ?? 'no redirect here'}.`;
    return [{ where: tree.placeOf(path), message }];
  });
}
