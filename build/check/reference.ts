/**
 * References: every pattern, family, task class, source, publisher and tool that a field names exists.
 *
 * `patterns: [reakt-loop]`, `task_classes: [coding.bugfix]` and `sources: [react-2021]` are refused, and so is a pattern
 * that names itself or nothing that exists.
 */
import type { Reference } from '#build/kind/reference.ts';
import { helpWithName } from '#build/text/suggestion.ts';
import type { Catalog, SourceEntry } from '../source/catalog.ts';

import type { Message } from '../source/message.ts';

const called: Record<Reference['to'], string> = {
  pattern: 'pattern',
  family: 'family',
  task_class: 'task class',
  source: 'research record',
  publisher: 'publisher',
  tool: 'tool',
};

export function checkReferences(catalog: Catalog): Message[] {
  const known: Record<Reference['to'], Set<string>> = {
    pattern: new Set(catalog.patterns.keys()),
    family: new Set(catalog.families.map(family => family.slug)),
    task_class: new Set(catalog.taskClasses.keys()),
    source: new Set(catalog.research.keys()),
    publisher: new Set(catalog.publishers.keys()),
    tool: new Set(catalog.tools.keys()),
  };
  return catalog.sources.flatMap(source =>
    source.facts.references.flatMap(reference => [
      ...unknown(source, reference, known[reference.to], catalog),
      ...selfPair(source, reference, catalog),
    ]),
  );
}

function unknown(source: SourceEntry, reference: Reference, known: Set<string>, catalog: Catalog): Message[] {
  const { name, to, path } = reference;
  // A catalog without a vocabulary of tools may name any.
  if (to === 'tool' && known.size === 0) return [];
  if (known.has(name) || catalog.failed.has(sourceOf(to, name))) return [];
  const canonical = to === 'pattern' ? catalog.aliases.get(name) : undefined;
  const { help, fix } = canonical
    ? { help: `\`${name}\` is an alias; write \`${canonical}\`.`, fix: { found: name, write: canonical } }
    : helpWithName(`Name a ${called[to]} that exists.`, name, [...known]);
  const message = `Unknown ${called[to]} \`${name}\`.`;
  return [source.message(path, `unknown-${called[to].replace(' ', '-')}`, message, help, fix)];
}

/** The source that would declare a name. While it has faults of its own, the name is not reported as unknown. */
function sourceOf(to: Reference['to'], name: string): string {
  switch (to) {
    case 'pattern':
      return `patterns/${name}.md`;
    case 'source':
      return `research/${name}.md`;
    case 'publisher':
      return `publishers/${name}.md`;
    case 'task_class':
      return `domains/${name.split('.')[0]}.md`;
    case 'tool':
      return 'tools.md';
    case 'family':
      return 'families.md';
  }
}

function selfPair(source: SourceEntry, { name, to, path }: Reference, catalog: Catalog): Message[] {
  if (to !== 'pattern' || source.facts.kind !== 'pattern') return [];
  if (catalog.patterns.get(name)?.file !== source.file) return [];
  return [source.message(path, 'self-pair', 'The pattern names itself.', 'Name another pattern.')];
}
