/** Makes the pages of a tree again, from the sources that it carries or from a given content folder. */

import { describeEntry, entriesOf, writeEntry } from '#document/proof/log/entry.ts';
import type { Manifest } from '#document/text/manifest.ts';
import { draw, drawingKey, drawn, render } from '#edition/rendering.ts';
import { type Catalog, makeCatalog } from '../../../build/catalog/source/catalog.ts';
import type { Page as MadePage } from '../../../build/page/compose/page.ts';
import { allPages, fixedPaths, redirectsOf } from '../../../build/run/pages.ts';
import { compileTexts } from '../../../build/run/republish.ts';
import type { CheckFault } from '../../support/fault.ts';
import type { Progress } from '../../support/progress.ts';
import type { CheckInput } from '../check-input.ts';
import { isStaticTree, type Tree } from '../tree.ts';
import { type Content, carriedSources } from './sources.ts';
import { trustOf } from './trust.ts';

/** The pages and redirects that this release makes from sources. */
export interface Derivation {
  /** The pages made again, by path. */
  pages: ReadonlyMap<string, MadePage>;
  redirects: Manifest['redirects'];
  /** The faults where the records of the sources contradict the log. */
  unlike: readonly CheckFault[];
  /** Returns the text or bytes of a page. */
  textOf(page: MadePage): string | Uint8Array;
}

/**
 * Makes the pages again.
 * @param content the sources to use; if undefined, those that the tree carries
 * @throws Error when the sources make no pages
 */
export async function derive(
  tree: Tree,
  evidence: CheckInput,
  content: Content | undefined,
  progress: Progress,
): Promise<Derivation> {
  const { sources, operatorFiles } = content ?? carriedSources(tree);
  let count = 0;
  const compiled = compileTexts(sources, tree.baseUrl, () => {
    count += 1;
    progress.step('compiling sources again', count, sources.size);
  });
  const failed = new Set([...sources.keys()].filter(name => !compiled.has(name)));
  const catalog = makeCatalog({ contentDir: 'content', compiled, failed, generatedPaths: fixedPaths });
  const reading = tree.pages.has('/index.html');
  const setting = { baseUrl: tree.baseUrl, reading, isStatic: isStaticTree(tree) };
  const trust = trustOf(tree, evidence);
  const made = allPages(catalog, trust, { operatorFiles }, setting);
  const drawings = await drawAll(made, progress);
  return {
    pages: new Map(made.map(page => [page.path, page])),
    redirects: redirectsOf(catalog, setting),
    unlike: recordFaults(catalog, evidence, tree),
    textOf: page => bytesOf(page, drawings),
  };
}

/** Compares the records in the sources with the log, whose key is not the one that signs pages. */
function recordFaults(catalog: Catalog, { entries }: CheckInput, { name: where }: Tree): CheckFault[] {
  const logged = entries.flatMap(entry => (entry && entry.type !== 'continued' ? [entry] : []));
  const recorded = entriesOf([...catalog.publications.values()], catalog.statusChanges);
  const [inLog, inRecords] = [logged, recorded].map(each => new Set(each.map(writeEntry)));
  const differing = [
    ...recorded.filter(entry => !inLog!.has(writeEntry(entry))),
    ...logged.filter(entry => !inRecords!.has(writeEntry(entry))),
  ];
  return differing.map(entry => {
    const message = `The log and the records of the sources differ in this: ${describeEntry(entry)}.`;
    return { where, message };
  });
}

async function drawAll(pages: readonly MadePage[], progress: Progress): Promise<Map<string, string>> {
  const drawings = new Map<string, string>();
  for (const [at, { topology }] of pages.entries()) {
    progress.step('drawing again', at + 1, pages.length);
    if (topology && !drawings.has(drawingKey(topology)))
      drawings.set(drawingKey(topology), await draw(topology));
  }
  return drawings;
}

function bytesOf(page: MadePage, drawings: ReadonlyMap<string, string>): string | Uint8Array {
  const { rendering } = page;
  return rendering ? render(String(page.text()), { ...rendering, ...drawn(page, drawings) }) : page.text();
}
