/** Checks the whole content: each source, the operator's files, and what only all sources together show. */

import { joinByCause } from '../catalog/check/cause.ts';
import { catalogChecks } from '../catalog/check/index.ts';
import { checkOperatorFiles } from '../catalog/check/operator-file.ts';
import { type Catalog, type CompiledSource, makeCatalog } from '../catalog/source/catalog.ts';
import type { Content } from '../catalog/source/content.ts';
import { type SourceFault, sortFaults } from '../catalog/source/source-fault.ts';
import { fixedPaths } from './pages.ts';

/** The results of compiling the sources of a content folder. */
export interface Sources {
  /** The sources without faults, by name. */
  sources: ReadonlyMap<string, CompiledSource>;
  /** The names of the sources with faults. */
  failed: ReadonlySet<string>;
  messages: readonly SourceFault[];
}

/**
 * Makes a catalog of the sources, and checks it.
 * @param now the present time, RFC 3339: dates too far after it are refused; if undefined, none are
 * @returns the catalog, and all faults in order, including those in `messages`
 */
export function checkAll(
  { folder, operatorFiles }: Content,
  { sources, failed, messages }: Sources,
  now: string | undefined,
): { catalog: Catalog; messages: SourceFault[] } {
  const catalog = makeCatalog({ contentDir: folder, compiled: sources, failed, generatedPaths: fixedPaths });
  const all = [
    ...messages,
    ...checkOperatorFiles(operatorFiles, catalog.fileOf, now),
    ...catalogChecks.flatMap(check => check(catalog, now)),
  ];
  return { catalog, messages: sortFaults(joinByCause(sortFaults(all), catalog)) };
}
