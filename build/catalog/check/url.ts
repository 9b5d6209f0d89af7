/**
 * URLs: no two documents share an address, not even on file systems that ignore case.
 *
 * `patterns/a.md` and `patterns/A.md`, or a guide named like a page that the build generates, are refused.
 */
import type { Catalog } from '../source/catalog.ts';
import type { SourceFault } from '../source/source-fault.ts';

export function checkUrls(catalog: Catalog): SourceFault[] {
  const taken = new Map<string, string>(
    catalog.generatedPaths.map(path => [path.toLowerCase(), 'a page that the build generates']),
  );
  return catalog.sources.flatMap(source => {
    if (!source.path) return [];
    const key = source.path.toLowerCase();
    const owner = taken.get(key);
    taken.set(key, owner ?? `\`${source.file}\``);
    if (owner === undefined) return [];
    const message = `\`${source.path}\` is already the address of ${owner}.`;
    return [source.message([], 'duplicate-url', message, 'Rename one of the two.')];
  });
}
