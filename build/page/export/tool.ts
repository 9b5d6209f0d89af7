/** The names of the tools of the vocabulary in each target. */
import type { ExportTarget } from '#document/kind/export.ts';
import type { Catalog } from '../../catalog/source/catalog.ts';

/** The vocabulary by id. */
export type Tools = Catalog['tools'];

/** The names of some tools in a target, and those of them that have none there. */
export function namesOf(
  ids: readonly string[],
  target: ExportTarget,
  tools: Tools,
): { names: string[]; missing: string[] } {
  const named = ids.map(id => ({ id, names: tools.get(id)?.names[target] ?? [] }));
  return {
    names: [...new Set(named.flatMap(({ names }) => names))],
    missing: named.filter(({ names }) => names.length === 0).map(({ id }) => id),
  };
}

/** Returns the access that some tools need; one that the vocabulary does not know adds nothing. */
export const accessOf = (ids: readonly string[], tools: Tools): Set<string> =>
  new Set(ids.flatMap(id => tools.get(id)?.access ?? []));
