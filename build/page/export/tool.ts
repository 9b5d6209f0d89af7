/** The names that the tools of the vocabulary have in each target. */
import type { ExportTarget } from '#document/kind/export.ts';
import type { Catalog } from '../../catalog/source/catalog.ts';

/** The tools of the vocabulary by id. */
export type Tools = Catalog['tools'];

/** The tools whose work a role can do in a shell, if it has one. */
const inShell = ['read-history', 'merge'];
const shells = ['run-tests', 'run-in-sandbox'];

/**
 * Returns the names of tools in a target, and the ids of missing tools: those that have no name there and
 * whose work no shell among the tools can do.
 */
export function namesOf(
  ids: readonly string[],
  target: ExportTarget,
  tools: Tools,
): { names: string[]; missing: string[] } {
  const named = ids.map(id => ({ id, names: tools.get(id)?.names[target] ?? [] }));
  const hasShell = named.some(({ id, names }) => shells.includes(id) && names.length > 0);
  return {
    names: [...new Set(named.flatMap(({ names }) => names))],
    missing: named
      .filter(({ id, names }) => names.length === 0 && !(hasShell && inShell.includes(id)))
      .map(({ id }) => id),
  };
}

/** Returns the sorts of access that some tools need. A tool outside the vocabulary needs none. */
export const accessOf = (ids: readonly string[], tools: Tools): Set<string> =>
  new Set(ids.flatMap(id => tools.get(id)?.access ?? []));
