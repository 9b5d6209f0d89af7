/**
 * Situations: no phrase appears twice in the catalog, or search would weigh it twice.
 *
 * A phrase that fits two patterns belongs to the one that fits best, which names the other under `also`.
 */
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import type { SourceFault } from '../source/source-fault.ts';

export function checkSituations({ sources }: Catalog): SourceFault[] {
  const owners = new Map<string, SourceEntry>();
  return sources.flatMap(source =>
    (source.facts.search?.situations ?? []).flatMap(({ phrases }, at) =>
      phrases.flatMap((phrase, index) => {
        const owner = owners.get(phrase.toLowerCase());
        owners.set(phrase.toLowerCase(), owner ?? source);
        if (owner === undefined) return [];
        const message = `The phrase is also in \`${owner.file}\`.`;
        const help = 'Keep it where it fits best; a pattern names others that fit too under `also`.';
        const path = ['asked_as', at, 'phrases', index];
        return [
          owner === source
            ? source.message(path, 'repeated-phrase', 'The phrase appears twice in this file.', 'Remove it.')
            : source.message(path, 'repeated-phrase', message, help),
        ];
      }),
    ),
  );
}
