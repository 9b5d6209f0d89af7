/**
 * Aliases: each leads to one pattern and hides none.
 *
 * An alias that is the slug of a pattern, or the alias of another one, is refused: its URL would be ambiguous.
 */
import type { Catalog } from '../source/catalog.ts';
import type { SourceFault } from '../source/source-fault.ts';

export function checkAliases(catalog: Catalog): SourceFault[] {
  const owners = new Map<string, string>();
  return [...catalog.patterns.values()].flatMap(pattern =>
    pattern.more.aliases.flatMap((alias, index) => {
      const owner = catalog.patterns.get(alias)?.file ?? owners.get(alias);
      owners.set(alias, owner ?? pattern.file);
      if (owner === undefined) return [];
      const message = `The alias \`${alias}\` collides with \`${owner}\`, which has that slug or alias.`;
      return [
        pattern.message(['aliases', index], 'alias-collision', message, 'Remove it from one of the two.'),
      ];
    }),
  );
}
