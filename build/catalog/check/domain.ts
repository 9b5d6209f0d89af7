/**
 * A domain that a pattern or a finding names is one of the catalog: a file in `content/domains/`.
 *
 * - `domains: [codng]` is refused with the domain that may have been meant
 * - a domain with two tasks of one name is refused: documents name them.
 */
import type { Fault, FieldPath } from '#document/text/fault.ts';
import { didYouMean } from '#document/text/suggestion.ts';
import { placeAll } from '#document/text/validate.ts';
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import type { ParsedSource } from '../source/source.ts';
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

export function checkTasks({ kind, value, place }: ParsedSource): Fault[] {
  if (kind.kind !== 'domain') return [];
  const names = (value.tasks as { name: string }[]).map(({ name }) => name);
  const twice = names.flatMap((name, at) => {
    if (names.indexOf(name) === at) return [];
    const message = `The task \`${name}\` appears twice.`;
    const help = 'Keep one of the two, or give this one a name of its own.';
    return [{ path: ['tasks', at, 'name'], rule: 'duplicate-id', message, help }];
  });
  return placeAll(twice, place);
}
