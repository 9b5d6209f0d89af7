/** The names of the tools of the vocabulary in each target. */
import type { ExportTarget } from '#document/kind/export.ts';
import type { Catalog } from '../../catalog/source/catalog.ts';

/** The vocabulary by id. */
export type Tools = Catalog['tools'];

/** Tools that a shell is, where a role has one. */
const inShell = ['read-history', 'merge'];
const shells = ['run-tests', 'run-in-sandbox'];

/** The names of some tools in a target, and those of them that have none there and that no shell among the others stands for. */
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

/** Returns the access that some tools need; one that the vocabulary does not know adds nothing. */
export const accessOf = (ids: readonly string[], tools: Tools): Set<string> =>
  new Set(ids.flatMap(id => tools.get(id)?.access ?? []));
