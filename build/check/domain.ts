/**
 * A domain that a pattern or a finding names is one of the catalog: a file in `content/domains/`.
 *
 * `domains: [codng]` is refused with the domain that may have been meant.
 */
import type { FieldPath } from '#build/text/fault.ts';
import { didYouMean } from '#build/text/suggestion.ts';
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import type { SourceFault } from '../source/source-fault.ts';

export function checkDomains(catalog: Catalog): SourceFault[] {
  const known = [...catalog.domains.keys()];
  const check = (source: SourceEntry, name: string, path: FieldPath): SourceFault[] => {
    if (known.includes(name) || catalog.failed.has(`domains/${name}.md`)) return [];
    const message = `There is no domain \`${name}\`.`;
    const help = `Name one of ${known.join(', ')}, or write \`domains/${name}.md\`.${didYouMean(name, known)}`;
    return [source.message(path, 'unknown-domain', message, help)];
  };
  return [
    ...[...catalog.patterns.values()].flatMap(source =>
      source.more.domains.flatMap((name, at) => check(source, name, ['domains', at])),
    ),
    ...[...catalog.research.values()].flatMap(source =>
      source.more.findings.flatMap(({ domain }, at) => check(source, domain, ['findings', at, 'domain'])),
    ),
  ];
}
