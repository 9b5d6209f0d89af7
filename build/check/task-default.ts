/**
 * Defaults of tasks: what a domain says to begin with exists.
 *
 * `default: solo-codr` is refused; `default: one_agent` needs no page of its own.
 */
import { didYouMean } from '#document/validate.ts';
import type { Catalog, SourceEntry } from '../catalog.ts';
import { offered } from '../publish/version-order.ts';
import type { DomainFacts } from '../source/facts.ts';
import type { Message } from '../source/message.ts';

export function checkTaskDefaults(catalog: Catalog): Message[] {
  const starters = offered(catalog.starters).map(([newest]) => newest!.more.name);
  const known = new Set([...starters, ...catalog.patterns.keys(), 'one_agent']);
  return [...catalog.domains.values()].flatMap(domain => unknownDefaults(domain, known, catalog.failed));
}

function unknownDefaults(
  domain: SourceEntry<DomainFacts>,
  known: ReadonlySet<string>,
  failed: ReadonlySet<string>,
): Message[] {
  return domain.more.tasks.flatMap(({ default: name }, index) => {
    if (name === undefined || known.has(name) || isFailed(name, failed)) return [];
    const help = `Name a starter, a pattern or \`one_agent\`.${didYouMean(name, [...known])}`;
    return [
      domain.message(['tasks', index, 'default'], 'unknown-default', `Unknown default \`${name}\`.`, help),
    ];
  });
}

/** Whether the page that the name would lead to has faults of its own. */
const isFailed = (name: string, failed: ReadonlySet<string>): boolean =>
  [...failed].some(file => file === `patterns/${name}.md` || file.startsWith(`starters/${name}/`));
