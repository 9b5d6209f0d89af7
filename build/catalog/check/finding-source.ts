/**
 * A finding and its pattern refer to each other.
 *
 * A record whose finding names `blackboard` while `patterns/blackboard.md` does not list the record among its `sources` is
 * refused: the pattern's page would hide evidence about it.
 */
import type { Catalog } from '../source/catalog.ts';
import type { SourceFault } from '../source/source-fault.ts';

export function checkFindingSources(catalog: Catalog): SourceFault[] {
  return [...catalog.research.values()].flatMap(record =>
    record.more.findings.flatMap((finding, at) =>
      finding.patterns.flatMap((slug, index) => {
        const pattern = catalog.patterns.get(slug);
        if (!pattern || pattern.more.sources.includes(record.more.slug)) return [];
        const message = `The finding speaks of \`${slug}\`, whose \`sources\` do not list \`${record.more.slug}\`.`;
        const help = `Add \`${record.more.slug}\` to the sources in \`${pattern.file}\`, or remove the pattern here.`;
        return [record.message(['findings', at, 'patterns', index], 'unlisted-source', message, help)];
      }),
    ),
  );
}
