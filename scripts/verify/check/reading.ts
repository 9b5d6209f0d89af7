/** The reading edition shows what the Markdown says: every twin and drawing, rendered again, has the same bytes. */

import { sha256Hex } from '#document/text/digest.ts';
import { twinOf } from '#edition/html/markdown.ts';
import { drawn, render } from '#edition/rendering.ts';
import { besideOf } from '#edition/surroundings.ts';
import type { CheckFault } from '../../support/fault.ts';
import type { CheckInput, Document, ReadingEdition } from '../check-input.ts';
import { isOtherName, topologyAt } from '../reading.ts';
import { type Tree, textOf } from '../tree.ts';
import { type Check, faultAt } from './check.ts';

export const readingCheck: Check = {
  name: 'reading edition',
  help: 'Read the Markdown page instead, and build the reading edition again.',
  run: (tree, evidence) => {
    const { reading, rebuilt } = evidence;
    if (!reading) return [...(rebuilt?.reading ?? [])];
    return [...evidence.documents.values()].flatMap(document => checkTwin(tree, evidence, reading, document));
  },
};

/** The page whose counts change while a service runs. */
const livePath = '/status.md';

function checkTwin(
  tree: Tree,
  { documents }: CheckInput,
  reading: ReadingEdition,
  document: Document,
): CheckFault[] {
  const { page, source } = document;
  const { library, drawings } = reading;
  const path = twinOf(page.path);
  if (path === undefined) return [];
  const twin = tree.pages.get(path);
  if (!twin) return [faultAt(tree, path, `The page ${page.path} has no twin in HTML.`)];
  const own = String(source.value.path);
  // A copy, at the address of its digest or at another name, is shown as the page that it repeats.
  const isCopy =
    isOtherName(document) || (page.path.startsWith('/artifacts/sha256/') && topologyAt(library, own));
  const named = isCopy && documents.has(own) ? own : page.path;
  const topology = topologyAt(library, named);
  const made = drawn({ topology }, drawings);
  const { drawing } = made;
  const rendering = {
    as: 'page' as const,
    path: named,
    baseUrl: tree.baseUrl,
    beside: besideOf(library, named),
    ...made,
  };
  const found = textOf(twin);
  const isLive = page.path === livePath && !found.includes(`sha256:${sha256Hex(page.bytes)}`);
  const faults =
    isLive || found === render(textOf(page), rendering)
      ? []
      : [faultAt(tree, path, `It is not what ${page.path} gives when it is rendered again.`)];
  return drawing === undefined || page.path === '/'
    ? faults
    : [...faults, ...checkDrawing(tree, page.path, drawing)];
}

function checkDrawing(tree: Tree, path: string, drawing: string): CheckFault[] {
  const file = path.replace(/\.md$/, '.svg');
  const found = tree.pages.get(file);
  if (found && textOf(found) === render('', { as: 'drawing', drawing })) return [];
  return [
    faultAt(tree, file, found ? `It is not the drawing of ${path}.` : `The drawing of ${path} is missing.`),
  ];
}
