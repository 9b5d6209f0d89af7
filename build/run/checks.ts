/** Checks the whole content: the faults of each source, of the operator's files, and those that only all sources together show. */

import { joinByCause } from '../catalog/check/cause.ts';
import { catalogChecks } from '../catalog/check/index.ts';
import { checkOperatorFiles } from '../catalog/check/operator-file.ts';
import { type Catalog, type CompiledSource, makeCatalog } from '../catalog/source/catalog.ts';
import type { Content } from '../catalog/source/content.ts';
import { type SourceFault, sortFaults } from '../catalog/source/source-fault.ts';
import { fixedPaths } from './pages.ts';

/** The outcome of the sources of a content folder. */
export interface Sources {
  /** The sources without faults, by name. */
  sources: ReadonlyMap<string, CompiledSource>;
  /** Names of sources with faults. */
  failed: ReadonlySet<string>;
  messages: readonly SourceFault[];
}

/**
 * Puts the sources together and checks them. `messages` are all faults, in order.
 * @param now the time, RFC 3339, by which dates that lie too far ahead are refused; absent: none is
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
