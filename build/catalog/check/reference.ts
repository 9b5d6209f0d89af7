/**
 * References: every pattern, family, task class, source, publisher and tool that a field names exists.
 *
 * `patterns: [reakt-loop]`, `task_classes: [coding.bugfix]` and `sources: [react-2021]` are refused, and so is a pattern
 * that names itself or nothing that exists.
 */

import type { Reference } from '#document/kind/reference.ts';
import { declarations } from '#document/message/index.ts';
import { didYouMean } from '#document/text/suggestion.ts';
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import type { VersionFacts } from '../source/facts.ts';
import type { SourceFault } from '../source/source-fault.ts';

const declarationsByName = new Map(declarations.map(declaration => [declaration.as, declaration]));

export function checkReferences(catalog: Catalog): SourceFault[] {
  return catalog.sources.flatMap(source =>
    source.facts.references.flatMap(reference => [
      ...unknown(source, reference, catalog),
      ...selfPair(source, reference, catalog),
    ]),
  );
}

function unknown(source: SourceEntry, { name, to, path }: Reference, catalog: Catalog): SourceFault[] {
  const known = catalog.names.get(to)!;
  const { file, mayBeAbsent } = declarationsByName.get(to)!;
  if (mayBeAbsent && known.size === 0) return [];
  if (known.has(name) || catalog.failed.has(file(name))) return [];
  const called = to.replaceAll('_', ' ');
  const canonical = to === 'pattern' ? catalog.aliases.get(name) : undefined;
  const help = canonical
    ? `\`${name}\` is an alias; write \`${canonical}\`.`
    : `${adviceOn(called, [...known])}${didYouMean(name, [...known])}`;
  // A published version keeps the name that it was published with.
  if (canonical && (source.more as Partial<VersionFacts>).published) return [];
  const found = source.message(
    path,
    `unknown-${to.replaceAll('_', '-')}`,
    `Unknown ${called} \`${name}\`.`,
    help,
  );
  return [{ ...found, cause: `${to}:${name}` }];
}

/** Most names that a message lists. */
const maxListed = 40;

const adviceOn = (called: string, known: readonly string[]): string =>
  known.length > 0 && known.length <= maxListed
    ? `Name a ${called} that exists: ${known.join(', ')}.`
    : `Name a ${called} that exists.`;

function selfPair(source: SourceEntry, { name, to, path }: Reference, catalog: Catalog): SourceFault[] {
  if (to !== 'pattern' || source.facts.kind !== 'pattern') return [];
  if (catalog.patterns.get(name)?.file !== source.file) return [];
  return [source.message(path, 'self-pair', 'The pattern names itself.', 'Name another pattern.')];
}
